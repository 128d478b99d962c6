"""The end of the slot, and playing past it."""
