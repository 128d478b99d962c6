"""Who counts for a seat that was taken over is changed in a closed round too, and taken back."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
)
from tests.routes.controls import PageForms
from tests.tournaments.standings.hands import close, report
from tournaments.models import Bye, LedgerEntry, Player, Round, Standing
from tournaments.registration.services import check_in, enter
from tournaments.results.ruling.annulling import annul_round
from tournaments.seating import errors
from tournaments.seating.changing import takeovers
from tournaments.standings.computing.services import refresh

# Who counts is decided in Python: seating/changing/test_takeovers.py stores it on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}
WHY = {**WHO, "reason": "written down wrongly"}
BEGAN, PLAYS_ON, NOBODY = takeovers.CountsFor
#: Whose points there are after each choice: of Player 001, who began, and of Hal, who played on.
COUNTED = {BEGAN: ("4", None), PLAYS_ON: ("0", "4"), NOBODY: ("0", None)}


@pytest.fixture(scope="module")
def closed(module_database):
    """A closed round, in which Hal took over the seat of the winner, who still counts."""
    entries = make_entries(make_tournament(scheme="house", rounds_planned=3), 7)
    tournament = entries[0].tournament
    hal = Player.objects.create(event=tournament.event, name="Hal", identity="hal")
    check_in(enter(hal, tournament, **WHO), **WHO)
    made = make_round(tournament, [entries[:4], entries[4:]])
    report(made.tables.get(number=1), [40, 30, 20, 10])
    report(made.tables.get(number=2), [30, 20, 10])
    takeovers.take_over(made, entries[0], hal, counts_for=BEGAN, **WHY)
    close(made)
    return entries, hal, Round.objects.select_related("tournament__event").get(pk=made.pk)


@pytest.fixture
def found(closed):
    return deepcopy(closed)


@pytest.fixture
def entries(found):
    return found[0]


@pytest.fixture
def hal(found):
    return found[1]


@pytest.fixture
def round_(found):
    return found[2]


def scores(round_):
    refresh(round_.tournament_id, at=NOON)
    rows = dict(
        Standing.objects.filter(tournament=round_.tournament_id).values_list(
            "entry__player__name", "score"
        )
    )
    hal = rows.get("Hal", "0")
    return rows.get("Player 001", "0"), None if hal == "0" else hal


def seat_of(round_):
    return round_.seats.select_related("entry").get(table__number=1, position=1)


# test_takeovers.py shows for whom a result counts by each of them.
@pytest.mark.parametrize("other", [PLAYS_ON, pytest.param(NOBODY, marks=pytest.mark.long)])
def test_in_a_closed_round_it_counts_for_another_and_back_again(round_, other):
    assert scores(round_) == COUNTED[BEGAN]
    for counts_for in (other, BEGAN):
        seat = takeovers.count_for(round_, seat_of(round_).entry, counts_for, **WHY)
        assert takeovers.counts_for_of(seat) == counts_for
        assert seat.is_taken_over
        assert scores(round_) == COUNTED[counts_for]
    assert not Bye.objects.exists()
    said = LedgerEntry.objects.filter(verb="take over seat").order_by("pk")
    assert [one.after["counts_for"] for one in said] == [BEGAN, other, BEGAN]


def test_it_goes_from_nobody_to_the_one_who_plays_on(round_):
    takeovers.count_for(round_, seat_of(round_).entry, NOBODY, **WHY)
    takeovers.count_for(round_, seat_of(round_).entry, PLAYS_ON, **WHY)
    assert scores(round_) == COUNTED[PLAYS_ON]
    assert Bye.objects.get().kind == Bye.Kind.ABSENT


def test_it_is_taken_back_though_both_play_elsewhere_by_now(round_, entries, hal):
    takeovers.count_for(round_, entries[0], PLAYS_ON, **WHY)
    other = make_tournament(round_.tournament.event, name="Other", slug="other")
    players = [entries[0].player, hal]
    make_round(other, [[check_in(enter(one, other, **WHO), **WHO) for one in players]])
    takeovers.take_back(round_, seat_of(round_).entry, **WHY)
    assert scores(round_) == COUNTED[BEGAN]
    assert not seat_of(round_).is_taken_over


def test_a_change_that_changes_nothing_is_refused(round_, entries):
    with pytest.raises(errors.CountsForAlready):
        takeovers.count_for(round_, entries[0], BEGAN, **WHY)
    with pytest.raises(errors.NotTakenOver):
        takeovers.count_for(round_, entries[1], NOBODY, **WHY)


def test_nobody_takes_over_a_seat_of_a_closed_round(round_, entries, hal):
    takeovers.take_back(round_, entries[0], **WHY)
    with pytest.raises(errors.NotWhilePlayed):
        takeovers.take_over(round_, entries[0], hal, counts_for=BEGAN, **WHY)


@pytest.fixture
def conductor(client, round_):
    client.force_login(make_conductor(round_.tournament.event))
    return client


def address(round_, entry):
    at = [round_.tournament.event.slug, round_.tournament.slug, round_.number]
    return reverse("seat-give-back", args=[*at, entry.pk])


def test_the_page_shows_what_changes_and_then_does_it(conductor, round_, entries):
    page = address(round_, entries[0])
    over = reverse("seat-take-over", args=[round_.tournament.event.slug, round_.tournament.slug, 1])
    assert over in conductor.get(round_.get_absolute_url(), {"own": "page"}).text
    assert page in conductor.get(over).text
    shown = conductor.post(page, {"counts_for": NOBODY, "reason": "as agreed"})
    assert "Nothing is saved yet." in shown.text
    assert "Player 001" in shown.text
    assert scores(round_) == COUNTED[BEGAN]
    conductor.post(page, PageForms(shown.text).found[-1].values)
    assert scores(round_) == COUNTED[NOBODY]


def test_an_older_preview_changes_nothing(conductor, round_, entries):
    page = address(round_, entries[0])
    shown = conductor.post(page, {"counts_for": "back", "reason": "as agreed"})
    takeovers.count_for(round_, entries[0], NOBODY, **WHY)
    again = conductor.post(page, PageForms(shown.text).found[-1].values)
    assert again.status_code == 409
    assert "Something has changed since you looked." in again.text
    assert "as agreed" in again.text
    assert seat_of(round_).is_taken_over


def test_the_page_of_an_annulled_round_says_why_it_has_no_form(conductor, round_, entries):
    annulled = annul_round(round_, **WHY)
    shown = conductor.get(address(annulled, entries[0])).text
    assert "This one counts nowhere." in shown
    assert "Preview changes" not in shown


@pytest.mark.long
def test_a_program_changes_it_too(conductor, round_, entries):
    at = [round_.tournament.event.slug, round_.tournament.slug, 1]

    def send(**said):
        said = {"entry_id": entries[0].pk, "reason": "wrong"} | said
        return conductor.post(reverse("api-give-back", args=at), said, "application/json")

    assert send(counts_for=NOBODY).status_code == 200
    assert scores(round_) == COUNTED[NOBODY]
    assert send(counts_for=NOBODY).json()["code"] == "counts-for-already"
    assert send().status_code == 200
    assert not seat_of(round_).is_taken_over
