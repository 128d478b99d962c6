"""Who is kept apart, who has a fixed table or a team, and which conductors play."""
