"""Places in sessions: signing up, the queue, who is here; moving a session with its people."""
