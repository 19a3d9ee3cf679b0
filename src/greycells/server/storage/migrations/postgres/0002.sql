-- What guests wrote, beside the log: their names and what they said, each with the entry that it belongs to. Erasing a
-- guest deletes rows here, and never changes the log.
CREATE TABLE guest_words (
    game  TEXT NOT NULL,
    seq   BIGINT NOT NULL,
    place BIGINT NOT NULL,
    guest TEXT NOT NULL,
    name  TEXT NOT NULL,
    said  TEXT NOT NULL,
    PRIMARY KEY (game, seq, place)
);
CREATE INDEX guest_words_of ON guest_words (guest);

-- Guests who had everything deleted, once for each table where they sat: logs of earlier versions hold their words, which
-- nobody is shown any more. The row without a table says that their cookie is no longer good, on any device.
CREATE TABLE erased (
    game  TEXT NOT NULL,
    guest TEXT NOT NULL,
    at    DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, guest)
);
