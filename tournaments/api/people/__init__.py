"""People over many events: careers, two people against each other, rating lists."""
