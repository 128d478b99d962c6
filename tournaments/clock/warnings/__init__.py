"""What the clock owes the players: planned, fired once, mailed."""
