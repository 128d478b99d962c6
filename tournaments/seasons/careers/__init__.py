"""People over many events: what they played, whom they met, and their ratings."""
