"""Random days of two conductors: each person has one place in a round, and it counts once."""

import random
from fractions import Fraction

import pytest

from tests.builders import ANNA, NOON, make_entries, minutes
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, play, standings
from tournaments.errors import Refused
from tournaments.models import Adjustment, Bye, Entry, Round, Seat
from tournaments.registration import services as registration
from tournaments.seating import services
from tournaments.seating.changing import late
from tournaments.seating.changing import services as changing
from tournaments.seating.repairing import services as repairing
from tournaments.seating.review import without_seat
from tournaments.standings.deciding import services as rulings
from tournaments.standings.next_round import services as next_round

pytestmark = pytest.mark.django_db
Kind = Bye.Kind
WORTH = {Kind.FULL: Fraction(1), Kind.HALF: Fraction(1, 2), Kind.FORFEIT_WIN: Fraction(1)}
ACTS = 100
IN_A_HURRY, IN_ALL = 3, 60


class NobodyError(Exception):
    """There is no round, or nobody, to do that with."""


class Day:
    """A tournament of two at a table, and the acts on it, each at a minute of its own."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.tournament = head_to_head(P.FIELD, self.rng.randrange(5, 9), rounds_planned=4)
        self.minute = 0
        self.done = []

    @property
    def who(self):
        return {"by": ANNA, "at": NOON + minutes(self.minute)}

    @property
    def open_round(self):
        found = self.tournament.rounds.exclude(status=Round.Status.CLOSED).first()
        if found is None:
            raise NobodyError
        return found

    def anybody(self, **which):
        found = list(self.tournament.entries.filter(**which).order_by("pk"))
        if not found:
            raise NobodyError
        return self.rng.choice(found)

    def act(self):
        """Do something by chance; a refusal changes nothing. Returns whether it was done."""
        self.minute += 1
        name = self.rng.choice(NAMES)
        try:
            happened = getattr(self, name)() is not False
        except (Refused, NobodyError):
            happened = False
        if happened:
            self.done.append(name)

    # --- Byes ---

    def give(self):
        kind, number = self.rng.choice(Kind.values), self.tournament.rounds.count() + 1
        number = min(number + self.rng.randrange(2), 4)
        other = self.anybody() if kind in Adjustment.FORFEITS else None
        rulings.adjust(
            self.anybody(), kind, reason="asked", round_number=number, opponent=other, **self.who
        )

    def withdraw(self):
        given = list(Adjustment.objects.filter(taken_back_at=None).order_by("pk"))
        if not given:
            return False
        return rulings.take_back(self.rng.choice(given), **self.who)

    # --- People ---

    def drop(self):
        registration.drop(self.anybody(), **self.who)

    def come_back(self):
        registration.reinstate(self.anybody(status=Entry.Status.DROPPED), **self.who)

    def check_in(self):
        registration.check_in(self.anybody(), **self.who)

    def come_late(self):
        if self.tournament.entries.count() > 10:
            return False
        return make_entries(self.tournament, 1)

    # --- Seats ---

    def seat(self):
        next_round.seat_next_round(self.tournament, **self.who)

    def reseat(self):
        next_round.reseat_round(self.open_round, **self.who)

    def discard(self):
        if self.rng.random() < 0.7:
            return False
        return services.discard_round(self.open_round, **self.who)

    def publish(self):
        services.publish_round(self.open_round, **self.who)

    def swap(self):
        changing.swap_seats(self.open_round, self.anybody(), self.anybody(), **self.who)

    def take_out(self):
        changing.remove_no_show(self.open_round, self.anybody(), **self.who)

    def repair(self):
        round_, gone = self.open_round, {self.anybody().pk}
        mark = repairing.plan_repair(round_, gone).mark
        repairing.repair_seating(round_, gone, mark=mark, **self.who)

    def seat_late(self):
        round_ = self.open_round
        late.add_late_arrival(round_, self.rng.choice(self.without_seat(round_)), **self.who)

    def open_table(self):
        round_ = self.open_round
        people = self.without_seat(round_)
        late.open_table(round_, self.rng.sample(people, min(2, len(people))), **self.who)

    def without_seat(self, round_):
        found = without_seat(round_)
        if not (people := [*found.byes, *found.unseated]):
            raise NobodyError
        return people

    def undo(self):
        changing.undo(self.open_round, **self.who)

    def close(self):
        round_ = self.open_round
        if round_.status != Round.Status.PUBLISHED:
            return False
        return play(round_)

    # --- The truth ---

    def check_places(self):
        for round_ in self.tournament.rounds.all():
            seated = list(round_.seats.values_list("entry_id", flat=True))
            byes = dict(round_.byes.values_list("entry_id", "kind"))
            places = [*seated, *byes]
            assert len(places) == len(set(places)), self.done
            given = Adjustment.objects.filter(
                taken_back_at=None, round_number=round_.number, kind__in=Adjustment.NOT_PLAYED
            )
            for entry, kind in given.values_list("entry_id", "kind"):
                assert byes.get(entry) == kind, self.done
            if round_.status != Round.Status.CLOSED:
                waiting = without_seat(round_)
                named = {entry.pk for entry in waiting.unseated} | set(places)
                here = self.tournament.entries.filter(status=Entry.Status.CHECKED_IN)
                assert set(here.values_list("pk", flat=True)) <= named, self.done

    def check_standings(self):
        expected: dict[int, Fraction] = {}
        closed = {"round__tournament": self.tournament, "round__status": Round.Status.CLOSED}
        for entry, kind in Bye.objects.filter(**closed).values_list("entry_id", "kind"):
            expected[entry] = expected.get(entry, 0) + WORTH.get(Kind(kind), 0)
        seats = Seat.objects.filter(**closed).values_list("table_id", "entry_id")
        tables: dict[int, list[int]] = {}
        for table, entry in seats:
            tables.setdefault(table, []).append(entry)
        for people in tables.values():
            for entry in people:
                expected[entry] = expected.get(entry, 0) + (entry == min(people))
        shown = {entry: Fraction(score) for _place, entry, score in standings(self.tournament)}
        assert {entry: score for entry, score in expected.items() if score} == {
            entry: score for entry, score in shown.items() if score
        }, self.done


#: Those that lead on come twice.
NAMES = [
    "give", "give", "give", "withdraw", "drop", "come_back", "come_back", "check_in", "check_in",
    "come_late", "seat", "seat", "seat", "undo",
    "reseat", "discard", "publish", "publish", "swap", "take_out", "repair", "seat_late",
    "open_table", "undo", "close", "close",
]  # fmt: skip


@pytest.mark.parametrize(
    "seed",
    [
        seed if seed < IN_A_HURRY else pytest.param(seed, marks=pytest.mark.long)
        for seed in range(IN_ALL)
    ],
)
def test_each_has_one_place_in_a_round_and_it_counts_once(seed):
    day = Day(seed)
    for _ in range(ACTS):
        day.act()
        day.check_places()
    day.check_standings()
