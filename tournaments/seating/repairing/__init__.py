"""Repairing a published seating when people do not come or leave."""
