"""Who may do what, and what a request is about."""
