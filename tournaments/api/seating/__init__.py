"""Conditions of every seating, and plans of all rounds, through the API."""
