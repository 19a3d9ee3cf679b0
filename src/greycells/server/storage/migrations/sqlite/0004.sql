-- The seats whose forced answers the server gives. Not in the log of the table: everybody reads that, and only the
-- player may know this.
CREATE TABLE auto_answers (
    game TEXT NOT NULL,
    chair INTEGER NOT NULL,
    PRIMARY KEY (game, chair)
) STRICT, WITHOUT ROWID;
