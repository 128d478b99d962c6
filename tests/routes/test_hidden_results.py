"""No public address tells what a tournament keeps back until its end.

Every address of the site that a tournament can fill is visited by somebody without an account, and
those of the API by a program whose token only reads: pages know no tokens. The points are numbers
that stand nowhere else.
"""

import io
import re
import zipfile
from itertools import combinations, product
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.converters import IntConverter
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.examples import ALL
from tests.routes.expect import OF_NO_ROW
from tests.routes.rows import ROUTES
from tests.routes.visitors import API
from tests.tournaments.seasons.gatherings import count, make_season
from tests.tournaments.standings.hands import play_round
from tournaments.api.reading.exports import FILES
from tournaments.api.tokens import make_token
from tournaments.events.services import change_tournament
from tournaments.models import Tournament
from tournaments.rankings.computing import refresh as refresh_ranking
from tournaments.rankings.services import count_tournaments, open_ranking
from tournaments.seasons.computing.services import refresh as refresh_season
from tournaments.seating.finishing.services import finish_tournament
from tournaments.standings.computing.services import refresh

pytestmark = [pytest.mark.django_db, pytest.mark.once]

WHO = {"by": ANNA, "at": NOON + minutes(200)}
#: By round and table, in the order of the entries. No two sums are equal.
POINTS = {
    1: [(4801, 4603, 4409, 4211), (5801, 5639, 5417, 5227)],
    2: [(6007, 6113, 6221, 6329), (7013, 7121, 7229, 7331)],
}
FOR_TWO = {1: [(4801, 4603), (5801, 5639)], 2: [(6007, 6113), (7013, 7121)]}
METHOD_NOT_ALLOWED = 405
#: What an address names that no tournament has.
OF_OTHERS = {
    *("hook", "pickup", "room", "session", "staff", "token", "invitation", "announcement", "title"),
    *("adjustment", "call", "of_class", "prize", "delivery", "pack", "badge", "sign", "phone"),
    *("part", "user", "team", "fixture", "pair", "letter", "guide"),
}
#: Every format of a table has the same rows: standings/exporting/test_spreadsheets.py.
KINDS = [file for file in FILES if ALL or not file.endswith(".xlsx")]
EVERY_KIND = {"kind": ["csv"], "file": KINDS, "edition": [2016, 2026]}
#: A number that is no fraction of another.
NUMBER = re.compile(r"(?<![\d.])\d+")
#: The questions that addresses know.
ASKED = {
    "standings": ("?after=1", "?after=2", "?own=page", "?own=parts", "?q=Player", "?sort=name"),
    "standings-live": ("?after=2", "?own=page", "?q=Player"),
    "standings-why": ("?after=2", "?part=1"),
    "round": ("?by=name", "?own=parts", "?own=page"),
    "tournament": ("?own=page", "?own=parts"),
    "event": ("?own=page", "?own=parts"),
    "search": ("?q=Player",),
    "api-standings": ("?page_size=1&page=2",),
}


def make_played(points, **fields):
    """A tournament of which two rounds are over, in a season and a ranking that count it."""
    event = make_event()
    tournament = make_tournament(event, rounds_planned=2, **fields)
    size = len(points[1][0])
    entries = make_entries(tournament, 2 * size)
    for seed, entry in enumerate(entries, start=1):
        entry.seed = seed
        entry.save()
    rounds = []
    for number, tables in points.items():
        seated = [entries[:size], entries[size:]]
        if number == 2:
            seated = [entries[::2], entries[1::2]]
        rounds.append(
            play_round(
                tournament,
                [list(zip(*both, strict=True)) for both in zip(seated, tables, strict=True)],
                number=number,
                started_at=NOON + minutes(200 * number),
            )
        )
    Tournament.objects.filter(pk=tournament.pk).update(status="running")
    tournament.refresh_from_db()
    owner = make_conductor(event)
    season = make_season(owner, name="League", rule="laurels", counts_running=True)
    count(season, tournament)
    profile = {"categories": "1: All", "by_title": False, "required": 1, "scheme": "house"}
    profile |= {"final_bonus": "", "tie_breaks": [], "team_from": 3, "team_to": 4}
    ranking = open_ranking(event, name="Best of all", **profile, **WHO)
    count_tournaments(ranking, {tournament.pk: "1"}, **WHO)
    world = SimpleNamespace(
        event=event,
        tournament=tournament,
        entries=entries,
        rounds=rounds,
        owner=owner,
        season=season,
        ranking=ranking,
        token=make_token(owner, "reads", [], at=NOON)[1],
    )
    compute(world)
    return world


def compute(world):
    refresh(world.tournament.pk, at=timezone.now())
    refresh_season(world.season, at=timezone.now())
    refresh_ranking(world.ranking.pk, at=timezone.now())


def keep_back(world, **changes):
    world.tournament = change_tournament(world.tournament, **changes, **WHO)
    compute(world)


