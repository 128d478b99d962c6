"""An exact tie at the cut is a question to the conductor, and its answer is what seating uses."""

from copy import deepcopy

import pytest
from django.urls import reverse

from scoring.finals import semifinal_tables
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.tournaments.standings.hands import count_change, play_round
from tournaments.models import Adjustment, LedgerEntry, Round, SheetLine, Standing, Tournament
from tournaments.registration.services import drop
from tournaments.seating import errors as seating_errors
from tournaments.seating.formats import finals
from tournaments.seating.formats.registry import format_of
from tournaments.seating.persistence import as_lists
from tournaments.seating.ranking import stored_ranking
from tournaments.standings import errors
from tournaments.standings.computing.services import differences, refresh
from tournaments.standings.deciding.services import adjust, take_back
from tournaments.standings.deciding.ties import by_lot, decide_tie
from tournaments.standings.next_round.services import (
    reseat_round,
    seat_next_round,
    seat_semifinals,
)

# The decisions are Python: ../deciding/test_made_from.py seats finals and semifinals on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
LATER = NOON + minutes(300)
WHO = {"by": ANNA, "at": LATER}
Kind = Adjustment.Kind


@pytest.fixture(scope="module")
def played_once(module_database):
    """Eight after a round: 1 and 5 have won; 2, 3, 6 and 7 are exactly equal, and one is in."""
    tournament = make_tournament(
        make_event("Tied"), rounds_planned=1, finalists=3, table_min=3, lot_seed="0123456789abcdef"
    )
    entries = make_entries(tournament, 8)
    points = (100, 50, 50, 20)
    tables = [list(zip(entries[start : start + 4], points, strict=True)) for start in (0, 4)]
    play_round(tournament, tables, number=1)
    refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


def the(tournament, *numbers):
    found = {entry.player.name: entry for entry in tournament.entries.select_related("player")}
    return [found[f"Player {number:03}"] for number in numbers]


def through(tournament):
    return finals.lineup(tournament, stored_ranking(tournament)).cut.through


def test_a_final_is_not_seated_through_a_tie(tournament):
    with pytest.raises(seating_errors.TieAtTheCut) as refusal:
        seat_next_round(tournament, **WHO)
    assert "Player 002, Player 003, Player 006, Player 007" in str(refusal.value)
    assert tournament.rounds.count() == 1


def test_nor_are_semifinals():
    tournament = make_tournament(rounds_planned=1, finalists=4, table_preferred=4, table_min=3)
    entries = make_entries(tournament, 12)
    points = (100, 50, 50, 20)
    tables = [list(zip(entries[start : start + 4], points, strict=True)) for start in (0, 4, 8)]
    play_round(tournament, tables, number=1)
    refresh(tournament.pk, at=LATER)
    with pytest.raises(seating_errors.TieAtTheCut):
        seat_semifinals(tournament, 2, **WHO)


@pytest.mark.each_database
@pytest.mark.parametrize(
    # Each kind stores the same rows.
    "kind",
    [Kind.PLAYOFF, pytest.param(Kind.CHOICE, marks=pytest.mark.long)],
)
def test_who_is_put_first_is_in(tournament, kind):
    order = the(tournament, 7, 3, 2, 6)
    decide_tie(tournament, order, kind, reason="as they agreed", **WHO)
    assert through(tournament) == the(tournament, 1, 5, 7)
    final = seat_next_round(tournament, **WHO)
    assert as_lists(final) == [[entry.pk for entry in the(tournament, 1, 5, 7)]]
    assert reseat_round(final, **WHO).seats.count() == 3
    assert differences(tournament) == []


def test_lots_are_drawn_from_the_published_seed(tournament):
    equal = the(tournament, 2, 3, 6, 7)
    made = decide_tie(tournament, equal, Kind.LOT, reason="", **WHO)
    drawn = by_lot(tournament, equal)
    assert [one.entry for one in made] == drawn
    assert drawn != equal, "the draw is not the alphabet"
    assert made[0].reason == "seed 0123456789abcdef"
    assert through(tournament)[2] == drawn[0]


def test_a_decision_is_in_the_ledger_and_everybody_sees_it(client, tournament):
    decide_tie(tournament, the(tournament, 7, 3, 2, 6), Kind.PLAYOFF, reason="one game", **WHO)
    entry = LedgerEntry.objects.get(verb="decide tie")
    people = [f"Player 00{number}" for number in (7, 3, 2, 6)]
    assert entry.after == {"people": people, "how": "playoff", "reason": "one game"}
    address = reverse("standings", args=[tournament.event.slug, tournament.slug])
    page = client.get(address).content.decode()
    assert "order after a play-off: 1" in page
    rows = Standing.objects.filter(place=3).order_by("rank")
    assert [row.entry.player.name for row in rows.select_related("entry__player")] == people


def test_a_decision_holds_only_while_the_same_people_are_equal(tournament):
    decide_tie(tournament, the(tournament, 7, 3), Kind.LOT, reason="", **WHO)
    with pytest.raises(seating_errors.TieAtTheCut):
        seat_next_round(tournament, **WHO)


def test_a_new_decision_replaces_the_old_one_and_a_withdrawn_one_asks_again(tournament):
    decide_tie(tournament, the(tournament, 7, 3, 2, 6), Kind.PLAYOFF, reason="", **WHO)
    made = decide_tie(
        tournament, the(tournament, 6, 3, 2, 7), Kind.PLAYOFF, reason="", by=ANNA,
        at=LATER + minutes(1),
    )  # fmt: skip
    assert through(tournament) == the(tournament, 1, 5, 6)
    assert Adjustment.objects.filter(taken_back_at=None).count() == len(made)
    take_back(made[0], **WHO)
    refresh(tournament.pk, at=LATER)
    with pytest.raises(seating_errors.TieAtTheCut):
        seat_next_round(tournament, **WHO)


