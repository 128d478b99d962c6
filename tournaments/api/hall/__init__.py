"""The hall through the API: its rooms and tables, and what is announced in it."""
