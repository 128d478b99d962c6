"""Times of day in words: in 24 hours, or in 12 where an event wants that."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_event, make_round, make_tournament
from tournaments import wording
from tournaments.events.services import change_event
from tournaments.ledger import Actor
from tournaments.models import Event

TEMPLATES = Path(__file__).parents[2] / "templates"
#: A template's own format of a time or a day, but those of machines.
OWN_FORMAT = re.compile(r"""\|date:["'](?!Y-m-d["']|Ymd["']|c["'])|\|time\b|\{%\s*now\b""")
AT = datetime(2026, 11, 21, 14, 5, 9, tzinfo=UTC)


def test_no_template_formats_a_time_or_a_day_by_itself():
    found = [
        f"{path.relative_to(TEMPLATES)}: {match[0]}"
        for path in TEMPLATES.rglob("*.*")
        for match in OWN_FORMAT.finditer(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    ("clock_12h", "short", "long", "with_day"),
    [
        (False, "14:05", "14:05:09", "21 Nov 14:05"),
        (True, "2:05 PM", "2:05:09 PM", "21 Nov 2:05 PM"),
    ],
)
def test_a_time_is_in_24_hours_or_in_12(clock_12h, short, long, with_day):
    with timezone.override(UTC), wording.hours_of(clock_12h=clock_12h):
        assert wording.clock_time(AT) == short
        assert wording.clock_time(AT, seconds=True) == long
        assert wording.day_and_time(AT) == with_day
        midnight = wording.clock_time(AT.replace(hour=0))
    assert midnight == ("12:05 AM" if clock_12h else "00:05")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (AT.replace(hour=16), "21 Nov 14:05\N{EN DASH}16:05"),
        (AT.replace(day=22), "21 Nov 14:05 \N{EN DASH} 22 Nov 14:05"),
    ],
)
def test_a_dash_has_spaces_where_a_day_stands_beside_it(end, words):
    with timezone.override(UTC):
        assert wording.from_to(AT, end) == words


def test_the_hours_of_one_event_are_not_those_of_the_next(db, client):
    american = make_event("American", clock_12h=True)
    european = make_event("European")
    for event in (american, european):
        tournament = make_tournament(event)
        make_round(tournament, [make_entries(tournament, 4)], started_at=AT)
    shown = [
        client.get(reverse("event", args=[event.slug])).text
        for event in (american, european, american)
    ]
    assert [">4:05 PM<" in page for page in shown] == [True, False, True]
    assert [">16:05<" in page for page in shown] == [False, True, False]
    assert ["data-twelve-hours" in page for page in shown] == [True, False, True]


def test_programs_get_the_same_times_as_ever(db, client):
    event = make_event(clock_12h=True)
    make_tournament(event, next_round_at=AT)
    (found,) = client.get(f"/api/v1/events/{event.slug}/tournaments/").json()["results"]
    assert found["next_round_at"] == "2026-11-21T14:05:09Z"


def test_a_conductor_chooses_it_and_a_program_too(db, client):
    event = make_event()
    user = make_conductor(event)
    client.force_login(user)
    days = {"starts_on": "2026-11-21", "ends_on": "2026-11-22", "time_zone": "UTC"}
    address = reverse("event-edit", args=[event.slug])
    client.post(address, {"name": "Winter Meet", "clock_12h": "on", **days})
    assert Event.objects.get().clock_12h
    client.post(address, {"name": "Winter Meet", **days})
    assert not Event.objects.get().clock_12h
    change_event(event, clock_12h=True, by=Actor(name="Anna"), at=AT)
    assert client.get(f"/api/v1/events/{event.slug}/").json()["clock_12h"] is True
    sent = json.dumps({"name": "Con", "clock_12h": True, **days})
    made = client.post("/api/v1/events/", sent, content_type="application/json")
    assert made.json()["clock_12h"] is True
