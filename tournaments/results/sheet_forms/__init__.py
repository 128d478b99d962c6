"""The forms in which a score sheet is filled in."""
