-- Whom the operator keeps out: a guest by number, or an address, of IPv6 the /64 network.
CREATE TABLE bans (
    kind TEXT NOT NULL,
    who  TEXT NOT NULL,
    at   REAL NOT NULL,
    why  TEXT NOT NULL,
    PRIMARY KEY (kind, who)
) STRICT, WITHOUT ROWID;

-- When maintenance begins, in one row; none while everything goes its usual way.
CREATE TABLE maintenance (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    begins REAL NOT NULL
) STRICT;

-- What players reported, for the operator: who, whom, at which table, why, and the chat lines around it.
CREATE TABLE reports (
    id       TEXT PRIMARY KEY,
    at       REAL NOT NULL,
    reporter TEXT NOT NULL,
    reported TEXT NOT NULL,
    game     TEXT NOT NULL,
    reason   TEXT NOT NULL,
    lines    TEXT NOT NULL
) STRICT;
CREATE INDEX reports_at ON reports (at);

-- One-time codes that carry a guest over to another device, as hashes: nobody who reads this can use one.
CREATE TABLE device_codes (
    hash    TEXT PRIMARY KEY,
    guest   TEXT NOT NULL,
    expires REAL NOT NULL
) STRICT;
