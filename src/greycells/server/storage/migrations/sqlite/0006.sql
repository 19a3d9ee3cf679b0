-- Which node runs a table, and in which epoch an entry was written. SQLite has one node: the columns are there so that
-- a server can be copied to PostgreSQL and back.
ALTER TABLE tables ADD COLUMN node TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE log ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

CREATE TABLE nodes (
    id      TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    until   REAL NOT NULL,
    counts  TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE leases (
    game  TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    node  TEXT NOT NULL,
    since REAL NOT NULL,
    PRIMARY KEY (game, epoch)
) STRICT, WITHOUT ROWID;

CREATE TABLE shared (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
