"""The convention that plays itself."""
