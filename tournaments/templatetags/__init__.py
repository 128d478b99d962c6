"""Tags and filters that any template may use."""
