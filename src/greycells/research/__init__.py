"""For researchers: the game as an environment, a benchmark and a data set. Needs the extra `research`."""
