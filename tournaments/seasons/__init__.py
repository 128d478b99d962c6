"""Everything that spans several events: people, ratings, leagues."""
