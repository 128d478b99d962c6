"""The games at a table: rules and score sheets. Pure Python."""
