"""Seasons through the API, for their owners."""
