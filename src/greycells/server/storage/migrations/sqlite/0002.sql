-- What a list tells of a table: who sits there, and how it stands.
ALTER TABLE tables ADD COLUMN sketch TEXT NOT NULL DEFAULT '';
