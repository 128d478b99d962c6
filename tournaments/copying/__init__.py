"""Copying an event: what was set up once is used again, without the people and the results."""
