"""Analysis of a game for the people who play it: help, hints and proofs while it runs, and the review afterwards."""
