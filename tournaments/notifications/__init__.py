"""Announcements: conductors tell people who look at a page."""
