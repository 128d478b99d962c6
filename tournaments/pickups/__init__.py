"""Pick-up games: players find each other, ask, and play at once; a conductor starts the game."""
