"""The end of a tournament: saying that no round follows, and taking that back."""
