"""The rankings of an event, for programs to read."""
