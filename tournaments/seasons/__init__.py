"""What spans several events: people, ratings, leagues."""
