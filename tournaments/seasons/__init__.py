"""What spans several events: people, their ratings, and leagues over many tournaments."""
