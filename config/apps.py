from django.apps import AppConfig
from django.core.checks import Tags, register


class WiringConfig(AppConfig):
    """Has Celery's application ready wherever Django is.

    Not in the package itself: the supervisor needs no Celery, and opens the sooner without it.
    """

    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401, PLC0415 - it is the current application from now on
        from server.backup.versions import check_not_newer  # noqa: PLC0415 - needs the loaded apps

        register(check_not_newer, Tags.database)
