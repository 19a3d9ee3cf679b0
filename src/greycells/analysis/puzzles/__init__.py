"""Deduction puzzles cut from frozen games: the daily case and practice, with grades, hints and a judge."""
