-- Cases that several guests play, each at a table of their own: a day's, by its date, or the challenge of a guest, by a
-- number that nobody guesses. `body` is what is played, with the secret; `game` is the table that a challenge came from.
CREATE TABLE shared_cases (
    id    TEXT PRIMARY KEY,
    guest TEXT NOT NULL,
    game  TEXT NOT NULL,
    at    DOUBLE PRECISION NOT NULL,
    body  BYTEA NOT NULL
);
CREATE INDEX shared_cases_of ON shared_cases (guest);

-- Each guest's one try at a shared case: the table, whether others see name and replay, how many hints were asked for,
-- and, once somebody has looked at it after the end, how it went.
CREATE TABLE case_tries (
    case_id TEXT NOT NULL,
    guest   TEXT NOT NULL,
    game    TEXT NOT NULL,
    at      DOUBLE PRECISION NOT NULL,
    shown   BIGINT NOT NULL,
    hints   BIGINT NOT NULL DEFAULT 0,
    result  TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (case_id, guest)
);
CREATE INDEX case_tries_of ON case_tries (guest);
CREATE INDEX case_tries_at ON case_tries (game);
