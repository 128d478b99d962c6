"""Wherever two people of one name can be seen together, a town or a number stands with them."""

import re

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_round, make_tournament
from tests.tournaments.seating.head_to_head.playing import play
from tournaments.api.reading.serializers import PlayerSerializer
from tournaments.models import Entry, Player
from tournaments.names import Named, told_apart
from tournaments.privacy.services import erase
from tournaments.registration.roster_import import import_roster
from tournaments.registration.services import edit_player, walk_in
from tournaments.standings.computing.services import refresh

pytestmark = pytest.mark.django_db
WHO = {"by": ANNA, "at": NOON}


def shown(*people):
    return list(told_apart(Named(n, *texts) for n, texts in enumerate(people)).values())


@pytest.mark.once  # no database is asked
@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ([("Sam Lee",), ("Bo Ek",)], ["Sam Lee", "Bo Ek"]),
        ([("Sam Lee", "Leeds"), ("sam lee", "York")], ["Sam Lee (Leeds)", "sam lee (York)"]),
        ([("Sam Lee",), ("Sam Lee", "York")], ["Sam Lee (1)", "Sam Lee (York)"]),
        ([("Sam Lee", "", "sam"), ("Sam Lee",)], ["Sam Lee (sam)", "Sam Lee (1)"]),
        (
            [("Sam Lee", "Leeds"), ("Sam Lee", "Leeds"), ("Sam Lee",)],
            ["Sam Lee (Leeds, 1)", "Sam Lee (Leeds, 2)", "Sam Lee (3)"],
        ),
    ],
)
def test_a_town_a_handle_or_a_number_stands_with_a_name(people, expected):
    assert shown(*people) == expected


def names(event):
    return list(event.players.order_by("pk").values_list("shown_name", flat=True))


@pytest.fixture
def tournament():
    return make_tournament(rounds_planned=3)


def enter(tournament, town, name="Sam Lee"):
    return walk_in(tournament.event, [tournament], name=name, home_town=town, **WHO)


# PostgreSQL asks the same in each run.
@pytest.mark.long("sqlite")
def test_every_verb_that_writes_a_name_tells_namesakes_apart(tournament):
    event = tournament.event
    first = enter(tournament, "Leeds")
    assert names(event) == ["Sam Lee"]
    second = enter(tournament, "York")
    assert names(event) == ["Sam Lee (Leeds)", "Sam Lee (York)"]
    edit_player(second, home_town="Hull", **WHO)
    assert names(event) == ["Sam Lee (Leeds)", "Sam Lee (Hull)"]
    import_roster(event, b"name,town\nSam Lee,Bath\nBo Ek,Bath\n", **WHO)
    assert names(event)[2:] == ["Sam Lee (Bath)", "Bo Ek"]
    edit_player(second, name="Ann Lee", **WHO)
    erase(first, **WHO)
    assert names(event)[1:] == ["Ann Lee", "Sam Lee", "Bo Ek"]
    first.refresh_from_db()
    assert first.shown_name == first.name
    assert "Leeds" not in str(PlayerSerializer(first).data)


def test_rows_that_are_written_or_deleted_in_bulk_are_told_apart_too(tournament):
    event = tournament.event
    one, other = enter(tournament, "Leeds"), enter(tournament, "York", name="Samuel Lee")
    other.name = "Sam Lee"
    Player.objects.bulk_update([other], ["name"])
    assert names(event) == ["Sam Lee (Leeds)", "Sam Lee (York)"]
    Entry.objects.all().delete()
    Player.objects.filter(pk=one.pk).delete()
    assert names(event) == ["Sam Lee"]


@pytest.fixture
def played(tournament):
    """A round with both at one table, who have a result."""
    people = [enter(tournament, "Leeds"), enter(tournament, "York")]
    others = make_entries(tournament, 2)
    entries = [*Entry.objects.filter(player__in=people).order_by("pk"), *others]
    round_ = make_round(tournament, [entries])
    play(round_, lambda *found: min(found))
    refresh(tournament.pk, at=NOON)
    return round_


def test_both_can_be_told_apart_on_every_page_that_names_them(client, played):
    tournament, event = played.tournament, played.tournament.event
    address = [event.slug, tournament.slug]
    table = played.tables.get()
    base = f"/api/v1/events/{event.slug}/tournaments/{tournament.slug}"
    client.force_login(make_conductor(event))
    pages = {
        "standings": reverse("standings", args=address) + "?own=page",
        "round": played.get_absolute_url() + "?own=page",
        "table": table.get_absolute_url(),
        "swap": reverse("round-mend", args=[*address, 1]),
        "find": reverse("find", args=[event.slug]) + "?q=Sam",
        "adjustments": reverse("adjustments", args=address),
        "statistics": reverse("statistics", args=address),
        "projector": reverse("board", args=[event.slug]),
        "who": reverse("seat-open", args=[table.code]),
        "slips": reverse("result-slips", args=[*address, 1]),
        "sheets": reverse("table-sheets", args=[*address, 1]),
        "csv": reverse("standings-csv", args=address),
        "list": reverse("round-list", args=[*address, 1]),
        "api rows": f"{base}/standings/",
        "api tables": f"{base}/rounds/1/tables/",
        "api entries": f"{base}/entries/",
    }
    for page, where in pages.items():
        answer = client.get(where, follow=True)
        assert answer.status_code == 200, page
        text = b"".join(answer).decode() if answer.streaming else answer.text
        text = re.sub(r"<[^>]*>|[\u2068\u2069]", "", text)
        assert "Leeds" in text, page
        assert "York" in text, page
