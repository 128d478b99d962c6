"""A bye that goes to somebody else: one act, and nobody is left with neither seat nor bye."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_event
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, pairs, seat
from tournaments.models import Entry, LedgerEntry
from tournaments.seating import errors
from tournaments.seating.changing import services as changing
from tournaments.seating.changing.listed import Listed
from tournaments.verbs import Verb

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}


@pytest.fixture(
    scope="module",
    # The bye of each format is a row alike.
    params=[P.FIELD, *(pytest.param(p, marks=pytest.mark.long) for p in (P.DUTCH, P.ROUND_ROBIN))],
)
def drawn_once(request, module_database):
    return seat(head_to_head(request.param, 5, make_event(f"Day of {request.param}")))


@pytest.fixture
def round_(drawn_once):
    """The draft of the first round of five people."""
    return deepcopy(drawn_once)


def places(round_):
    """Where everybody is: the table, or None for a bye. Fails if anybody has two or no place."""
    seated = list(round_.seats.values_list("entry_id", "table__number"))
    out = [(bye.entry_id, None) for bye in round_.byes.all()]
    everybody = round_.tournament.entries.order_by("pk").values_list("pk", flat=True)
    assert sorted(entry for entry, _table in seated + out) == list(everybody)
    return dict(seated + out)


@pytest.mark.parametrize("turned", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_seat_is_traded_for_a_bye_and_undone(round_, turned):
    before = places(round_)
    out, first = round_.byes.get().entry, round_.seats.first().entry
    changing.swap_seats(round_, *((first, out) if turned else (out, first)), **WHO)
    after = places(round_)
    assert (after[first.pk], after[out.pk]) == (None, before[first.pk])
    assert [after[pk] for pk in after if pk not in (first.pk, out.pk)] == [
        before[pk] for pk in after if pk not in (first.pk, out.pk)
    ]
    kept = LedgerEntry.objects.get(event=round_.tournament.event, verb="swap seats")
    assert (kept.before[str(out)], kept.after[str(first)]) == ("bye", "bye")
    changing.undo(round_, **WHO)
    assert places(round_) == before


def test_a_list_that_moves_the_bye_is_undone(round_):
    before, was = places(round_), pairs(round_)
    (one, two), (three, four), out = *was, round_.byes.get().entry_id
    listed = Listed([[one, out], [three, four]], [two])
    changing.replace_tables(round_, listed, Verb.READ_SEATING_IN, **WHO)
    assert places(round_)[two] is None
    changing.undo(round_, **WHO)
    assert (places(round_), pairs(round_)) == (before, was)


def test_who_left_cannot_take_the_seat(round_):
    out, first = round_.byes.get().entry, round_.seats.first().entry
    Entry.objects.filter(pk=out.pk).update(status=Entry.Status.ENTERED)
    with pytest.raises(errors.NotCheckedIn):
        changing.swap_seats(round_, first, out, **WHO)


def test_the_page_of_the_round_offers_the_bye(client):
    round_ = seat(head_to_head(P.FIELD, 5))
    tournament = round_.tournament
    client.force_login(make_conductor(tournament.event))
    out, first = round_.byes.get().entry, round_.seats.first().entry
    assert (
        f"{out.player.name} (bye)" in client.get(round_.get_absolute_url(), {"own": "parts"}).text
    )
    here = reverse("seat-swap", args=[tournament.event.slug, tournament.slug, round_.number])
    assert client.post(here, {"one": first.pk, "other": out.pk}).status_code == 302
    assert places(round_)[first.pk] is None
