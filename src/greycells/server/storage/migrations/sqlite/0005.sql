-- What is kept for a guest beside the tables, one row a thing: `kind` says whose format `body` has. Everything that the
-- server keeps of a guest is found by the guest's id, so downloading and deleting need to know of no format.
CREATE TABLE documents (
    guest   TEXT NOT NULL,
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,
    version INTEGER NOT NULL,
    changed REAL NOT NULL,
    body    BLOB NOT NULL,
    PRIMARY KEY (guest, kind, name)
) STRICT, WITHOUT ROWID;
