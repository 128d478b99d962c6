"""Clients that openapi-generator makes, at work on a real site: ``make clients``."""
