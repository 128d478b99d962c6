"""Slots, deadlines, pauses, warnings, and the clock room."""
