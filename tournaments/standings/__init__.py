"""The table of merit of a tournament: computed from the score sheets, stored, shown, handed out."""
