"""The searches that improve a seating: swaps, annealing, and a partition into whole tables."""
