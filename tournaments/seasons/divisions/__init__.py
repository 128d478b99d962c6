"""Linked divisions: who is promoted, who is relegated, and who starts the next season where."""
