"""Three days as somebody new to the site runs them: in each five things go wrong, and back.

Whatever goes wrong is done by the verbs of the pages, and after each mistake and its end one truth
is left (``truths``). Whoever takes a thing back finds the standings as they were.
"""

from __future__ import annotations

from random import Random

import pytest

from games.sheet import QuickHand
from tests.builders import make_entries, make_tournament
from tests.simulation import invariants
from tests.simulation.day import Day
from tests.simulation.kinds import ONE_HAND
from tests.simulation.truths import one_truth
from tests.simulation.verbs.declaring import and_why, who
from tests.simulation.verbs.rounds import go_on, play_round
from tests.simulation.verbs.rounds import play_hand as play
from tests.tournaments.seating.head_to_head.playing import P, head_to_head
from tournaments.clock import services as clock
from tournaments.models import Adjustment, Bye, Entry, Player, Round, Standing, Tournament
from tournaments.registration import services as registration
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.seating import services as seating
from tournaments.seating.changing import takeovers
from tournaments.seating.changing.services import swap_seats, undo
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding import late_corrections
from tournaments.standings.deciding import services as deciding
from tournaments.standings.next_round.services import make_again, seat_next_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class Trial:
    """A day on which each mistake is checked. The standings follow each step, as a worker's do."""

    def __init__(self, tournament):
        self.day = Day(tournament)
        self.rnd = Random(tournament.name)

    @property
    def round(self) -> Round:
        return self.day.round

    @property
    def why(self):
        return and_why(self.day)

    @property
    def who(self):
        return who(self.day)

    def follow(self):
        refresh(self.day.tournament.pk, at=self.day.now)
        self.day.tournament = Tournament.objects.select_related(
            "event", "standings_state__champion__player"
        ).get(pk=self.day.tournament.pk)

    def check(self):
        assert [*one_truth(self.day), *invariants.nobody_sits_twice(self.day)] == []

    def standings(self):
        self.check()
        rows = Standing.objects.filter(tournament=self.day.tournament)
        return dict(rows.values_list("entry__player__name", "score"))

    def do(self, verb, *about, **more):
        done = verb(*about, **{**self.who, **more})
        self.follow()
        return done

    def go_on(self):
        go_on(self.day, self.rnd)
        self.follow()

    def begin_round(self):
        """Seat, publish and start the next round."""
        for _act in range(3):
            self.go_on()
        return self.round

    def play_and_close(self):
        play_round(self.day, self.rnd)
        self.go_on()

    def round_number(self, number):
        rounds = self.day.tournament.rounds.select_related("tournament__event")
        return rounds.get(number=number)

    def late(self, round_, change):
        """A late change, as the page carries it out."""
        later = late_corrections.preview(round_, change, at=self.day.now).later
        late_corrections.carry_out(round_, change, at=self.day.now, later=later)
        self.follow()
        return later

    def correct_first(self, round_, points):
        """Another result of the first table."""
        table = round_.tables.select_related("round__tournament__event").get(number=1)
        sheet = table.sheets.order_by("number").last()
        hand = QuickHand(points=points, went_out=max(points, key=points.__getitem__))
        return self.late(round_, lambda: ruling.correct_hand(table, sheet.number, hand, **self.why))

    def points_of_first(self, round_):
        """The points of the last hand at the first table, by seat."""
        sheet = round_.tables.get(number=1).sheets.order_by("number").last()
        return dict(sheet.lines.values_list("seat__position", "points"))

    def an_entry(self, round_, number=0) -> Entry:
        seats = round_.seats.select_related("entry__player", "entry__tournament__event")
        return seats.order_by("table__number", "position")[number].entry


@pytest.mark.long
def test_a_swiss_of_ten():
    trial = Trial(head_to_head(P.DUTCH, 10, rounds_planned=3, **ONE_HAND))
    tournament = trial.day.tournament
    # 1. Two people swapped by mistake, in the draft.
    trial.go_on()
    drawn = seating.as_lists(trial.round)
    first, other = trial.an_entry(trial.round), trial.an_entry(trial.round, 2)
    trial.do(swap_seats, trial.round, first, other)
    trial.do(undo, trial.round)
    assert seating.as_lists(trial.round) == drawn
    trial.check()
    trial.go_on()
    trial.go_on()
    # 2. The round is started before everybody sits, and annulled after one result: it is played.
    play(trial.day, _tables(trial.round)[1], trial.rnd)
    given_up = trial.do(annul_round, trial.round, reason="fire alarm")
    trial.do(restore_round, given_up, reason="false alarm")
    trial.check()
    trial.play_and_close()
    # 3. A bye for somebody who is here after all.
    absent = trial.an_entry(trial.round_number(1), 5)
    trial.do(deciding.adjust, absent, Bye.Kind.ZERO, round_number=2, reason="left")
    trial.do(deciding.take_back, Adjustment.objects.get())
    # 4. Round 1 was entered the wrong way round, seen in round 2, and back.
    before = trial.standings()
    trial.go_on()
    pairs = seating.as_lists(trial.round)
    first_round = trial.round_number(1)
    points = trial.points_of_first(first_round)
    turned = dict(zip(points, reversed([*points.values()]), strict=True))
    (told,) = trial.correct_first(first_round, turned)
    assert told.differs
    trial.correct_first(first_round, points)
    assert (trial.standings(), seating.as_lists(trial.round)) == (before, pairs)
    trial.do(make_again, trial.round)
    trial.go_on()
    trial.go_on()
    trial.play_and_close()
    trial.begin_round()
    trial.play_and_close()
    # 5. The tournament is finished too early: it is reopened, and a round more is played.
    trial.do(finish_tournament, tournament)
    assert str(trial.day.tournament.champion)
    trial.do(reopen_tournament, tournament)
    assert trial.day.tournament.champion is None
    trial.do(seat_next_round, tournament, final=False)
    trial.go_on()
    trial.go_on()
    trial.play_and_close()
    trial.do(finish_tournament, tournament)
    assert trial.day.tournament.rounds.count() == 4
    trial.check()


