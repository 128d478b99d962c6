"""What a result is worth: points for places, and the order of players. Pure Python, no Django."""
