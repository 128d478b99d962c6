"""Verbs of a season go into the ledgers of its events, and are computed after the commit."""

from copy import deepcopy
from fractions import Fraction

import pytest

from tests.builders import ANNA
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tournaments.ledger import Actor
from tournaments.models import LedgerEntry, Player, Season, User
from tournaments.seasons import services
from tournaments.seasons.adjusting.services import adjust, take_back
from tournaments.seasons.divisions.services import begin_next, put_below

# No query of its own; test_waiting.py asks each database.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

NOW = {"by": ANNA, "at": LATER}


@pytest.fixture(scope="module")
def season_once(module_database):
    """Made once; what a test does with it is rolled back."""
    owner = User.objects.create_user("olga@example.org", "a long password", name="Olga")
    made = make_season(owner, name="League", rule="best-results")
    count(made, play("Winter", ("Ann", "Ben"), [40, 30]), level=2)
    count(made, play("Spring", ("Ann", "Ben"), [10, 30]))
    made.refresh_from_db()
    return made


@pytest.fixture
def season(season_once):
    """Two tournaments of two events count; Ann won the first, Ben the second."""
    return deepcopy(season_once)


@pytest.fixture
def owner(season):
    return season.owner


def entries(verb, actor=ANNA.name):
    """The entries of a verb in all ledgers: event, subject, before and after."""
    rows = LedgerEntry.objects.filter(verb=verb, at=LATER, actor=actor).order_by("event__name")
    return [(row.event.name, row.subject, row.before, row.after) for row in rows]


def test_whoever_sets_a_season_up_owns_it(owner):
    made = services.create_season(by=Actor("Olga", owner), at=LATER, name="Cup", rule="laurels")
    assert (made.owner, made.slug) == (owner, "cup")


def test_a_tournament_that_counts_or_no_longer_does_is_in_the_ledger_of_its_event(season):
    counted = entries("add to season")
    assert [(event, after["level"]) for event, _subject, _before, after in counted] == [
        ("Spring", 1),
        ("Winter", 2),
    ]
    part = season.parts.get(tournament__event__name="Winter")
    for _twice in range(2):
        services.remove_tournament(season, part.pk, **NOW)
    assert [row[:2] for row in entries("remove from season")] == [("Winter", str(part))]


def test_a_change_of_the_rules_is_in_the_ledger_of_every_event_once(season):
    values = {field: getattr(season, field) for field in services.FIELDS}
    services.change_season(season, **NOW, **values)
    assert entries("change season") == []
    services.change_season(season, **NOW, **values | {"best": 3})
    assert entries("change season") == [
        (event, "League", {"best": None}, {"best": 3}) for event in ("Spring", "Winter")
    ]


def test_owners_come_and_go_in_the_ledger(season):
    sam = User.objects.create_user("sam@example.org", "a long password", name="Sam")
    invitation = services.invite_owner(season, "sam@example.org", **NOW)
    services.accept_owner(invitation, sam, device="", at=NOW["at"])
    after = {"owner": "Sam", "invited_by": NOW["by"].name}
    assert [row[3] for row in entries("add season owner", "Sam")] == [after] * 2
    for _twice in range(2):
        services.remove_owner(season, sam.pk, **NOW)
    assert [row[2] for row in entries("remove season owner")] == [{"owner": "Sam"}] * 2


def test_divisions_and_the_next_season_are_in_the_ledger(owner, season):
    high = make_season(owner, name="First", rule="best-results")
    for _twice in range(2):
        season = put_below(season, high, **NOW)
    assert [row[2:] for row in entries("link divisions")] == [
        ({"above": ""}, {"above": "First"})
    ] * 2
    begin_next(season, "League 2027", **NOW)
    assert [row[1:] for row in entries("begin next season")] == [
        ("League", {}, {"season": "League 2027"})
    ] * 2


def test_a_penalty_is_in_the_ledger_of_the_event_that_erases_the_name(season):
    ann = Player.objects.get(event__name="Spring", name="Ann")
    given = adjust(season, ann, "penalty", **NOW, reason="late", points=Fraction(1, 2))
    take_back(given, **NOW)
    what = {"kind": "penalty", "points": "1/2", "reason": "late"}
    assert entries("adjust in season") == [("Spring", "League: Ann", {}, what)]
    assert entries("take back in season") == [("Spring", "League: Ann", what, {})]


def test_a_change_is_computed_once_it_is_committed(season, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        services.remove_tournament(season, season.parts.latest("pk").pk, **NOW)
        assert not season.standings.exists()
    assert list(season.standings.values_list("name", flat=True)) == ["Ann", "Ben"]


def test_a_season_that_is_gone_is_not_computed(season, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        services.remove_tournament(season, season.parts.latest("pk").pk, **NOW)
        season.delete()
    assert not Season.objects.exists()
