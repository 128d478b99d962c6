"""The clock room: every running slot, and what a conductor changes."""
