"""The companion for a game at a real table: what was entered, what follows and what clashes, and what to do now."""
