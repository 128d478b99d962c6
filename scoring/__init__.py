"""What a result is worth, and the order of players. Pure Python."""
