"""What goes beyond one event: people, their ratings, and leagues over many tournaments."""
