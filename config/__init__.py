"""Wiring only: settings, URLs, the ASGI front, Celery, and the supervisor of the processes."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
