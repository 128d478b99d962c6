"""All preliminary rounds at once, before the day."""
