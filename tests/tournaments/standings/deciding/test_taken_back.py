"""One truth is left, whatever two conductors do and take back, and in whatever order.

After each act of a random sequence

- everybody has at most one place in a round that counts, and in each that is published exactly one;
- the standings are those that a full recomputation gives, and those that a reader of the exported
  hands adds up;
- the numbers of the rounds that count go from 1 without a gap;
- an act from a page that is older than what it is about has changed nothing.
"""

import random
from collections import Counter

import pytest

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, make_entries, make_tournament, minutes
from tournaments.clock import services as clock
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import (
    Bye,
    Round,
    ScoreSheet,
    Seat,
    SheetVersion,
    Standing,
    Table,
    Tournament,
)
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.results.ruling.annulling import state_of as state_of_round
from tournaments.results.ruling.exchanging import exchange_results, seats_of
from tournaments.results.ruling.exchanging import state_of as state_of_seats
from tournaments.results.ruling.resuming import replace_voided, resume_game
from tournaments.seating import services as seating
from tournaments.seating.changing import services as changing
from tournaments.seating.changing.late import add_late_arrival
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.seating.round_changes import state_of
from tournaments.standings.computing.services import differences, refresh
from tournaments.standings.exporting.spreadsheets import hands_data
from tournaments.standings.next_round.services import reseat_round, seat_next_round

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

ACTS = 40
LONG = pytest.mark.long
BOB = Actor(name="Bob, whose pages are old")
COUNTED = {status.value for status in ScoreSheet.COUNTED}
STEP = minutes(3)
#: How often the day goes on as it should, instead of anything that can be done.
ONWARD = 0.4


