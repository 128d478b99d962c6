"""Searching an event for a player, a table or a page."""
