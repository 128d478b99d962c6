"""The ranking of a convention: people over the games of many tournaments. Pure Python."""
