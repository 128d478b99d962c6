"""Requests to other people's servers: to webhooks, and to the push services of phones."""
