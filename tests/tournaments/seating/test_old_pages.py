"""Two conductors: what an older page of a round asks for is not done to a seating it never saw."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_tournament
from tests.routes.controls import PageForms
from tournaments.models import Round
from tournaments.seating import services
from tournaments.seating.changing.services import swap_seats
from tournaments.standings.next_round import services as next_round
from tournaments.standings.next_round.services import seat_next_round

pytestmark = pytest.mark.django_db

PUBLISHED = "This seating has been published since you opened the page."
CHANGED = "This seating has been changed since you opened the page."
ACTS = ("round-discard", "round-publish", "round-reseat", "round-undo")


@pytest.fixture(scope="module")
def seated(module_database):
    tournament = make_tournament()
    make_entries(tournament, 12)
    draft = seat_next_round(tournament, by=ANNA, at=NOON)
    return next_round.reseat_round(draft, by=ANNA, at=NOON), make_conductor(tournament.event)


@pytest.fixture
def draft(seated):
    return deepcopy(seated[0])


@pytest.fixture
def conductor(client, seated):
    client.force_login(deepcopy(seated[1]))
    return client


def address(name, round_):
    return reverse(name, args=[round_.tournament.event.slug, round_.tournament.slug, 1])


def opened(conductor, round_, page="round"):
    """The forms of a page, by address."""
    html = conductor.get(address(page, round_), {"own": "page"}).text
    return {form.action: form.values for form in PageForms(html).found}


def swap(round_):
    first, last = round_.seats.order_by("pk").first(), round_.seats.order_by("pk").last()
    swap_seats(round_, first.entry, last.entry, by=ANNA, at=NOON)


def press(conductor, round_, forms, name):
    to = address(name, round_)
    return conductor.post(to, forms[to], follow=True).text


def test_a_draft_page_does_not_discard_what_was_published_meanwhile(conductor, draft):
    forms = opened(conductor, draft)
    services.publish_round(draft, by=ANNA, at=NOON)
    tables = services.as_lists(draft)
    assert PUBLISHED in press(conductor, draft, forms, "round-discard")
    assert services.as_lists(Round.objects.get()) == tables
    assert "was discarded" in press(conductor, draft, opened(conductor, draft), "round-discard")
    assert not Round.objects.exists()


# The test above sends another act of the same page, the next one this act after a change.
@pytest.mark.long
def test_a_draft_page_does_not_undo_what_was_published_meanwhile(conductor, draft):
    forms = opened(conductor, draft)
    services.publish_round(draft, by=ANNA, at=NOON)
    tables = services.as_lists(draft)
    assert PUBLISHED in press(conductor, draft, forms, "round-undo")
    assert services.as_lists(draft) == tables


@pytest.mark.parametrize(
    "change", ["swapped", pytest.param("seated otherwise", marks=pytest.mark.long)]
)
def test_nothing_is_done_to_a_seating_that_was_changed_meanwhile(conductor, draft, change):
    forms = opened(conductor, draft)
    if change == "swapped":
        swap(draft)
    else:
        next_round.reseat_round(draft, by=ANNA, at=NOON)
    tables = services.as_lists(draft)
    for name in ACTS:
        assert CHANGED in press(conductor, draft, forms, name)
        now = Round.objects.get()
        assert (now.status, services.as_lists(now)) == (Round.Status.SEATED, tables), name


def test_a_page_of_a_seating_discarded_meanwhile_does_not_discard_the_next_one(conductor, draft):
    forms = opened(conductor, draft)
    services.discard_round(draft, by=ANNA, at=NOON)
    seat_next_round(draft.tournament, by=ANNA, at=NOON)
    assert CHANGED in press(conductor, draft, forms, "round-discard")
    assert Round.objects.exists()


@pytest.mark.long
def test_the_page_of_changes_undoes_only_the_change_that_it_names(conductor, draft):
    forms = opened(conductor, draft, "round-change")
    swap(draft)
    tables = services.as_lists(draft)
    assert CHANGED in press(conductor, draft, forms, "round-undo")
    assert services.as_lists(draft) == tables


@pytest.mark.long
def test_a_page_of_now_does_what_it_says(conductor, draft):
    for name in ("round-undo", "round-reseat", "round-publish", "round-discard"):
        text = press(conductor, draft, opened(conductor, draft), name)
        assert PUBLISHED not in text, name
        assert CHANGED not in text, name
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("name", "fields"),
    [("seat-swap", "one other"), pytest.param("seat-move", "who to", marks=pytest.mark.long)],
)
def test_people_of_a_seating_changed_meanwhile_are_not_swapped_or_moved(
    conductor, draft, name, fields
):
    forms = opened(conductor, draft)
    here = draft.seats.get(table__number=1, position=1).entry_id
    other = draft.seats.get(table__number=2, position=1).entry_id
    there = other if name == "seat-swap" else 2
    values = dict(zip(fields.split(), (here, there), strict=True))
    forms[address(name, draft)] |= values
    swap(draft)
    tables = services.as_lists(draft)
    assert CHANGED in press(conductor, draft, forms, name)
    assert services.as_lists(draft) == tables
    again = opened(conductor, draft)
    again[address(name, draft)] |= values
    press(conductor, draft, again, name)
    assert services.as_lists(draft) != tables
