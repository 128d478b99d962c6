"""The REST interface, its tokens, and webhooks."""
