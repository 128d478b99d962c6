"""In a round, instead of a seat: byes of each kind, absences and forfeits."""

from copy import deepcopy
from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.results import GameResult, Results
from scoring.results_index import ResultsIndex
from scoring.schemes import schemes
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.scoring.swiss import by_gacrux, random_swiss
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import (
    P,
    head_to_head,
    play,
    seat,
    standings,
)
from tournaments.models import Adjustment, Entry, LedgerEntry
from tournaments.seating import byes, services
from tournaments.seating.changing import late
from tournaments.seating.changing import services as changing
from tournaments.seating.queries import seating
from tournaments.seating.review import without_seat
from tournaments.standings import errors
from tournaments.standings.deciding import services as rulings
from tournaments.standings.exporting import trf
from tournaments.standings.next_round import services as next_round

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}
Kind = Adjustment.Kind
WITHOUT_OPPONENT = [Kind.BYE, Kind.HALF_BYE, Kind.ZERO_BYE, Kind.ABSENT]


def give(entry, kind, number=1, **more):
    return rulings.adjust(entry, kind, reason="as asked", round_number=number, **more, **WHO)


def players(tournament):
    return list(tournament.entries.order_by("pk"))


def kinds(round_):
    return dict(round_.byes.values_list("entry_id", "kind"))


def min_of_table(*people):
    return min(people)


def scores(tournament):
    return {entry: Fraction(score) for _place, entry, score in standings(tournament)}


@pytest.mark.parametrize(
    ("given", "pairing"),
    [
        (WITHOUT_OPPONENT, P.FIELD),
        # Formats for two leave out the same people.
        pytest.param([Kind.HALF_BYE], P.DUTCH, marks=pytest.mark.long),
        ([Kind.ABSENT], P.ROUND_ROBIN),
    ],
)
def test_each_kind_keeps_its_player_out_and_is_named_on_the_draft(given, pairing):
    tournament = head_to_head(pairing, len(given) + 4)
    kind_of = dict(zip(players(tournament), given, strict=False))
    for entry, kind in kind_of.items():
        give(entry, kind)
    draft = seat(tournament)
    again = next_round.reseat_round(draft, **WHO)
    for round_ in (draft, again):
        found = kinds(round_)
        for entry, kind in kind_of.items():
            assert found[entry.pk] == kind
            assert not round_.seats.filter(entry=entry).exists()


def test_each_kind_is_worth_what_it_says_once_the_round_is_closed():
    tournament = head_to_head(P.FIELD, 8)
    full, half, zero, absent, won, lost, *_rest = people = players(tournament)
    for entry, kind in zip(people, WITHOUT_OPPONENT, strict=False):
        give(entry, kind)
    give(won, Kind.FORFEIT_WIN, opponent=lost)
    round_ = services.publish_round(seat(tournament), **WHO)
    assert not {full.pk, half.pk, won.pk} & set(scores(tournament))
    play(round_)
    found = scores(tournament)
    assert (found[full.pk], found[half.pk], found[won.pk], found[lost.pk]) == (
        1, Fraction(1, 2), 1, 0,
    )  # fmt: skip
    assert not {zero.pk, absent.pk} & set(found)


def test_half_a_bye_is_half_of_a_full_one_at_tables_of_several():
    table = GameResult(1, {"ann": (9,), "ben": (5,), "cay": (1,)})
    full, half = (
        ResultsIndex(Results(games=[table], **{kind: [(2, "ann")]}), schemes()["house"])
        for kind in ("byes", "half_byes")
    )
    won = full.lines["ann"][0].worth
    assert (full.score_of("ann").score, half.score_of("ann").score) == (2 * won, won * 3 / 2)


@pytest.fixture(scope="module")
def published(module_database):
    swiss = head_to_head(P.FIELD, 6, make_event("Swiss Day"))
    return services.publish_round(seat(swiss), **WHO)


