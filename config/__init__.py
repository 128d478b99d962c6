"""Wiring only: settings, addresses, ASGI, Celery."""
