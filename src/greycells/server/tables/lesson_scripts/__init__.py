"""The lessons, as data: who holds what, how the die falls, what everybody does, and what the coach says to it."""
