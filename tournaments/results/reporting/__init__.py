"""Dealing and reporting hands: what a table does on its phones."""
