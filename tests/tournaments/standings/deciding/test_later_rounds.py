"""A correction names the rounds that were seated since."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.tournaments.seating.head_to_head.playing import ONE_SWISS, P, head_to_head, play, seat
from tests.tournaments.standings.hands import play_round
from tournaments.models import Entry, Round, ScoreSheet, Seat, SheetLine, Table
from tournaments.results_version import count_change
from tournaments.seating.head_to_head import bracket
from tournaments.seating.persistence import as_lists
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding import late_corrections, later_rounds
from tournaments.standings.deciding.services import adjust
from tournaments.standings.next_round.services import seat_next_round, seat_semifinals
from tournaments.transactions import atomic

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@atomic
def turn_round(table):
    """Give each of two players the points of the other."""
    one, other = SheetLine.objects.filter(sheet__table=table).order_by("seat__position")
    one.points, other.points = other.points, one.points
    one.save()
    other.save()
    count_change(table.round.tournament_id, at=NOON)


def preview(round_, number=1):
    table = round_.tables.select_related("round__tournament").get(number=number)
    return late_corrections.preview(round_, lambda: turn_round(table), at=NOON).later


def paired_again(tournament, draft):
    draft.delete()
    return {frozenset(pair) for pair in as_lists(seat(tournament))}


# test_a_program_is_asked_about_rounds_that_differ_and_answers_with_their_mark has the pairs of a
# Swiss, test_made_from.py its mark.
@pytest.mark.long
@pytest.mark.parametrize("pairing", ONE_SWISS)
def test_a_swiss_round_that_pairs_differently_is_named_with_its_pairs(pairing):
    tournament = head_to_head(pairing, 8)
    first = seat(tournament)
    play(first)
    second = seat(tournament)
    names = dict(tournament.entries.values_list("pk", "player__name"))
    before = {frozenset(pair) for pair in as_lists(second)}

    (found,) = preview(first)
    turn_round(first.tables.select_related("round").get(number=1))
    after = paired_again(tournament, second)

    assert after != before
    assert (found.from_results, found.differs) == (True, True)
    said = {frozenset(pair.split(", ")) for pair in found.instead}
    assert said == {frozenset(names[entry] for entry in pair) for pair in after - before}


# test_made_from.py marks such a match, and makes it again with who comes to it.
@pytest.mark.long
def test_the_next_match_of_a_bracket_is_named_with_who_comes_to_it():
    tournament = head_to_head(P.SINGLE, 4)
    first = seat(tournament)
    play(first)
    final = seat(tournament)
    (found,) = preview(first)
    loser = max(as_lists(first)[0])
    assert found.differs
    assert tournament.entries.get(pk=loser).player.name in found.instead[0]
    assert found.round == final


@pytest.fixture
def after_walkovers():
    """The first round of a bracket of eight, and the final after semifinals that nobody played."""
    tournament = head_to_head(P.SINGLE, 8)
    first = seat(tournament)
    play(first)
    stood = bracket.read(tournament)
    semifinals = [stand.seeds for stand in stood.stands.values() if stand.is_ready]
    away = [stood.seeds[pair[1]] for pair in semifinals]
    tournament.entries.filter(pk__in=away).update(status=Entry.Status.MISSING)
    final = seat(tournament)
    assert final.kind == Round.Kind.FINAL
    return first, final


def table_of_a_finalist(final, first):
    """The number of the better finalist's table in the first round, and who lost there."""
    best = min(as_lists(final)[0])
    table = first.tables.get(seats__entry=best)
    return table.number, table.seats.exclude(entry=best).get().entry_id


@pytest.mark.long
def test_matches_that_nobody_had_to_play_count_as_they_were_settled(after_walkovers):
    first, final = after_walkovers
    found = later_rounds.read(first.tournament, after=1)[final.pk]()
    assert later_rounds.arrangement(final, found) == later_rounds.arrangement(
        final, later_rounds.as_seated(final)
    )


def test_who_wins_by_a_correction_has_nobody_to_play_either(after_walkovers):
    first, final = after_walkovers
    number, loser = table_of_a_finalist(final, first)
    other = max(as_lists(final)[0])
    (found,) = preview(first, number)
    names = {first.tournament.entries.get(pk=pk).player.name for pk in (loser, other)}
    assert found.differs
    assert [set(pair.split(", ")) for pair in found.instead] == [names]
    first.tournament.entries.filter(status=Entry.Status.MISSING).update(
        status=Entry.Status.CHECKED_IN
    )
    (found,) = preview(first, number)
    assert (found.differs, found.instead) == (True, [])  # those two would play first


def test_a_round_that_comes_out_as_it_stands_does_not_differ_also_with_a_bye_that_was_given():
    tournament = head_to_head(P.DUTCH, 7)
    first = seat(tournament)
    play(first)
    given = tournament.entries.order_by("pk").last()
    adjust(given, "half_bye", reason="asked", round_number=2, by=ANNA, at=NOON)
    seat(tournament)
    turn_round(first.tables.select_related("round").get(number=1))
    (found,) = preview(first)
    assert (found.from_results, found.differs) == (True, False)


@pytest.mark.long
def test_a_round_robin_follows_from_no_result():
    tournament = head_to_head(P.ROUND_ROBIN, 4)
    first = seat(tournament)
    play(first)
    seat(tournament)
    (found,) = preview(first)
    assert (found.from_results, found.differs) == (False, False)


