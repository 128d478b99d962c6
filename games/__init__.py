"""What happens at a table: rules and score sheets. Pure Python."""
