"""The hall: its rooms, the numbers of its tables, and which games stand at them."""
