"""One command that starts the whole house, keeps it running and takes everything down with it."""
