"""The points of a result, and the order of players. Pure Python."""
