"""The webhooks of an event through the API."""