def test_a_choice_needs_a_reason_and_people_who_are_equal(tournament):
    with pytest.raises(errors.ReasonMissing):
        decide_tie(tournament, the(tournament, 7, 3), Kind.CHOICE, reason=" ", **WHO)
    for people in ([7], [7, 7], [1, 2]):
        with pytest.raises(errors.NotEqual):
            decide_tie(tournament, the(tournament, *people), Kind.LOT, reason="", **WHO)
    with pytest.raises(errors.NoWayToDecide):
        decide_tie(tournament, the(tournament, 7, 3), Kind.BYE, reason="x", **WHO)
    with pytest.raises(errors.NotEqual):
        adjust(the(tournament, 7)[0], Kind.LOT, reason="x", **WHO)


def test_a_correction_that_ends_the_tie_ends_the_question(tournament):
    line = SheetLine.objects.get(seat__entry=the(tournament, 7)[0])
    line.points = 51
    line.save()
    count_change(tournament.pk)
    final = seat_next_round(tournament, **WHO)
    assert the(tournament, 7)[0].pk in as_lists(final)[0]


def test_the_tie_break_by_lot_decides_as_well(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=["lot"])
    count_change(tournament.pk)
    tournament.refresh_from_db()
    assert seat_next_round(tournament, **WHO).seats.count() == 3


# --- Where the order of equals matters without a cut ----------------------------------------------


def lots(tournament, entries):
    """These people, who are equal and undecided, the highest lot first."""
    return by_lot(tournament, entries)


def test_equal_finalists_sit_in_the_order_of_their_lots(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(finalists=6, table_max=6)
    tournament.refresh_from_db()
    final = seat_next_round(tournament, **WHO)
    equal = the(tournament, 2, 3, 6, 7)
    assert as_lists(final)[0][2:] == [entry.pk for entry in lots(tournament, equal)]
    assert "Equals stand in the order of lots" in format_of(tournament).reason(final)


def test_or_as_a_conductor_decided(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(finalists=6, table_max=6)
    tournament.refresh_from_db()
    order = the(tournament, 7, 3, 2, 6)
    decide_tie(tournament, order, Kind.PLAYOFF, reason="one game", **WHO)
    final = seat_next_round(tournament, **WHO)
    assert as_lists(final)[0][2:] == [entry.pk for entry in order]


def test_equals_are_seeded_into_semifinals_by_their_lots():
    tournament = make_tournament(
        rounds_planned=1, finalists=4, table_preferred=4, table_min=3, lot_seed="0123456789abcdef"
    )
    entries = make_entries(tournament, 8)
    points = (100, 50, 50, 20)
    tables = [list(zip(entries[start : start + 4], points, strict=True)) for start in (0, 4)]
    play_round(tournament, tables, number=1)
    refresh(tournament.pk, at=LATER)
    semis = seat_semifinals(tournament, 2, **WHO)
    order = [
        *lots(tournament, the(tournament, 1, 5)),
        *lots(tournament, the(tournament, 2, 3, 6, 7)),
        *lots(tournament, the(tournament, 4, 8)),
    ]
    seeds = [entry.pk for entry in order]
    assert as_lists(semis) == semifinal_tables(seeds, 2)


def test_the_bye_among_equals_goes_to_the_lowest_lot():
    tournament = make_tournament(
        rounds_planned=3, table_min=3, table_preferred=3, table_max=3, finalists=3,
        lot_seed="0123456789abcdef",
    )  # fmt: skip
    entries = make_entries(tournament, 9)
    tables = [[(entry, 50) for entry in entries[start : start + 3]] for start in (0, 3, 6)]
    play_round(tournament, tables, number=1)
    drop(entries[0], **WHO)
    refresh(tournament.pk, at=LATER)
    second = seat_next_round(tournament, mode=Round.SeatingMode.STANDINGS, **WHO)
    out = {bye.entry for bye in second.byes.select_related("entry")}
    assert out == set(lots(tournament, entries[1:])[-2:])


# --- Pages ----------------------------------------------------------------------------------------


def test_the_page_asks_and_the_answer_is_kept_as_typed_when_it_is_refused(client, tournament):
    client.force_login(make_conductor(tournament.event))
    where = reverse("finals", args=[tournament.event.slug, tournament.slug])
    decide = reverse("finals-tie", args=[tournament.event.slug, tournament.slug])
    page = client.get(where).content.decode()
    assert (
        "These people are exactly equal, but not all of them go on, or not to the same table."
        in page
    )
    order = the(tournament, 6, 2, 3, 7)
    typed = {f"number-{entry.pk}": "1" for entry in order}
    answer = client.post(decide, typed | {"kind": "choice", "reason": "she was here first"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Give each of them another number" in page
    assert "she was here first" in page
    typed = {f"number-{entry.pk}": str(n) for n, entry in enumerate(order, 1)}
    answer = client.post(decide, typed | {"kind": "choice", "reason": ""})
    assert answer.status_code == 422
    answer = client.post(decide, typed | {"kind": "choice", "reason": "agreed"}, follow=True)
    page = answer.content.decode()
    assert "Decided. The standings say how." in page
    assert "exactly equal" not in page
    assert through(tournament) == the(tournament, 1, 5, 6)


def test_lots_need_no_numbers(client, tournament):
    client.force_login(make_conductor(tournament.event))
    decide = reverse("finals-tie", args=[tournament.event.slug, tournament.slug])
    assert client.post(decide, {"kind": "lot"}).status_code == 302
    assert Adjustment.objects.filter(kind="lot").count() == 4
