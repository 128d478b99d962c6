"""Deleting what was made by mistake, and cancelling what does not take place."""
