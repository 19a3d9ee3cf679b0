"""The editions as data: a text file and a drawn board each, and their loader."""

from greycells.editions.loader import load, names

__all__ = ["load", "names"]
