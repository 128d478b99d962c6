"""One command that starts the whole site, keeps it running and ends all of it."""
