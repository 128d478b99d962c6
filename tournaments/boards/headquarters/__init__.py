"""The conductors' page of an event with sessions: what starts and runs, who comes, who is late."""
