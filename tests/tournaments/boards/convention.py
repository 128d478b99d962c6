"""A convention of many tournaments, in every state that one can be in."""

from datetime import timedelta

from django.utils import timezone

from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_title,
    make_tournament,
    minutes,
)
from tournaments.models import Entry, Event, Round, Tournament
from tournaments.results.reporting.services import deal_hand

NAMES = ("Express", "Metro X", "Eurorails", "Empire Builder", "18xx", "Rail Baron", "Streetcar")
#: Of ten tournaments: four run, two are published, one is seated, two wait, one is over.
STATES = ("running",) * 4 + ("published",) * 2 + ("seated", "here", "entered", "finished")


def make_convention(count: int, *, tables: int = 3, event: Event | None = None) -> Event:
    """An event with ``count`` tournaments; every tenth is of a title without an engine."""
    event = event or make_event("Railcon", time_zone="Europe/Paris")
    make_conductor(event, f"conductor-of-{event.slug}@example.org")
    title = make_title(event)
    for number in range(count):
        name = f"{NAMES[number % len(NAMES)]} Heat {number + 1}"
        of_title = {"game": title.key, "title": title, "target": 0} if number % 10 == 3 else {}
        tournament = make_tournament(event, name=name, slug=f"t-{number + 1}", **of_title)
        _bring_to(tournament, STATES[number % len(STATES)], tables, number)
    return event


def _bring_to(tournament: Tournament, state: str, tables: int, number: int) -> None:
    is_here = Entry.Status.ENTERED if state == "entered" else Entry.Status.CHECKED_IN
    entries = make_entries(tournament, 4 * tables, status=is_here)
    groups = [entries[start : start + 4] for start in range(0, len(entries), 4)]
    if state == "running":
        at = timezone.now() - minutes(5 + 3 * number)
        round_ = make_round(tournament, groups, started_at=at)
        deal_hand(round_.tables.get(number=1), 1, by=ANNA, at=at)
    elif state in ("published", "seated"):
        round_ = make_round(tournament, groups, started_at=None)
        Round.objects.filter(pk=round_.pk).update(status=state)
    elif state == "here":
        starts_at = timezone.now() + timedelta(hours=1, minutes=number)
        Tournament.objects.filter(pk=tournament.pk).update(next_round_at=starts_at)
    elif state == "finished":
        Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.FINISHED)
