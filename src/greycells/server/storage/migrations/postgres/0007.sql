-- How much room an uploaded record takes, when it was last opened, and what the records of one address have in common, as
-- a number that tells no address: what nobody opens makes room.
ALTER TABLE uploads ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN used DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN origin INTEGER NOT NULL DEFAULT -1;
UPDATE uploads SET size = octet_length(record), used = at;
CREATE INDEX uploads_used ON uploads (used, size);
CREATE INDEX uploads_used_by ON uploads (guest, used, size);
CREATE INDEX uploads_used_from ON uploads (origin, used, size);
