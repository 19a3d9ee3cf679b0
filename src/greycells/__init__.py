"""The open home of the great detective board game."""
