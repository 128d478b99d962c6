"""The honours of a ranking beside its places: classes, teams, and prizes with who got them."""
