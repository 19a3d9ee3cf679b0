-- Where the choices of a finished game are, once they are archived: a .case file by its place in the archive's folder,
-- with its hash. Empty: they are in the log.
ALTER TABLE tables ADD COLUMN archive_file TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN archive_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX tables_to_archive ON tables (touched) WHERE state = 'over' AND archive_file = '';
CREATE INDEX tables_archived ON tables (archive_file) WHERE archive_file <> '';
