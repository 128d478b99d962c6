"""Checking people in by scanning their badges."""
