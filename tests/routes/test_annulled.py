"""A round that was seated, played and annulled: every page and file reads as before it was."""

import re

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import ANNA, minutes
from tests.examples import ALL
from tests.routes.rows import ROUTES
from tests.routes.visitors import rolled_back_later, visitor
from tests.tournaments.results.tables import deal, report
from tests.tournaments.seating.head_to_head.playing import head_to_head, play, seat
from tournaments.clock.services import start_slot
from tournaments.models import Tournament
from tournaments.results.ruling.annulling import annul_round
from tournaments.seating.services import publish_round
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import seat_next_round

pytestmark = [pytest.mark.once, pytest.mark.django_db]

OK = 200
HAND = QuickHand(points={1: 1, 2: 150, 3: 0}, went_out=2)
#: What says that there was such a round, or what became of it.
SAY_SO = {
    "tournament", "tournament-live", "ledger", "event-json", "desk", "desk-live", "api-tournament",
    "api-tournaments",
}  # fmt: skip
#: Pages about a table, a round, a person or a row of another kind: nothing is counted there.
OF_ONE = {
    *("code", "number", "entry", "adjustment", "hook", "call", "game", "token", "sign", "title"),
    *("session", "room", "announcement", "staff", "badge", "guide", "prize"),
}
#: The pages about a whole event on which results may count; a long run reads all the others too.
COUNTING = {
    *("api-event", "board", "event", "event-archive", "find", "hq", "me", "my-day", "rankings"),
    "search",
}
#: Pages of what people set or decide, whatever was played; and answers to programs that tell of a
#: person what the pages "player" and "player-against" tell. A long run reads these too.
DECIDED = {
    *("adjustments", "player-privacy", "ranking-class", "ranking-parts", "season-adjustments"),
    *("season-people", "standings-scheme", "tournament-clocks", "weeks-make"),
    *("api-against", "api-career"),
}
#: A form counts nothing, and a part of a page says what the page says: these too.
FORMS_AND_PARTS = ("-new", "-edit", "-delete", "-live")
#: What differs between two readings of a page: keys, tokens and marks, the age of standings, and
#: how often they were computed.
DRAWN = re.compile(r"[A-Za-z0-9_-]{32,}|([.]\d{6})?[+]00:00|\"(standings|results)_version\": ?\d+")


@pytest.fixture
def tournaments(world):
    """One at tables with a closed round; in a long run a round robin and an elimination as well."""
    with rolled_back_later():
        tournaments = [world.closed]
        if ALL:
            cup = head_to_head(Tournament.Pairing.SINGLE, 4, world.event, slug="cup")
            play(publish_round(seat(cup), by=ANNA, at=timezone.now()))
            tournaments += [world.robin, cup]
        yield tournaments
        transaction.set_rollback(True)


def readable(world, tournaments):
    """The addresses about a tournament, a career, a season or an event as a whole."""
    for name, route in ROUTES.items():
        values, answers = route.at(world), route.get
        shown = answers.get("owner", answers["nobody"]) == OK and name not in SAY_SO
        if not shown or not values or values.keys() & OF_ONE:
            continue
        counts = values.keys() != {"event"} or name in COUNTING
        if not ALL and (not counts or name in DECIDED or name.endswith(FORMS_AND_PARTS)):
            continue
        if "tournament" not in values:
            yield name, reverse(name, kwargs=values)
        else:
            for one in tournaments:
                yield name, reverse(name, kwargs=values | {"tournament": one.slug})


def read(world, addresses):
    found = {}
    for name, address in addresses:
        answer = visitor("owner", world, ROUTES[name]).get(address)
        body = b"".join(answer) if answer.streaming else answer.content
        found[address] = (answer.status_code, DRAWN.sub("", body.decode(errors="replace")))
    return found


def give_up_another_round(tournament, now):
    made = publish_round(seat_next_round(tournament, by=ANNA, at=now), by=ANNA, at=now)
    made = start_slot(made, by=ANNA, at=now)
    table = made.tables.first()
    deal(table, at=now + minutes(1))
    if not tournament.head_to_head:
        report(table, hand=HAND, at=now + minutes(11))
    annul_round(made, by=ANNA, at=now + minutes(12), reason="a fire alarm")


def test_every_page_reads_as_if_it_had_not_been_played(world, tournaments, time_machine):
    now = timezone.now().replace(microsecond=0)
    time_machine.move_to(now, tick=False)
    # A calendar says in which second something changed last: in this one, before and after.
    Tournament.objects.filter(pk__in=[one.pk for one in tournaments]).update(status="running")
    for one in tournaments:
        refresh(one.pk, at=now)
    addresses = list(readable(world, tournaments))
    before = read(world, addresses)
    for one in tournaments:
        give_up_another_round(one, now)
        refresh(one.pk, at=now)
    after = read(world, addresses)
    assert len(addresses) > 50
    assert [one for one in before if before[one] != after[one]] == []
