"""Pick-up games, for the programs of conductors."""
