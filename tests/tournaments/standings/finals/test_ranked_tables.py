"""A final of several ranked tables: the best at the top table, the next at the second."""

from copy import deepcopy
from html import unescape

import pytest
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import strip_tags

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.tournaments.standings.hands import close, count_change, play_round, report
from tournaments.clock.services import start_slot
from tournaments.models import Entry, LedgerEntry, Round, SheetLine, Standing, Tournament
from tournaments.registration.services import drop
from tournaments.results.errors import TablesStillPlaying
from tournaments.results.ruling.services import close_round
from tournaments.seating import errors
from tournaments.seating.changing.services import remove_no_show, undo
from tournaments.seating.formats import finals
from tournaments.seating.formats.registry import format_of
from tournaments.seating.persistence import as_lists
from tournaments.seating.ranking import stored_ranking
from tournaments.seating.services import discard_round, publish_round
from tournaments.standings.computing.services import differences, refresh
from tournaments.standings.deciding import late_corrections
from tournaments.standings.next_round.services import (
    make_again,
    reseat_round,
    seat_next_in_line,
    seat_next_round,
)

# The decisions are Python: ../deciding/test_made_from.py seats finals and semifinals on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
LATER = NOON + minutes(300)
WHO = {"by": ANNA, "at": LATER}
#: After the round: winners first, then seconds, and so on, each by game points.
ORDER = [1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12]


def after_a_round(event):
    tournament = make_tournament(event, rounds_planned=1, finalists=8, final_tables=2, table_min=3)
    entries = make_entries(tournament, 12)
    tables = [[(entries[start + n], 100 - 10 * n - start) for n in range(4)] for start in (0, 4, 8)]
    play_round(tournament, tables, number=1)
    refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture(scope="module")
def without_final(module_database):
    return after_a_round(make_event("Before the final"))


@pytest.fixture(scope="module")
def with_final(module_database):
    tournament = after_a_round(make_event())
    return tournament, publish_round(seat_next_round(tournament, **WHO), **WHO)


@pytest.fixture
def both(with_final):
    return deepcopy(with_final)


@pytest.fixture
def final(both):
    return both[1]


@pytest.fixture
def tournament(request, both, without_final):
    """After the round; for a test that asks for the final too, with that."""
    return both[0] if "final" in request.fixturenames else deepcopy(without_final)


@pytest.fixture
def conductor(client, tournament):
    client.force_login(make_conductor(tournament.event))
    return client


def the(tournament, number):
    entries = tournament.entries.select_related("player", "tournament")
    return entries.get(player__name=f"Player {number:03}")


def seated(round_):
    names = dict(round_.seats.values_list("entry_id", "entry__player__name"))
    return [[int(names[entry][-3:]) for entry in table] for table in as_lists(round_)]


def standing(tournament):
    refresh(tournament.pk, at=LATER)
    assert differences(Tournament.objects.get(pk=tournament.pk)) == []
    rows = Standing.objects.filter(tournament=tournament).order_by("rank")
    return [int(name[-3:]) for name in rows.values_list("entry__player__name", flat=True)]


def whys(tournament):
    rows = Standing.objects.filter(tournament=tournament).order_by("rank")
    return list(rows.values_list("why", flat=True))


def started(final):
    return Round.objects.get(pk=final.pk)


def report_at(final, number, *points):
    report(final.tables.get(number=number), points)


def equal_to(tournament, number, other):
    """Let somebody end the round with the points of another winner or second."""
    line = SheetLine.objects.get(seat__entry=the(tournament, number))
    line.points = SheetLine.objects.get(seat__entry=the(tournament, other)).points
    line.save()
    count_change(tournament.pk)
    refresh(tournament.pk, at=LATER)


# --- Who sits where -------------------------------------------------------------------------------


def test_the_best_four_sit_at_the_top_table_and_the_next_four_at_the_second(tournament, final):
    assert seated(final) == [ORDER[:4], ORDER[4:8]]
    again = make_again(final, **WHO)
    assert (again.kind, seated(again)) == (Round.Kind.FINAL, [ORDER[:4], ORDER[4:8]])


@pytest.mark.long
def test_another_proposal_is_the_same_as_the_final_follows_from_the_standings(tournament):
    draft = seat_next_round(tournament, **WHO)
    assert seated(reseat_round(draft, **WHO)) == [ORDER[:4], ORDER[4:8]]


def test_with_fewer_people_the_top_table_is_full_and_the_last_the_smaller_one(tournament):
    gone = [the(tournament, number).pk for number in ORDER[5:10]]
    Entry.objects.filter(pk__in=gone).update(status=Entry.Status.DROPPED)
    assert seated(seat_next_round(tournament, **WHO)) == [[1, 5, 9, 2], [6, 8, 12]]


