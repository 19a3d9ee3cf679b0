-- The same tables and columns as in SQLite (its migrations 0001 to 0006): a test compares the two.
-- One row a table: what the lobby lists, when the table next wants to be woken, and which node runs it.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    code    TEXT NOT NULL UNIQUE,
    state   TEXT NOT NULL,
    edition TEXT NOT NULL,
    public  BOOLEAN NOT NULL,
    watched BOOLEAN NOT NULL,
    touched DOUBLE PRECISION NOT NULL,
    wake    DOUBLE PRECISION,
    sketch  TEXT NOT NULL DEFAULT '',
    idle    DOUBLE PRECISION NOT NULL DEFAULT 0,
    node    TEXT NOT NULL DEFAULT '',
    epoch   BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX tables_to_wake ON tables (wake) WHERE wake IS NOT NULL;
CREATE INDEX tables_listed ON tables (state, touched);
CREATE INDEX tables_run_by ON tables (node) WHERE node <> '';

-- The truth: everything that happened at every table. Nothing here is ever changed.
CREATE TABLE log (
    game  TEXT NOT NULL,
    seq   BIGINT NOT NULL,
    entry BYTEA NOT NULL,
    epoch BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seq)
);

-- The dealer's secret of each game, apart from all that is ever shown.
CREATE TABLE secrets (
    game   TEXT PRIMARY KEY,
    secret BYTEA NOT NULL
);

CREATE TABLE guests (
    id   TEXT PRIMARY KEY,
    name TEXT NOT NULL
);

-- Who sat where once: a guest's own games.
CREATE TABLE sitting (
    guest TEXT NOT NULL,
    game  TEXT NOT NULL,
    PRIMARY KEY (guest, game)
);

CREATE TABLE notebooks (
    game    TEXT NOT NULL,
    chair   BIGINT NOT NULL,
    version BIGINT NOT NULL,
    pages   BYTEA NOT NULL,
    PRIMARY KEY (game, chair)
);

CREATE TABLE uploads (
    id      TEXT PRIMARY KEY,
    guest   TEXT NOT NULL,
    at      DOUBLE PRECISION NOT NULL,
    edition TEXT NOT NULL,
    record  TEXT NOT NULL
);
CREATE INDEX uploads_of ON uploads (guest, at);

-- One row that is written to find out whether the disk can be.
CREATE TABLE heartbeat (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    at DOUBLE PRECISION NOT NULL
);

-- The seats whose forced answers the server gives. Not in the log of the table: everybody reads that, and only the
-- player may know this.
CREATE TABLE auto_answers (
    game  TEXT NOT NULL,
    chair BIGINT NOT NULL,
    PRIMARY KEY (game, chair)
);

-- What is kept for a guest beside the tables, one row a thing: `kind` says whose format `body` has.
CREATE TABLE documents (
    guest   TEXT NOT NULL,
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,
    version BIGINT NOT NULL,
    changed DOUBLE PRECISION NOT NULL,
    body    BYTEA NOT NULL,
    PRIMARY KEY (guest, kind, name)
);

-- The nodes that run tables, each until its lease ends by the database's clock.
CREATE TABLE nodes (
    id      TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    until   DOUBLE PRECISION NOT NULL,
    counts  TEXT NOT NULL DEFAULT ''
);

-- Which node ran a table in which epoch: one, by the primary key. With the epochs in the log, the proof.
CREATE TABLE leases (
    game  TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    node  TEXT NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, epoch)
);

-- What all nodes share beside the tables: the key that signs cookies and seat links.
CREATE TABLE shared (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
);
