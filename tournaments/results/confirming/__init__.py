"""Agreeing to a report, or disputing it."""
