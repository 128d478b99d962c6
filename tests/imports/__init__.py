"""Contracts of our own for import-linter, which `make lint` runs."""
