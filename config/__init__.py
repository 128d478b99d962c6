"""Wiring only: settings, URLs, the ASGI front, Celery, and the supervisor of the processes."""
