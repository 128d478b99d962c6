"""The ranking of an event over all its games: its profile, its computation, its pages."""
