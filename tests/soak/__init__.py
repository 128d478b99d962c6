"""A long run of results while everything is broken in turn; `make soak`."""
