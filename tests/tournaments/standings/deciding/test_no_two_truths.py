"""Whatever was made from results is what they make now, or is marked: by random days of acts."""

import random

import pytest

from tests.builders import ANNA, NOON, make_entries, make_tournament, minutes
from tests.tournaments.seating.head_to_head.playing import P, head_to_head
from tournaments.clock.services import start_slot
from tournaments.errors import Refused
from tournaments.models import Entry, Round, ScoreSheet, SheetLine, Table, Tournament
from tournaments.registration.services import drop
from tournaments.results.ruling.services import close_round
from tournaments.results_version import count_change
from tournaments.seating import errors
from tournaments.seating.changing.services import undo
from tournaments.seating.formats.base import Found
from tournaments.seating.persistence import as_lists
from tournaments.seating.services import discard_round, keep_seating, publish_round
from tournaments.standings.computing.services import differences, refresh
from tournaments.standings.deciding import late_corrections, later_rounds
from tournaments.standings.next_round.services import (
    make_again,
    reseat_round,
    seat_next_round,
    seat_semifinals,
)
from tournaments.transactions import atomic

pytestmark = pytest.mark.django_db
ACTS_A_DAY = 20


def tables():
    tournament = make_tournament(rounds_planned=3, finalists=4, table_min=3)
    make_entries(tournament, 12)
    return tournament


FORMATS = {
    "tables": tables,
    "dutch": lambda: head_to_head(P.DUTCH, 8),
    "field": lambda: head_to_head(P.FIELD, 9),
    "single elimination": lambda: head_to_head(P.SINGLE, 8),
}


class Day:
    """A tournament to which a random conductor does one thing after another."""

    def __init__(self, make, seed):
        self.chance = random.Random(seed)
        self.tournament = make()
        self.minute = 0
        self.done = []

    @property
    def who(self):
        return {"by": ANNA, "at": NOON + minutes(self.minute)}

    @property
    def latest(self):
        return self.tournament.rounds.select_related("tournament__event").last()

    def act(self):
        """Do something that makes sense now; what is refused is refused."""
        self.minute += 1
        round_, status = self.latest, Round.Status
        choices = ["seat", "semifinals"]
        if round_ is not None and round_.status == status.SEATED:
            choices = ["publish", "publish", "reseat", "undo", "again", "keep", "discard"]
        elif round_ is not None and round_.status == status.PUBLISHED:
            choices = ["start", "start", "again", "keep", "discard", "undo"]
        elif round_ is not None and round_.status == status.RUNNING:
            choices = ["close", "close", "keep"]
        if self.tournament.rounds.filter(status=status.CLOSED).exists():
            choices += ["correct", "correct", "correct"]
        choices.append(self.chance.choice(["drop", choices[0], choices[0]]))
        name = self.chance.choice(choices)
        self.done.append(name)
        was_outdated = round_ is not None and round_.is_outdated
        try:
            getattr(self, name)()
        except errors.MadeFromOldResults:
            assert was_outdated
        except Refused:
            pass
        else:
            assert not (was_outdated and name in ("publish", "start", "close"))

    def seat(self):
        seat_next_round(self.tournament, **self.who)

    def semifinals(self):
        if self.tournament.rounds.count() >= self.tournament.rounds_planned:
            seat_semifinals(self.tournament, 2, **self.who)

    def publish(self):
        publish_round(self.latest, **self.who)

    def reseat(self):
        reseat_round(self.latest, **self.who)

    def undo(self):
        undo(self.latest, **self.who)

    def again(self):
        make_again(self.latest, **self.who)

    def keep(self):
        keep_seating(self.latest, reason="they know already", **self.who)

    def discard(self):
        discard_round(self.latest, **self.who)

    def start(self):
        start_slot(self.latest, **self.who)

    def drop(self):
        entry = self.chance.choice(list(self.tournament.entries.order_by("pk")))
        if self.tournament.entries.filter(status=Entry.Status.CHECKED_IN).count() > 7:
            drop(entry, reason="went home", **self.who)

    def close(self):
        round_ = self.latest
        for table in round_.tables.all():
            sheet, new = ScoreSheet.objects.get_or_create(
                table=table, number=1, status=ScoreSheet.Status.REPORTED,
                defaults={"dealt_at": NOON, "cutoff_at": NOON, "reported_at": NOON},
            )  # fmt: skip
            if new:
                SheetLine.objects.bulk_create(
                    SheetLine(sheet=sheet, seat=seat, points=self.chance.randrange(100))
                    for seat in table.seats.all()
                )
        Table.objects.filter(round=round_).update(
            status=Table.Status.FINISHED, end_reason=Table.EndReason.PLAYED, ended_at=NOON
        )
        close_round(round_, **self.who)

    def correct(self):
        lines = SheetLine.objects.filter(
            seat__round__tournament=self.tournament, seat__round__status=Round.Status.CLOSED
        )
        line = self.chance.choice(list(lines.select_related("seat__round").order_by("pk")))
        points = self.chance.choice([line.points + 1, self.chance.randrange(100)])

        @atomic
        def change():
            line.points = points
            line.save()
            count_change(self.tournament.pk, at=self.who["at"])

        at, later = self.who["at"], ()
        if self.chance.random() < 0.5:  # by the page, which knows what comes out the same
            later = late_corrections.preview(line.seat.round, change, at=at).later
        late_corrections.carry_out(line.seat.round, change, at=at, later=later)


def arrangement(round_):
    found = Found(as_lists(round_), tuple(round_.byes.values_list("entry_id", flat=True)))
    return later_rounds.arrangement(round_, found)


def check(day):
    """Each round that nobody asks about is the one that the results make now."""
    refresh(day.tournament.pk, at=day.who["at"])
    day.tournament = Tournament.objects.select_related("event", "standings_state").get(
        pk=day.tournament.pk
    )
    assert differences(day.tournament) == []
    again = later_rounds.read(day.tournament, after=0)
    made_from_results = day.tournament.rounds.exclude(made_from="")
    for round_ in made_from_results.select_related("tournament").order_by("number"):
        if round_.is_outdated or round_.kept_because:
            continue
        found = again[round_.pk]()
        assert later_rounds.arrangement(round_, found) == arrangement(round_), (round_, day.done)
    return made_from_results.count()


@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize("name", FORMATS)
def test_what_nobody_is_asked_about_is_what_the_results_make_now(name, seed):
    day = Day(FORMATS[name], seed)
    looked_at = 0
    for _ in range(ACTS_A_DAY):
        day.act()
        looked_at += check(day)
    assert looked_at


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("name", FORMATS)
def test_nor_in_many_more_days(name, seed):
    day = Day(FORMATS[name], seed)
    for _ in range(3 * ACTS_A_DAY):
        day.act()
        check(day)