def test_who_would_make_a_table_too_small_stands_by(tournament):
    gone = [the(tournament, number).pk for number in ORDER[5:]]
    Entry.objects.filter(pk__in=gone).update(status=Entry.Status.DROPPED)
    found = finals.lineup(tournament, stored_ranking(tournament)).cut
    assert [str(entry) for entry in found.alternates] == ["Player 006"]
    assert seated(seat_next_round(tournament, **WHO)) == [[1, 5, 9, 2]]


def test_equals_on_both_sides_of_two_tables_are_a_question(tournament, conductor):
    equal_to(tournament, 6, 2)  # the fourth and the fifth
    with pytest.raises(errors.TieAtTheCut) as refusal:
        seat_next_round(tournament, **WHO)
    assert "Player 002, Player 006" in str(refusal.value)
    where = [tournament.event.slug, tournament.slug]
    page = conductor.get(reverse("finals", args=where)).content.decode()
    assert "or not to the same table" in page
    numbers = {6: "1", 2: "2"}
    typed = {f"number-{the(tournament, one).pk}": number for one, number in numbers.items()}
    sent = typed | {"kind": "playoff", "reason": "they rolled"}
    conductor.post(reverse("finals-tie", args=where), sent)
    refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    assert seated(seat_next_round(tournament, **WHO))[0] == [1, 5, 9, 6]


def test_equals_at_one_table_are_no_question(tournament):
    equal_to(tournament, 10, 6)  # the fifth and the sixth
    assert len(seated(seat_next_round(tournament, **WHO))) == 2


@pytest.mark.long
def test_the_pages_say_which_table_is_which(tournament, conductor):
    where = [tournament.event.slug, tournament.slug]
    page = conductor.get(reverse("finals", args=where)).content.decode()
    assert page.index("Top table") < page.index("Player 002") < page.index("Table 2 of the final")
    final = publish_round(seat_next_round(tournament, **WHO), **WHO)
    assert "sit at the top table" in format_of(tournament).reason(final)
    why = reverse("seat-why", args=[*where, final.number, the(tournament, 6).pk])
    page = conductor.get(why).content.decode()
    assert "the best at the top table" in page
    assert "the standings decide who sits at which table" in page
    assert "Swapping" not in page


# --- Places and champion --------------------------------------------------------------------------


def test_places_follow_table_by_table_and_the_champion_is_of_the_top_table(tournament, final):
    start_slot(final, **WHO)
    report_at(final, 1, 10, 20, 40, 30)
    report_at(final, 2, 90, 80, 120, 70)
    close(started(final))
    assert standing(tournament) == [9, 2, 5, 1, 3, 6, 10, 7, *ORDER[8:]]
    assert whys(tournament)[3] == "Played at a higher table of the final."
    assert whys(tournament)[0] == "Better in the final: 40 against 30."
    tournament.refresh_from_db()
    assert tournament.champion == the(tournament, 9)


def test_the_second_table_does_not_pass_the_top_table_while_that_has_no_hand_yet(tournament, final):
    start_slot(final, **WHO)
    assert standing(tournament) == ORDER
    report_at(final, 2, 90, 80, 120, 70)
    assert standing(tournament) == [*ORDER[:4], 3, 6, 10, 7, *ORDER[8:]]


def test_nobody_is_champion_if_the_top_table_has_not_played(tournament, final):
    start_slot(final, **WHO)
    report_at(final, 2, 90, 80, 120, 70)
    close(started(final))
    refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    assert tournament.champion is None


def test_the_final_closes_when_all_of_its_tables_have_finished(tournament, final):
    start_slot(final, **WHO)
    report_at(final, 1, 10, 20, 40, 30)
    with pytest.raises(TablesStillPlaying):
        close_round(final, **WHO)


def test_the_pages_of_the_standings_and_of_the_champion_show_both_tables(client, tournament, final):
    start_slot(final, **WHO)
    report_at(final, 1, 10, 20, 40, 30)
    report_at(final, 2, 90, 80, 120, 70)
    close(started(final))
    refresh(tournament.pk, at=LATER)
    where = [tournament.event.slug, tournament.slug]
    for name in ("standings", "champion"):
        page = client.get(reverse(name, args=where)).content.decode()
        page = page[page.index("Top table") :]
        assert page.index("Player 009") < page.index("Table 2 of the final")
        assert page.index("Table 2 of the final") < page.index("Player 003")


# --- An empty seat --------------------------------------------------------------------------------


def test_at_the_top_table_the_best_of_the_second_moves_up(tournament, final, conductor):
    drop(the(tournament, 5), **WHO)
    page = conductor.get(final.get_absolute_url(), {"own": "page"}).content.decode()
    assert "Player 006 moves up to Table 1." in page
    assert "Next in line: Player 011" in page
    seat = seat_next_in_line(final, **WHO)
    assert (seat.entry, seat.table.number) == (the(tournament, 11), 2)
    assert seated(final) == [[1, 9, 2, 6], [10, 3, 7, 11]]
    entry = LedgerEntry.objects.get(verb="seat next in line")
    assert entry.before == {"Player 005": [1, 2], "Player 006": [2, 1]}
    assert entry.after == {"Player 006": [1, 4], "Player 011": [2, 4]}


