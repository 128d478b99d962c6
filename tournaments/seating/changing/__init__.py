"""Changing a seating by hand, and going back to an earlier one."""