class TestForfeit:
    @pytest.fixture
    def round_(self, published):
        return deepcopy(published)

    @pytest.fixture
    def pair(self, round_):
        return [seat.entry for seat in round_.tables.first().seats.order_by("position")]

    # ../standings/deciding/test_services.py gives byes on PostgreSQL, test_services.py seats there.
    @ON_SQLITE
    @pytest.mark.each_database
    def test_two_who_were_to_play_have_it_instead_of_their_table(self, round_, pair):
        absent, there = pair
        given = give(absent, Kind.FORFEIT_LOSS, opponent=there)
        assert kinds(round_) == {absent.pk: Kind.FORFEIT_LOSS, there.pk: Kind.FORFEIT_WIN}
        assert round_.tables.count() == 2
        assert LedgerEntry.objects.filter(verb="adjust").count() == 2
        rulings.take_back(given, **WHO)
        assert kinds(round_) == {}
        assert not Adjustment.objects.filter(taken_back_at=None).exists()

    def test_undoing_gives_them_their_table_again_and_nothing_counts(self, round_, pair):
        before = services.as_lists(round_)
        give(pair[0], Kind.FORFEIT_LOSS, opponent=pair[1])
        changing.undo(round_, **WHO)
        assert sorted(services.as_lists(round_)) == sorted(before)
        assert kinds(round_) == {}
        assert not Adjustment.objects.filter(taken_back_at=None).exists()

    def test_who_takes_a_seat_after_all_ends_it_for_both(self, round_, pair):
        give(pair[0], Kind.FORFEIT_LOSS, opponent=pair[1])
        (newcomer,) = make_entries(round_.tournament, 1)
        late.open_table(round_, [pair[0], newcomer], **WHO)
        assert kinds(round_) == {}
        assert not Adjustment.objects.filter(taken_back_at=None).exists()

    def test_only_those_who_have_no_other_game(self, round_, pair):
        other = round_.tables.last().seats.first().entry
        with pytest.raises(errors.PlaysInThatRound):
            give(pair[0], Kind.FORFEIT_LOSS, opponent=other)

    def test_a_win_needs_somebody_who_lost(self, round_, pair):
        for nobody in (None, pair[0]):
            with pytest.raises(errors.ForfeitNeedsOpponent):
                give(pair[0], Kind.FORFEIT_WIN, number=2, opponent=nobody)

    def test_they_have_not_met_and_may_play_later(self, round_, pair):
        give(pair[0], Kind.FORFEIT_LOSS, opponent=pair[1])
        play(round_)
        again = seat(round_.tournament)
        met = [set(table) for table in services.as_lists(round_)]
        assert not [table for table in services.as_lists(again) if set(table) in met]

    def test_at_tables_of_several_there_is_none(self):
        (entry,) = make_entries(make_tournament(), 1)
        with pytest.raises(errors.NoForfeitHere):
            give(entry, Kind.FORFEIT_LOSS)


def test_a_late_arrival_plays_who_is_left_over_and_not_who_asked_for_a_bye():
    tournament = head_to_head(P.FIELD, 6)
    asked = players(tournament)[0]
    give(asked, Kind.HALF_BYE)
    round_ = seat(tournament)
    left_over = round_.byes.exclude(entry=asked).get().entry
    (newcomer,) = make_entries(tournament, 1)
    waiting = without_seat(round_)
    arrivals = late.late_arrivals(seating(round_), waiting.unseated, waiting.byes)
    assert arrivals.new_table == [left_over, newcomer, asked]
    late.add_late_arrival(round_, newcomer, **WHO)
    assert kinds(round_) == {asked.pk: Kind.HALF_BYE}
    assert {newcomer.pk, left_over.pk} in map(set, services.as_lists(round_))


