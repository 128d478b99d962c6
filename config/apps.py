from django.apps import AppConfig


class WiringConfig(AppConfig):
    """Has Celery's application ready wherever Django is.

    Not in the package itself: the supervisor needs no Celery, and opens the sooner without it.
    """

    name = "config"

    def ready(self):
        from config import celery  # noqa: F401, PLC0415 - it is the current application from now on