class Hall:
    """A tournament in which two conductors do anything that they can."""

    def __init__(self, tournament, seed):
        self.tournament, self.rng, self.now = tournament, random.Random(seed), NOON
        self.done, self.refused, self.old = Counter(), Counter(), []

    # --- What is there ----------------------------------------------------------------------------

    @property
    def rounds(self):
        return list(Round.with_annulled.filter(tournament=self.tournament).order_by("pk"))

    def last(self):
        found = self.tournament.rounds.order_by("-number").first()
        return found or self.rng.choice(self.rounds)

    def table(self):
        return self.rng.choice(list(Table.objects.filter(round=self.last()).order_by("pk")))

    def people(self):
        return self.rng.sample(list(self.tournament.entries.order_by("pk")), 2)

    def facts(self):
        return {"by": ANNA, "at": self.now}

    def why(self):
        return self.facts() | {"reason": "as it was"}

    def onward(self):
        """Return the next act of a day without mistakes."""
        last = self.tournament.rounds.order_by("-number").first()
        if last is None or last.status == Round.Status.CLOSED:
            return self.seat
        if last.is_outdated:
            return self.keep
        going = self.close if self.rng.random() < 0.2 else self.play
        return {"seated": self.publish, "published": self.start}.get(last.status, going)

    # --- What the two of them do ------------------------------------------------------------------

    def seat(self):
        refresh(self.tournament.pk, at=self.now)
        seat_next_round(self.tournament, final=False, **self.facts())

    def seat_final(self):
        refresh(self.tournament.pk, at=self.now)
        seat_next_round(self.tournament, **self.facts())

    def keep(self):
        seating.keep_seating(self.last(), **self.why())

    def publish(self):
        seating.publish_round(self.last(), **self.facts())

    def reseat(self):
        refresh(self.tournament.pk, at=self.now)
        reseat_round(self.last(), **self.facts())

    def start(self):
        clock.start_slot(self.last(), **self.facts())

    def discard(self):
        seating.discard_round(self.last(), **self.facts())

    def undo_clock(self):
        clock.undo_last(self.last(), **self.why())

    def play(self):
        table = self.table()
        sheet = reporting.deal_hand(table, table.sheets.count() + 1, **self.facts())
        seats = list(table.seats.order_by("position").values_list("position", flat=True))
        out = self.rng.choice(seats)
        points = {seat: self.rng.randint(-5, 40) for seat in seats} | {out: 40}
        hand = QuickHand(points=points, went_out=out)
        reporting.report_hand(table, sheet.number, hand, **self.facts())

    def deal(self):
        table = self.table()
        reporting.deal_hand(table, table.sheets.count() + 1, **self.facts())

    def void(self):
        table = self.table()
        numbers = list(table.sheets.values_list("number", flat=True))
        ruling.void_hand(table, self.rng.choice([*numbers, 1]), **self.why())

    def undo_at_table(self):
        undoing.undo_last(self.table(), **self.why())

    def replace(self):
        replace_voided(self.table(), 1, **self.facts())

    def end_game(self):
        ruling.end_game(self.table(), **self.why())

    def resume(self):
        resume_game(self.table(), **self.why())

    def close(self):
        last = self.last()
        if self.rng.random() < 0.7:
            for table in last.tables.exclude(status="finished"):
                ruling.end_game(table, **self.why())
        ruling.close_round(last, **self.facts())

    def annul(self):
        annul_round(self.rng.choice(self.rounds), **self.why())

    def restore(self):
        restore_round(self.rng.choice(self.rounds), **self.why())

    def exchange(self):
        exchange_results(self.rng.choice(self.rounds), *self.people(), **self.why())

    def swap(self):
        changing.swap_seats(self.last(), *self.people(), **self.facts())

    def take_out(self):
        changing.remove_no_show(self.last(), self.people()[0], **self.facts())

    def add(self):
        add_late_arrival(self.last(), self.people()[0], **self.facts())

    def undo_seating(self):
        changing.undo(self.last(), **self.facts())

    def finish(self):
        finish_tournament(self.tournament, **self.facts())

    def reopen(self):
        reopen_tournament(self.tournament, **self.facts())

    # --- Pages ------------------------------------------------------------------------------------

    def open_page(self):
        """The second conductor opens a page, and leaves it open."""
        round_, (one, other) = self.last(), self.people()
        seen = state_of(round_, round_.earlier_seatings.first())
        facts = {"by": BOB}
        why = facts | {"reason": "as it was"}
        self.old.append(
            self.rng.choice(
                [
                    (state_seen(round_), seen, seating.discard_round, (round_,), facts),
                    (state_seen(round_), seen, ruling.close_round, (round_,), facts),
                    (state_seen(round_), seen, clock.start_slot, (round_,), facts),
                    (state_seen(round_), seen, changing.swap_seats, (round_, one, other), facts),
                    (results_seen(round_), state_of_round(round_), annul_round, (round_,), why),
                    (results_seen(round_), state_of_round(round_), restore_round, (round_,), why),
                ]
            )
        )
        if round_.started_at and not round_.is_annulled:
            pair = seats_of(round_, one, other)
            seen = state_of_seats(*pair)
            self.old.append(
                (seats_seen(round_, one, other), seen, exchange_results, (round_, one, other), why)
            )

    def act_on_an_old_page(self):
        """The second conductor does what a page offered that may be old by now."""
        now, seen, act, about, facts = self.old.pop(self.rng.randrange(len(self.old)))
        before = now()
        was_current = before == now.first
        stood = everything(self.tournament)
        try:
            act(*about, seen=seen, at=self.now, **facts)
        except Refused:
            assert everything(self.tournament) == stood
            raise
        assert was_current, act.__name__


def lazily(read):
    """A reading that can be done again, with what it was first."""

    class Reading:
        first = read()

        def __call__(self):
            return read()

    return Reading()


def state_seen(round_):
    """The seats that the page of a round shows, while there is that round."""
    pk = round_.pk
    return lazily(
        lambda: (
            list(Round.with_annulled.filter(pk=pk).values_list("status")),
            sorted(Seat.objects.filter(round=pk).values_list("table__number", "entry")),
        )
    )


