"""The tables of a round: drafted, changed, published, repaired."""
