"""Calling for a conductor from a seat, and answering."""