@pytest.mark.long
def test_that_is_how_the_final_would_be_seated_now(tournament, final):
    drop(the(tournament, 5), **WHO)
    seat_next_in_line(final, **WHO)
    filled = seated(final)
    refresh(tournament.pk, at=LATER)
    assert not Round.objects.get(pk=final.pk).is_outdated
    assert seated(make_again(Round.objects.get(pk=final.pk), **WHO)) == filled


def test_of_two_empty_seats_that_of_the_top_table_is_filled_first(tournament, final):
    for number in (10, 5):
        drop(the(tournament, number), **WHO)
    seat_next_in_line(final, **WHO)
    assert seated(final) == [[1, 9, 2, 6], [10, 3, 7, 11]]  # Player 010 still has the seat
    seat_next_in_line(final, **WHO)
    assert seated(final) == [[1, 9, 2, 6], [3, 7, 11, 4]]
    with pytest.raises(errors.NoEmptySeat):
        seat_next_in_line(final, **WHO)


@pytest.mark.long
def test_where_those_who_are_here_fill_fewer_tables_the_page_says_how_to_go_on(
    tournament, final, conductor
):
    for number in (3, 7, 11, 4, 8, 12, 10):
        drop(the(tournament, number), **WHO)
    page = conductor.get(final.get_absolute_url(), {"own": "page"}).content.decode()
    assert "Those who are here fill one table. Discard this round" in page
    with pytest.raises(errors.NobodyInLine):
        seat_next_in_line(final, **WHO)
    discard_round(final, **WHO)
    again = seat_next_round(tournament, **WHO)
    # One table holds half of the finalists.
    assert seated(again) == [[1, 5, 9, 2]]


def test_a_seat_that_was_taken_away_is_filled_alike(tournament, final):
    remove_no_show(final, the(tournament, 9), **WHO)
    drop(the(tournament, 9), **WHO)
    seat_next_in_line(final, **WHO)
    assert seated(final) == [[1, 5, 2, 6], [10, 3, 7, 11]]


def test_undoing_it_puts_everybody_back(tournament, final):
    drop(the(tournament, 5), **WHO)
    seat_next_in_line(final, **WHO)
    undo(final, **WHO)
    assert seated(final) == [ORDER[:4], ORDER[4:8]]


def test_nobody_moves_up_from_a_table_that_plays(tournament, final, conductor):
    start_slot(final, **WHO)
    report_at(final, 2, 90, 80, 120, 70)
    drop(the(tournament, 5), **WHO)
    page = conductor.get(final.get_absolute_url(), {"own": "page"}).content.decode()
    assert "moves up" not in page
    with pytest.raises(errors.TablePlays):
        seat_next_in_line(Round.objects.get(pk=final.pk), **WHO)
    assert seated(final) == [ORDER[:4], ORDER[4:8]]


# --- A late correction ----------------------------------------------------------------------------


def correct(tournament, number, points):
    def change():
        SheetLine.objects.filter(seat__entry=the(tournament, number)).update(points=points)
        count_change(tournament.pk)

    first = tournament.rounds.get(number=1)
    return late_corrections.preview(first, change, at=LATER)


@pytest.mark.long
def test_its_preview_names_who_comes_to_another_table_of_the_final(tournament):
    found = correct(tournament, 6, 92)  # now the best of the seconds
    assert (found.gets_in, found.drops_out) == ([], [])
    assert found.moves == [("Player 006", 2, 1), ("Player 002", 1, 2)]
    page = unescape(strip_tags(render_to_string("standings/_consequences.html", {"found": found})))
    assert "Player 006: table 1 of the final instead of 2" in page
    assert "The finalists stay the same." not in page


@pytest.mark.long
def test_its_preview_says_how_a_final_that_is_seated_would_come_out(tournament, final):
    found = correct(tournament, 6, 92)
    (later,) = found.later
    assert later.differs
    assert later.instead == [
        "Player 001, Player 005, Player 009, Player 006",
        "Player 002, Player 010, Player 003, Player 007",
    ]
    assert not correct(tournament, 12, 1).later[0].differs


# --- What the database refuses --------------------------------------------------------------------


@pytest.mark.each_database
def test_a_final_whose_tables_do_not_fit_cannot_be_stored(tournament):
    two = {"pairing": "dutch", "table_min": 2, "table_preferred": 2, "table_max": 2}
    for changes in (
        {"final_tables": 0},
        {"final_tables": 3},
        {"finalists": 9},
        {"finalists": 4},
        {"finalists": 14},
        {**two, "finalists": 4},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(**changes)
