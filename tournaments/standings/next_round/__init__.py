"""Seating the next round from the standings, which are brought up to date first."""
