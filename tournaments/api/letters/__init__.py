"""Letters to players, for the programs of conductors."""