def test_a_bye_that_a_seat_withdrew_is_in_force_again_when_the_seat_is_undone():
    tournament = head_to_head(P.FIELD, 6)
    first, second = players(tournament)[:2]
    given = [give(first, Kind.HALF_BYE), give(second, Kind.ABSENT)]
    round_ = seat(tournament)
    late.open_table(round_, [first, second], **WHO)
    changing.undo(round_, **WHO)
    assert kinds(round_) == {first.pk: Kind.HALF_BYE, second.pk: Kind.ABSENT}
    for one in given:
        one.refresh_from_db()
        assert one.taken_back_at is None
    services.discard_round(round_, **WHO)
    assert kinds(seat(tournament)) == {first.pk: Kind.HALF_BYE, second.pk: Kind.ABSENT}


@pytest.mark.parametrize("way", ["undo", pytest.param("take earlier", marks=pytest.mark.long)])
def test_an_absence_that_a_conductor_withdrew_stays_withdrawn_when_others_are_put_back(way):
    tournament = head_to_head(P.FIELD, 6)
    ann, *_others, one, other = players(tournament)
    given = give(ann, Kind.ABSENT)
    round_ = seat(tournament)
    changing.swap_seats(round_, one, other, by=ANNA, at=NOON + minutes(1))
    rulings.take_back(given, by=ANNA, at=NOON + minutes(2))
    later = {"by": ANNA, "at": NOON + minutes(3)}
    if way == "undo":
        changing.undo(round_, **later)
    else:
        changing.take_earlier(round_, round_.earlier_seatings.get(), **later)
    given.refresh_from_db()
    assert given.taken_back_at == NOON + minutes(2)
    assert ann.pk not in kinds(round_)


# The test of a bye that a seat withdrew, and TestForfeit, show both halves of it.
@pytest.mark.long
def test_a_forfeit_that_a_seat_ended_is_in_force_again_for_both_when_that_is_undone():
    tournament = head_to_head(P.FIELD, 6)
    ann, ben = players(tournament)[:2]
    give(ann, Kind.FORFEIT_WIN, opponent=ben)
    round_ = seat(tournament)
    (newcomer,) = make_entries(tournament, 1)
    late.open_table(round_, [ann, newcomer], by=ANNA, at=NOON + minutes(1))
    changing.undo(round_, by=ANNA, at=NOON + minutes(2))
    assert kinds(round_) == {ann.pk: Kind.FORFEIT_WIN, ben.pk: Kind.FORFEIT_LOSS}
    assert not Adjustment.objects.exclude(taken_back_at=None).exists()


def test_a_bye_for_the_number_of_the_final_keeps_nobody_out_of_it():
    tournament = make_tournament(rounds_planned=3, finalists=4)
    first, *_others = make_entries(tournament, 4)
    play(seat(tournament), min_of_table)
    best = tournament.entries.get(pk=standings(tournament)[0][1])
    give(best, Kind.BYE, 2)
    final = seat(tournament, final=True)
    assert final.number == 2
    assert final.seats.filter(entry=best).exists()
    assert kinds(final) == {}
    with pytest.raises(errors.NoByeInFinal):
        give(first, Kind.BYE, 2)


@pytest.mark.long
def test_the_pages_name_everybody_with_what_they_have(client):
    tournament = head_to_head(P.FIELD, 8)
    full, half, won, lost, *_rest = players(tournament)
    give(full, Kind.BYE)
    give(half, Kind.HALF_BYE)
    give(won, Kind.FORFEIT_WIN, opponent=lost)
    round_ = seat(tournament)
    client.force_login(make_conductor(tournament.event))
    draft = client.get(round_.get_absolute_url(), {"own": "page"}).text
    assert f"{full.player.name} has a bye in this round." in draft
    assert f"{half.player.name} does not play in this round: half-point bye." in draft
    assert f">{half.player.name} (half-point bye)</option>" in draft
    services.publish_round(round_, **WHO)
    page = client.get(round_.get_absolute_url()).text
    assert f"{half.player.name} (half-point bye)" in page
    assert f"{lost.player.name} (forfeit loss)" in page
    adjustments = client.get(
        reverse("adjustments", args=[tournament.event.slug, tournament.slug])
    ).text
    assert f"against {lost.player.name}" in adjustments


