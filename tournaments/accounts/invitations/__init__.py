"""Invitations to the staff of an event, or to own a season."""
