"""Pages that many look at: now, the desk, the projector."""
