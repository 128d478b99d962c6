"""The writing half of the API, for conductors: set up, register, seat, run rounds, rule."""
