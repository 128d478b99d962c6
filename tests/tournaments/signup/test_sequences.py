"""Random days of a timetable: holds and counters are what bookings and sessions say, always."""

import random

import pytest

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tests.examples import ALL
from tests.tournaments.signup.sessions import WHO, check_truth, make_players, make_session
from tournaments.errors import Refused
from tournaments.models import HallTable, Party, PartyMember, Session
from tournaments.signup import moving, promoting, services
from tournaments.signup.parties import services as parties
from tournaments.timetable.services import plan_session, publish_timetable

pytestmark = pytest.mark.django_db

ACTS, PEOPLE, TABLES = 60 if ALL else 30, 7, 4
IN_ALL = 60
#: Each database has days of its own; the long run has all of them on both.
IN_A_HURRY = {"sqlite": {0}, "postgresql": {1}}


class Day:
    """An event with a few sessions at overlapping times, and random verbs on them."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.event = make_event(offer_minutes=self.rng.choice((0, 10)))
        HallTable.objects.bulk_create(
            HallTable(event=self.event, number=n, code=f"H{n}") for n in range(1, TABLES + 1)
        )
        self.tournament = make_tournament(self.event)
        self.people = make_players(self.event, PEOPLE)
        for start in (0, 60, 120):
            make_session(self.tournament, start=start, capacity=2, release_minutes=15)
        parties.make_party(self.people[0], **WHO)
        for one in self.people[1:3]:
            parties.join_party(one, Party.objects.get(event=self.event).code, **WHO)
        self.minute = -60
        self.done = set()

    @property
    def at(self):
        return NOON + minutes(self.minute)

    @property
    def who(self):
        return {"by": ANNA, "at": self.at}

    def act(self):
        """Do something by chance; a refusal changes nothing."""
        self.minute += self.rng.choice((0, 1, 5))
        name = self.rng.choice(NAMES)
        try:
            getattr(self, name)()
        except Refused:
            return
        self.done.add(name)

    def session(self):
        return self.rng.choice(list(Session.objects.order_by("pk")))

    def person(self):
        return self.rng.choice(self.people)

    def conducts(self):
        return {"conducts": self.rng.random() < 0.3}

    def book(self):
        services.book(self.session(), self.person(), **self.conducts(), **self.who)

    def queue(self):
        services.join_queue(self.session(), self.person(), **self.conducts(), **self.who)

    def give_up(self):
        services.cancel(self.session(), self.person(), **self.who)

    def take(self):
        parties.take_offer(self.session(), self.person(), **self.conducts(), **self.who)

    def book_party(self):
        parties.book_party(self.session(), self.person(), **self.conducts(), **self.who)

    def queue_party(self):
        parties.queue_party(self.session(), self.person(), **self.conducts(), **self.who)

    def come_and_go(self):
        """Somebody leaves the party, or joins it."""
        party, person = Party.objects.filter(event=self.event).first(), self.person()
        if PartyMember.objects.filter(player=person).exists():
            parties.leave_party(person, **self.who)
        elif party:
            parties.join_party(person, party.code, **self.who)

    def come(self):
        services.check_in(self.session(), self.person(), **self.conducts(), **self.who)

    def leave(self):
        services.leave(self.session(), self.person(), **self.who)

    def work(self):
        promoting.keep_places(now=self.at)

    def change(self):
        start = self.rng.randrange(-4, 12) * 15
        places = self.rng.choice((None, 1, 2, 3))
        tables = self.rng.choice(((None, None), (1, 2), (2, 3), (3, 4)))
        moving.change_session(
            self.session(),
            starts_at=NOON + minutes(start),
            ends_at=NOON + minutes(start + self.rng.choice((30, 60, 120))),
            capacity=places,
            first_table=tables[0],
            last_table=tables[1],
            anyway=self.rng.random() < 0.5,
            **self.who,
        )

    def cancel(self):
        if Session.objects.filter(cancelled_at=None).count() > 2:
            moving.cancel_session(self.session(), **self.who)

    def plan(self):
        starts_at = NOON + minutes(self.rng.randrange(12) * 15)
        plan_session(
            self.event, tournament=self.tournament.pk, starts_at=starts_at, capacity=2,
            ends_at=starts_at + minutes(60), first_table=1, last_table=2, **WHO,
        )  # fmt: skip
        publish_timetable(self.event, **WHO)


NAMES = [
    *("book", "queue", "come") * 3,
    *("give_up", "leave", "work", "change", "take", "queue_party", "book_party") * 2,
    *("cancel", "plan", "come_and_go"),
]


def days():
    """Every day by its seed, marked ``long`` where only the long run has time for it."""
    for seed in range(IN_ALL):
        late = [vendor for vendor, seeds in IN_A_HURRY.items() if seed not in seeds]
        yield pytest.param(seed, marks=[pytest.mark.long(*late)])


@pytest.mark.parametrize("seed", list(days()))
def test_holds_are_what_bookings_and_sessions_say(seed):
    day = Day(seed)
    for _ in range(ACTS):
        day.act()
        check_truth()
    assert len(day.done) >= 6
