-- For how many seconds that the server has seen pass nothing has happened at a table: a clock that jumps closes nothing.
ALTER TABLE tables ADD COLUMN idle REAL NOT NULL DEFAULT 0;

-- One row that is written to find out whether the disk can be.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at REAL NOT NULL
) STRICT;