def results_seen(round_):
    pk = round_.pk
    return lazily(
        lambda: (
            list(Round.with_annulled.filter(pk=pk).values_list("status", "annulled_at")),
            sorted(SheetVersion.objects.filter(sheet__table__round=pk).values_list("pk")),
        )
    )


def seats_seen(round_, one, other):
    pk, pair = round_.pk, (one.pk, other.pk)

    def read():
        seats = Seat.objects.filter(round=pk, entry__in=pair)
        tables = [seat.table_id for seat in seats]
        return (
            sorted(seats.values_list("pk", "entry")),
            sorted(SheetVersion.objects.filter(sheet__table__in=tables).values_list("pk")),
        )

    return lazily(read)


def everything(tournament):
    """All rows that an act on a round or a table may change."""
    mine = {"round__tournament": tournament}
    return (
        list(Round.with_annulled.filter(tournament=tournament).order_by("pk").values_list(
            "pk", "status", "number")),
        list(Seat.objects.filter(**mine).order_by("pk").values_list("pk", "table", "entry")),
        list(Table.objects.filter(**mine).order_by("pk").values_list("pk", "status", "version")),
        list(SheetVersion.objects.order_by("pk").values_list("pk", flat=True)),
    )  # fmt: skip


def check(tournament, now):
    counted = list(tournament.rounds.order_by("number"))
    assert [round_.number for round_ in counted] == list(range(1, len(counted) + 1))
    for round_ in counted:
        seated = Counter(Seat.objects.filter(round=round_).values_list("entry", flat=True))
        out = Counter(Bye.objects.filter(round=round_).values_list("entry", flat=True))
        assert max((seated + out).values(), default=1) == 1
    refresh(tournament.pk, at=now)
    assert differences(tournament) == []
    assert stored_points(tournament) == exported_points(tournament)


def stored_points(tournament):
    rows = Standing.objects.filter(tournament=tournament, hands__gt=0)
    return dict(rows.values_list("entry__player__name", "game_points"))


def exported_points(tournament):
    """The points of each player, added up from the file of all hands."""
    found = Counter()
    for row in hands_data(tournament).dict:
        if row["status"] in COUNTED and row["kind"] == "preliminary" and row["points"] != "":
            found[row["player"]] += int(row["points"])
    return dict(found)


@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(n, marks=LONG) for n in range(6, 200))])
def test_whatever_two_conductors_do_and_take_back_one_truth_is_left(seed):
    tournament = make_tournament(rounds_planned=3, objection_minutes=0)
    make_entries(tournament, 8)
    hall = Hall(tournament, seed)
    acts = [
        *(hall.seat, hall.publish, hall.publish, hall.start, hall.start, hall.play, hall.play),
        *(hall.play, hall.deal, hall.void, hall.undo_at_table, hall.replace, hall.end_game),
        *(hall.resume, hall.close, hall.close, hall.annul, hall.restore, hall.exchange, hall.swap),
        *(hall.take_out, hall.add, hall.undo_seating, hall.discard, hall.undo_clock, hall.reseat),
        *(hall.finish, hall.reopen, hall.open_page, hall.open_page, hall.act_on_an_old_page),
        *(hall.act_on_an_old_page, hall.act_on_an_old_page),
    ]
    for _ in range(ACTS):
        act = hall.onward() if hall.rng.random() < ONWARD else hall.rng.choice(acts)
        if (act == hall.act_on_an_old_page and not hall.old) or not (
            hall.rounds or act == hall.seat
        ):
            continue
        hall.now += STEP
        hall.tournament = Tournament.objects.get(pk=tournament.pk)
        try:
            act()
        except Refused as refusal:
            hall.refused[act.__name__, refusal.code] += 1
            continue
        hall.done[act.__name__] += 1
        check(hall.tournament, hall.now)
    assert sum(hall.done.values()) >= ACTS // 3
