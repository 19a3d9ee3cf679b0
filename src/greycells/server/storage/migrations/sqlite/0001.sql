-- One row a table: what the lobby lists, and when the table next wants to be woken.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    code    TEXT NOT NULL UNIQUE,
    state   TEXT NOT NULL,
    edition TEXT NOT NULL,
    public  INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    touched REAL NOT NULL,
    wake    REAL
) STRICT;
CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;
CREATE INDEX tables_listed ON tables (state, touched);

-- The truth: everything that happened at every table. Nothing here is ever changed.
CREATE TABLE log (
    game  TEXT NOT NULL,
    seq   INTEGER NOT NULL,
    entry BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- The dealer's secret of each game, apart from all that is ever shown.
CREATE TABLE secrets (
    game   TEXT PRIMARY KEY,
    secret BLOB NOT NULL
) STRICT;

CREATE TABLE guests (
    id   TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

-- Who sat where once: a guest's own games.
CREATE TABLE sitting (
    guest TEXT NOT NULL,
    game  TEXT NOT NULL,
    PRIMARY KEY (guest, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE notebooks (
    game    TEXT NOT NULL,
    chair   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    pages   BLOB NOT NULL,
    PRIMARY KEY (game, chair)
) STRICT, WITHOUT ROWID;

CREATE TABLE uploads (
    id      TEXT PRIMARY KEY,
    guest   TEXT NOT NULL,
    at      REAL NOT NULL,
    edition TEXT NOT NULL,
    record  TEXT NOT NULL
) STRICT;
CREATE INDEX uploads_of ON uploads (guest, at);
