"""Players, entries, check-in, roster files, badges."""
