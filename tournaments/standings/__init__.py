"""The ranking of a tournament: computed, stored, shown, exported."""
