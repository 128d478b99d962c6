"""The reads of events."""

from dataclasses import asdict
from datetime import date, datetime

from django.conf import settings

from tournaments.events import rules
from tournaments.models import Event, Tournament


def events_by_time(now: datetime) -> dict[str, list[Event]]:
    """All events: those of now, the coming ones (the next first) and past ones. One query."""
    found: dict[str, list[Event]] = {when.value: [] for when in rules.When}
    for event in Event.objects.all():
        today = now.astimezone(event.zone).date()
        found[rules.when(event.starts_on, event.ends_on, today)].append(event)
    found[rules.When.COMING].reverse()
    return found


def mail_is_set_up() -> bool:
    """Whether letters of this house reach anybody. No query."""
    return not settings.EMAIL_BACKEND.endswith("dummy.EmailBackend")


def new_event_values(user, now: datetime) -> dict:
    """What the form of a new event starts from: today, where its maker's last event was."""
    last = Event.objects.filter(staff__user=user).order_by("-created_at").first()
    zone_name = last.time_zone if last else settings.TIME_ZONE
    today: date = now.astimezone(last.zone).date() if last else now.date()
    return {"time_zone": zone_name, "starts_on": today, "ends_on": today}


def tournament_values(tournament: Tournament) -> dict:
    """The name and settings of a tournament, for its form."""
    return {field: getattr(tournament, field) for field in ("name", *rules.SETTINGS)}


def new_tournament_values(game) -> dict:
    """What the form of a new tournament of ``game`` starts from."""
    # Which scheme is the usual one follows from the format.
    return asdict(rules.defaults(game)) | {"scheme": ""}
