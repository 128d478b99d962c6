"""Finding one's seat."""
