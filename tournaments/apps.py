from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self):
        from tournaments.live import receivers as live  # noqa: PLC0415 - needs the loaded app
        from tournaments.standings import receivers as standings  # noqa: PLC0415

        live.connect()
        standings.connect()