# --- FIDE's reports, played again -----------------------------------------------------------------


def played_again(swiss):
    """A tournament in which everything happens as in a report of the random tournament."""
    tournament = head_to_head(P.FIELD, len(swiss.cells), rounds_planned=9)
    people = dict(enumerate(players(tournament), 1))
    for number, entry in people.items():
        Entry.objects.filter(pk=entry.pk).update(seed=number)
    results = swiss.results
    for number in range(1, max(map(len, swiss.cells.values())) + 1):
        tables, winners = [], {}
        for game in [game for game in results.games if game.round == number]:
            up, down = (people[player] for player in game.merits)
            (first,), (second,) = game.merits.values()
            best = None if first == second else up if first > second else down
            if game.played:
                tables.append([up, down])
                winners[up.pk] = best and best.pk
            else:
                give(best, Kind.FORFEIT_WIN, number, opponent=down if best is up else up)
        for player, entry in people.items():
            letter = swiss.cells[player][number - 1][-1]
            if kind := {"H": Kind.HALF_BYE, "Z": Kind.ZERO_BYE}.get(letter):
                give(entry, kind, number)
        round_ = make_round(tournament, tables, number=number)
        out = [people[p] for p in people if not round_.seats.filter(entry=people[p]).exists()]
        byes.write(round_, [entry.pk for entry in out])
        play(round_, lambda up, _down, winners=winners: winners[up])
    return tournament


def cells(text):
    """The cells of a report by player and round, without sides where nobody played."""
    rows = [line for line in text.splitlines() if line.startswith("001")]
    found = [[row[at : at + 10] for at in range(89, len(row), 10)] for row in rows]
    return [
        [cell if cell[-1] in "10=" else cell[:7] + "-" + cell[8:] for cell in row] for row in found
    ]


def reports():
    """The seeds of the first three tournaments with half-point byes and forfeits."""
    for seed in range(1000):
        swiss = random_swiss(seed)
        said = {cell[-1] for row in swiss.cells.values() for cell in row}
        if said >= set("HUZ+-10") and len(swiss.cells) < 12:
            yield seed


@pytest.mark.long
@pytest.mark.parametrize("nth", [0, *(pytest.param(nth, marks=pytest.mark.long) for nth in (1, 2))])
def test_a_report_with_half_byes_and_forfeits_replays_exactly(nth):
    seeds = reports()
    swiss = random_swiss([next(seeds) for _ in range(3)][nth])
    tournament = played_again(swiss)
    tournament.tie_breaks = ["buchholz", "buchholz-cut-1", "sonneborn-berger"]
    tournament.save()
    standings(tournament)
    written = trf.write(tournament, edition=2016)
    assert cells(written) == cells(swiss.trf)
    rows = tournament.standings.select_related("entry")
    assert {row.entry.seed: Fraction(row.score) for row in rows} == {
        player: Fraction(halves, 2)
        for player, halves in swiss.halves.items()
        if player in {row.entry.seed for row in rows}
    }
    for key, code in (("buchholz", "BH"), ("buchholz-cut-1", "BH/C1"), ("sonneborn-berger", "SB")):
        theirs = by_gacrux(swiss.trf, code)
        ours = {row.entry.seed: Fraction(row.measures[key]) for row in rows}
        assert ours == {player: theirs[player] for player in ours}, key


def test_a_bye_that_a_person_gave_has_another_letter_than_one_of_the_pairing():
    tournament = head_to_head(P.FIELD, 6)
    give(players(tournament)[0], Kind.BYE)
    round_ = seat(tournament)
    play(round_)
    letters = sorted(row[0][-1] for row in cells(trf.write(tournament, edition=2026)))
    assert letters == sorted("FU1100")
