"""Decisions of conductors: penalties, the points scheme, late corrections."""