def test_a_round_comes_out_the_same_where_a_table_before_it_has_no_result():
    sizes = {"table_min": 3, "table_preferred": 3, "table_max": 3}
    tournament = make_tournament(rounds_planned=3, finalists=3, **sizes)
    entries = make_entries(tournament, 9)
    first = play_round(
        tournament, [[(entry, 9 - n) for n, entry in enumerate(entries[:3])]], number=1
    )
    for number, people in ((2, entries[3:6]), (3, entries[6:])):
        ended = {"status": "finished", "end_reason": "conductor", "ended_at": NOON}
        code = f"NONE{number}2"
        table = Table.objects.create(round=first, number=number, code=code, **ended)
        Seat.objects.bulk_create(
            Seat(round=first, table=table, entry=entry, position=n)
            for n, entry in enumerate(people, start=1)
        )
    following = seat(tournament)
    again = later_rounds.read(tournament, after=1)[following.pk]()
    assert [*map(set, again.tables)] == [*map(set, as_lists(following))]


@pytest.fixture(scope="module")
def all_tables(module_database):
    """A tournament of sixteen after a round at tables of four, and the round."""
    tournament = make_tournament(
        make_event("At tables"), rounds_planned=1, finalists=3, table_min=3
    )
    entries = make_entries(tournament, 16)
    played = [
        [(entries[start + n], 100 - 10 * n - start) for n in range(4)] for start in range(0, 16, 4)
    ]
    first = play_round(tournament, played, number=1)
    refresh(tournament.pk, at=NOON + minutes(300))
    tournament.refresh_from_db()
    return tournament, first


@pytest.fixture
def tables(all_tables):
    return deepcopy(all_tables)


def change_points(round_, position, points):
    line = SheetLine.objects.get(sheet__table__round=round_, sheet__table__number=1,
                                 seat__position=position)  # fmt: skip

    @atomic
    def change():
        line.points = points
        line.save()
        count_change(round_.tournament_id, at=NOON)

    return change


def later_of(round_, change):
    return late_corrections.preview(round_, change, at=NOON).later


# test_late_corrections.py shows which seatings are named, and those of semifinals are compared
# below.
@pytest.mark.long
def test_a_final_is_named_only_where_other_people_would_play_it(tables):
    tournament, first = tables
    seat_next_round(tournament, by=ANNA, at=NOON)
    (same,) = later_of(first, change_points(first, 2, 89))
    (other,) = later_of(first, change_points(first, 2, 101))
    assert (same.from_results, same.differs) == (True, False)
    assert other.differs
    assert "Player 002" in other.instead[0]


@pytest.mark.parametrize(
    ("mode", "follows"),
    [
        (Round.SeatingMode.STANDINGS, True),
        # test_made_from.py shows that a social round follows from no result.
        pytest.param(Round.SeatingMode.SOCIAL, False, marks=pytest.mark.long),
    ],
)
def test_a_round_at_tables_follows_from_results_where_it_goes_by_standings(tables, mode, follows):
    tournament, first = tables
    second = seat_next_round(tournament, by=ANNA, at=NOON, final=False, mode=mode)
    assert second.number == 2
    (same,) = later_of(first, change_points(first, 1, 100))
    (changed,) = later_of(first, change_points(first, 4, 300))
    assert (same.from_results, same.differs) == (follows, False)
    assert (changed.from_results, changed.differs) == (follows, follows)


def test_semifinals_are_compared_with_those_of_the_new_order(tables):
    tournament, first = tables
    seat_semifinals(tournament, 2, by=ANNA, at=NOON)
    (found,) = later_of(first, change_points(first, 4, 300))
    assert found.differs


def test_a_program_is_asked_about_rounds_that_differ_and_answers_with_their_mark(client):
    tournament = head_to_head(P.FIELD, 6)
    first = seat(tournament)
    play(first)
    drawn = seat(tournament)
    stood = as_lists(drawn)
    client.force_login(make_conductor(tournament.event))
    sheet = ScoreSheet.objects.filter(table__round=first).select_related("table").first()
    address = reverse("api-void", args=[sheet.table.code, sheet.number])
    headers = {"If-Match": f'"{sheet.version}"'}

    def void(**more):
        said = {"reason": "played twice", **more}
        return client.post(address, said, "application/json", headers=headers)

    asked = void()
    sheet.refresh_from_db()
    told = asked.json()
    assert (asked.status_code, told["code"]) == (409, "later-rounds-differ")
    assert [(one["number"], one["differs"]) for one in told["later_rounds"]] == [(2, True)]
    assert told["later_rounds"][0]["instead"]
    assert sheet.status != "voided"
    assert void(mark="another").json()["mark"] == told["mark"]
    assert void(mark=told["mark"]).status_code == 200
    sheet.refresh_from_db()
    drawn.refresh_from_db()
    assert (sheet.status, as_lists(drawn), drawn.is_outdated) == ("voided", stood, True)


@pytest.mark.long
def test_a_program_that_exchanges_results_is_asked_about_the_round_seated_since(client):
    tournament = head_to_head(P.FIELD, 6)
    first = seat(tournament)
    play(first)
    drawn = seat(tournament)
    stood = as_lists(drawn)
    event = tournament.event
    client.force_login(make_conductor(event))
    winner, other = (table[0] for table in as_lists(first)[:2])
    loser = next(entry for entry in as_lists(first)[1] if entry != other)
    address = reverse("api-exchange", args=[event.slug, tournament.slug, 1])

    def exchange(**more):
        said = {"entry_id": winner, "with_entry_id": loser, "reason": "wrong seats", **more}
        return client.post(address, said, "application/json")

    asked = exchange()
    told = asked.json()
    assert (asked.status_code, told["code"]) == (409, "later-rounds-differ")
    assert [one["number"] for one in told["later_rounds"]] == [2]
    assert Seat.objects.get(round=first, entry=winner).table.number == 1
    assert exchange(mark=told["mark"]).status_code == 200
    drawn.refresh_from_db()
    assert Seat.objects.get(round=first, entry=winner).table.number == 2
    assert (as_lists(drawn), drawn.is_outdated) == (stood, True)
