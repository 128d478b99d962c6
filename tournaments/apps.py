from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from tournaments import event_changes, one_place  # noqa: PLC0415 - needs the loaded app
        from tournaments.accounts import last_seen  # noqa: PLC0415 - so does this
        from tournaments.api import receivers as api  # noqa: PLC0415 - so does this
        from tournaments.live import receivers as live  # noqa: PLC0415 - so does this
        from tournaments.notifications.push import changes as push  # noqa: PLC0415 - so does this
        from tournaments.seasons import receivers as seasons  # noqa: PLC0415 - so does this
        from tournaments.standings import receivers as standings  # noqa: PLC0415 - so does this

        one_place.connect(self)
        event_changes.connect(self)
        last_seen.connect()
        api.connect()
        live.connect()
        push.connect()
        seasons.connect()
        standings.connect()
