-- When a guest took their name, until it is known that they have done something here: guests who did nothing go.
ALTER TABLE guests ADD COLUMN named DOUBLE PRECISION;
UPDATE guests SET named = EXTRACT(EPOCH FROM now());
CREATE INDEX guests_named ON guests (named) WHERE named IS NOT NULL;
-- Which tables were opened from one address, as a number that tells no address: they share the lobby's lines.
ALTER TABLE tables ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;
