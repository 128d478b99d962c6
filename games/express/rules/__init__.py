"""The rules of a hand of Express, split by what happens: legal moves, refusals, turns, scores."""
