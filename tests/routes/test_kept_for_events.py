"""A kept page of an event is right whatever is written, and stays while other events are written.

Each page that the front keeps is made again, as if nothing were kept, and compared.
"""

import re
from contextlib import suppress
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.examples import ALL
from tests.fronts import Front
from tests.tournaments.seasons.gatherings import count as count_for
from tests.tournaments.seasons.gatherings import make_season
from tournaments.errors import Refused
from tournaments.models import Player, Room, Round, Season, Table, Tournament
from tournaments.notifications.services import announce
from tournaments.registration.services import edit_player, walk_in
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.seasons.computing import services as seasons
from tournaments.standings.computing import services as standings
from tournaments.standings.deciding.services import adjust

TIMES = re.compile(rb"\d+:\d\d(?::\d\d)?|[\d.]+%|data-age>[^<]*")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def front():
    front = Front()
    yield front
    front.close()


def still(page):
    """A page without what follows from the time alone: times, ages, and how far clocks have run."""
    status, body = page
    return status, TIMES.sub(b"", body)


def gathering(name, at):
    """An event with a tournament that plays."""
    tournament = make_tournament(make_event(name))
    make_round(tournament, [make_entries(tournament, 3)], started_at=at)
    standings.refresh(tournament.pk, at=at)
    return tournament.event


def pages_of(event):
    """Those that show nothing of other events."""
    tournament = event.tournaments.get()
    of_tournament = ("tournament", "tournament-live", "standings", "standings-live")
    return [
        *(reverse(name, args=[event.slug]) for name in ("event", "event-live", "timetable")),
        *(reverse(name, args=[event.slug]) for name in ("board", "notices", "rankings")),
        *(reverse(name, args=[event.slug, tournament.slug]) for name in of_tournament),
        tournament.rounds.get().get_absolute_url(),
        *(reverse(name, args=[event.slug]) for name in ("api-event", "api-players")),
        reverse("api-standings", args=[event.slug, tournament.slug]),
    ]


def pages_of_several(event):
    """Those that may show what is of other events too."""
    player = event.players.order_by("pk").first()
    return [
        reverse("player", args=[event.slug, player.pk]),
        reverse("seasons"),
        reverse("season", args=[Season.objects.get().slug]),
        reverse("ratings"),
    ]


# --- What may be written --------------------------------------------------------------------------


def report(event, rng, at):
    table = Table.objects.filter(round__tournament__event=event).get()
    number = table.sheets.count() + 1
    deal_hand(table, number, by=ANNA, at=at)
    hand = QuickHand(points={1: rng.randint(5, 30), 2: 5, 3: 0}, went_out=1)
    report_hand(table, number, hand, by=ANNA, at=at, key=f"{table.pk}-{number}")


def compute(event, _rng, at):
    standings.refresh(event.tournaments.get().pk, at=at)


def join(event, rng, at):
    walk_in(event, list(event.tournaments.all()), name=f"Guest {rng.random()}", by=ANNA, at=at)


def rename_player(event, rng, at):
    player = rng.choice(list(event.players.order_by("pk")))
    edit_player(player, name=f"Renamed {rng.random()}", by=ANNA, at=at)


def say(event, rng, at):
    words = {"text": f"Lunch {rng.random()}", "audience": "everybody"}
    shown = {"starts_at": at - minutes(120), "ends_at": at + minutes(120)}
    announce(event, **words, **shown, by=ANNA, at=at)


def penalize(event, rng, at):
    entry = rng.choice(list(event.tournaments.get().entries.order_by("pk")))
    adjust(entry, "warning", by=ANNA, at=at, reason=f"late {rng.random()}")


def past_all_verbs(event, rng, _at):
    name = f"Open {rng.random()}"
    rng.choice(
        [
            lambda: Tournament.objects.filter(event=event).update(name=name),
            lambda: Room.objects.create(event=event, name=name),
            lambda: Player.objects.filter(event=event).update(shown_name=name[:20]),
            lambda: type(event).objects.filter(pk=event.pk).update(name=name),
            lambda: Round.objects.filter(tournament__event=event).update(called=name),
        ]
    )()


WRITES = (report, compute, join, rename_player, say, penalize, past_all_verbs)


#: Each database has a sequence of writes of its own; the long run has all of them on both.
SEEDS = [
    pytest.param(0, marks=pytest.mark.long("postgresql")),
    pytest.param(1, marks=pytest.mark.long("sqlite")),
    pytest.param(2, marks=pytest.mark.long),
]
STEPS = 8 if ALL else 4
#: `make test` looks at every second page of an event: each has another kind of address.
APART = 1 if ALL else 2


@pytest.mark.parametrize("seed", SEEDS)
def test_no_page_is_ever_older_than_the_database(front, seed):
    rng, now = Random(seed), timezone.now()
    events = [gathering(name, now) for name in ("Here", "There")]
    season = make_season(None, name="League", rule="best-results", counts_running=True)
    for event in events:
        count_for(season, event.tournaments.get())
    addresses = {
        address: None  # some of several events are the same for both
        for event in events
        for address in (*pages_of(event)[::APART], *pages_of_several(event))
    }
    front.shown(addresses)
    kept = 0
    for _step in range(STEPS):
        with suppress(Refused):
            # However slow the test is, no result has waited long enough to be called late.
            rng.choice(WRITES)(rng.choice(events), rng, now + minutes(60))
        if not rng.randrange(3):
            seasons.refresh_stale(at=timezone.now())
        del front.made[:]
        shown = front.shown(addresses)
        # One that was made just now is as fresh as it can be.
        old = [address for address in addresses if address not in front.made]
        fresh = front.fresh(old)
        assert [one for one in old if still(shown[one]) != still(fresh[one])] == []
        kept += len(old)
    assert kept > len(addresses)


def test_what_is_written_in_one_event_leaves_the_pages_of_another(front):
    rng, now = Random(1), timezone.now()
    here, there = gathering("Here", now), gathering("There", now)
    front.shown(pages_of(here))
    del front.made[:]
    for write in WRITES:
        write(there, rng, timezone.now())
        front.shown(pages_of(here))
    assert front.made == []
    say(here, rng, timezone.now())
    front.shown(pages_of(here))
    assert set(front.made) == set(pages_of(here))


def test_a_page_about_several_events_follows_all_of_them(front):
    now = timezone.now()
    here, there = gathering("Here", now), gathering("There", now)
    make_season(None, name="League", rule="best-results")
    several = pages_of_several(here)
    front.shown(several)
    del front.made[:]
    say(there, Random(1), now)
    front.shown(several)
    assert front.made == several
