"""Sessions of an event: where and when what is played."""