@pytest.mark.long
def test_an_elimination_of_eight():
    trial = Trial(head_to_head(P.SINGLE, 8, rounds_planned=3, **ONE_HAND))
    # 1. A start that is undone.
    trial.begin_round()
    trial.do(clock.undo_last, trial.round, reason="too early")
    trial.check()
    trial.go_on()
    # 2. Somebody takes over a game, and the one who began comes back.
    hal = Player.objects.create(event=trial.day.tournament.event, name="Hal", identity="hal")
    began = trial.an_entry(trial.round)
    trial.do(takeovers.take_over, trial.round, began, hal, counts_for="began", reason="ill")
    trial.do(takeovers.take_back, trial.round, began, reason="well again")
    trial.check()
    trial.play_and_close()
    # 3. A result turned round, when the next match has been drawn from it: the match follows.
    trial.go_on()
    drawn = seating.as_lists(trial.round)
    first_round = trial.round_number(1)
    points = trial.points_of_first(first_round)
    turned = dict(zip(points, reversed([*points.values()]), strict=True))
    (told,) = trial.correct_first(first_round, turned)
    assert told.differs
    trial.do(make_again, trial.round)
    assert seating.as_lists(trial.round) != drawn
    trial.check()
    trial.correct_first(first_round, points)
    trial.do(make_again, trial.round)
    assert sorted(map(sorted, seating.as_lists(trial.round))) == sorted(map(sorted, drawn))
    # 4. Somebody is marked as missing who only fetched a coffee.
    here = trial.an_entry(trial.round)
    trial.do(registration.mark_missing, here)
    trial.do(registration.check_in, here)
    trial.check()
    trial.go_on()
    trial.go_on()
    trial.play_and_close()
    # 5. The final is over, and its result was wrong: the champion changes, and changes back.
    trial.begin_round()
    trial.play_and_close()
    trial.check()
    last = trial.day.tournament.rounds.select_related("tournament__event").last()
    champion = str(trial.day.tournament.champion)
    points = trial.points_of_first(last)
    trial.correct_first(last, dict(zip(points, reversed([*points.values()]), strict=True)))
    assert str(trial.day.tournament.champion) not in {champion, "None"}
    trial.check()
    trial.correct_first(last, points)
    assert str(trial.day.tournament.champion) == champion


def test_an_express_day_of_twelve():
    tournament = make_tournament(
        rounds_planned=2, finalists=4, table_min=3, target=20, objection_minutes=0
    )
    make_entries(tournament, 12)
    trial = Trial(tournament)
    # 1. A published seating is discarded, and the same people are seated again.
    trial.go_on()
    trial.go_on()
    trial.do(seating.discard_round, trial.round)
    trial.check()
    trial.begin_round()
    # 2. Somebody takes over a seat for good, and the one who began comes back.
    hal = Player.objects.create(event=tournament.event, name="Hal", identity="hal")
    registration.check_in(registration.enter(hal, tournament, **trial.who), **trial.who)
    began = trial.an_entry(trial.round)
    play(trial.day, _tables(trial.round)[0], trial.rnd)
    before = trial.standings()
    for whose in takeovers.CountsFor.values:
        seat = trial.do(
            takeovers.take_over, trial.round, began, hal, counts_for=whose, reason="a train"
        )
        trial.do(takeovers.take_back, trial.round, seat.entry, reason="missed it")
        assert trial.standings() == before
    # 3. Two people sat at each other's table.
    play(trial.day, _tables(trial.round)[1], trial.rnd)
    one, other = trial.an_entry(trial.round), trial.an_entry(trial.round, 4)
    before = trial.standings()
    trial.do(exchange_results, trial.round, one, other, reason="wrong table")
    assert trial.standings() != before
    trial.do(exchange_results, trial.round, one, other, reason="no, right")
    assert trial.standings() == before
    trial.play_and_close()
    # 4. A penalty for the wrong person.
    before = trial.standings()
    trial.do(deciding.adjust, one, "penalty", points=1, reason="slow")
    trial.do(deciding.take_back, Adjustment.objects.get())
    assert trial.standings() == before
    trial.begin_round()
    trial.play_and_close()
    # 5. The final is drawn, and a result of round 2 was wrong: other finalists, and the old ones.
    trial.go_on()
    finalists = seating.as_lists(trial.round)
    second = trial.round_number(2)
    points = trial.points_of_first(second)
    trial.correct_first(second, dict.fromkeys(points, 0) | {1: 500})
    trial.correct_first(second, points)
    trial.do(make_again, trial.round)
    assert seating.as_lists(trial.round) == finalists
    trial.check()


def _tables(round_):
    return list(round_.tables.select_related("round__tournament__event").order_by("number"))