def addresses(world):
    """Every address that a world can fill, with the name of its route."""
    first = world.rounds[-1].tables.order_by("number").first()
    some = [world.entries[0], world.entries[-1]] if ALL else [world.entries[0]]
    fixed = {
        "event": [world.event.slug],
        "uid": [world.event.uid],
        "tournament": [world.tournament.slug],
        "number": [1, 2],
        "code": [one.tables.order_by("number").first().code for one in world.rounds],
        "entry": [one.pk for one in some],
        "player": [one.player_id for one in some],
        "other": [world.entries[1].player_id],
        "season": [world.season.slug],
        "ranking": [world.ranking.slug],
        "game": [world.tournament.game],
        **EVERY_KIND,
    }
    assert first
    for name, needed in _routes(get_resolver()):
        assert needed <= fixed.keys() | OF_OTHERS, (name, needed)
        if needed & OF_OTHERS or not name or not (ALL or is_readable(name)):
            continue
        filled = [{}]
        for key in sorted(needed):
            filled = [{**one, key: value} for one in filled for value in fixed[key]]
        for values in filled:
            yield name, reverse(name, kwargs=values)


def is_readable(name):
    """Whether an address can tell anything of what was played; a long run reads the others too."""
    return name not in OF_NO_ROW and set(ROUTES[name].get.values()) != {METHOD_NOT_ALLOWED}


def _routes(resolver):
    for pattern in resolver.url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _routes(pattern)
        else:
            found = pattern.pattern.converters
            # The number of a game is one of fixtures, whose results everybody sees.
            yield pattern.name, {"fixture" if is_fixture(key, found) else key for key in found}


def is_fixture(key, converters):
    return key == "game" and isinstance(converters[key], IntConverter)


def text_of(response):
    content = b"".join(response.streaming_content) if response.streaming else response.content
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as file:
            content = b" ".join(file.read(name) for name in file.namelist())
    return content.decode("utf-8", "replace")


def telling(client, world, numbers, *, below="/", beside=(), of=None):
    """The routes that say one of these numbers to a visitor, of the addresses that begin so."""
    found = {}
    wanted = {str(number) for number in numbers}
    for name, address in addresses(world):
        if not address.startswith(below) or address.startswith(beside):
            continue
        if of and (name not in of or name in found):
            continue
        for question in ("", *ASKED.get(name, ())):
            response = client.get(address + question)
            if said := wanted & {*NUMBER.findall(text_of(response))}:
                found.setdefault(name, (address + question, min(said)))
    return found


def sums(points, rounds):
    """Every number of these rounds, and every sum with one of another round."""
    every = {n: [p for table in tables for p in table] for n, tables in points.items()}
    said = {p for n in rounds for p in every[n]}
    both = [every[n] for n in every]
    said |= {a + b for one, other in combinations(both, 2) for a in one for b in other}
    return said


#: What is kept back, and the rounds whose numbers may then not be said.
SETTINGS = {
    "nothing is shown before the end": ({"standings_shown": "end"}, (1, 2)),
    "the last round is silent": ({"silent_rounds": 1}, (2,)),
    "every round is silent": ({"silent_rounds": 9}, (1, 2)),
}
TWO = {"table_min": 2, "table_preferred": 2, "table_max": 2, "finalists": 2}
FORMATS_OF = {
    "tables": (POINTS, {}),
    "round robin": (FOR_TWO, {"game": "expect_delays", "target": 0, "pairing": "robin", **TWO}),
}


#: `make test` has time for the setting that shows some rounds and not others.
IN_A_HURRY = {("tables", "the last round is silent")}
CASES = [
    pytest.param(*case, marks=() if case in IN_A_HURRY else pytest.mark.long)
    for case in product(FORMATS_OF, SETTINGS)
]


@pytest.mark.parametrize(("played", "kept"), CASES)
def test_no_public_address_tells_what_is_kept_back(kept, played):
    points, fields = FORMATS_OF[played]
    changes, rounds = SETTINGS[kept]
    world = make_played(points, **fields)
    keep_back(world, **changes)
    # A program that may only read sees what everybody sees, and more: test_caching.py.
    beside = () if ALL else API
    assert telling(Client(), world, sums(points, rounds), beside=beside) == {}
    program = Client(headers={"Authorization": f"Bearer {world.token}"})
    assert telling(program, world, sums(points, rounds), below=API) == {}


def test_the_same_addresses_tell_it_all_at_the_end():
    """Otherwise the test above could not fail."""
    world = make_played(POINTS)
    keep_back(world, standings_shown="end")
    finish_tournament(world.tournament, **WHO)
    compute(world)
    pages = {"standings", "standings-live", "standings-why", "statistics", "table", "table-live"}
    pages |= {"round", "round-live", "player", "player-against"}
    files = {"standings-csv", "standings-file", "hands-csv", "hands-file", "api-export"}
    api = {"api-table", "api-tables", "api-standings", "api-against"}
    of = pages | files | api
    assert telling(Client(), world, sums(POINTS, (1, 2)), of=of).keys() == of
