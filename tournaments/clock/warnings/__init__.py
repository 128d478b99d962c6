"""The warnings that the clock owes the players: planned, fired once, mailed."""
