"""Penalties and disqualifications in a season."""
