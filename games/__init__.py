"""What happens at a table: the games' rules and score sheets. Pure Python, no Django."""
