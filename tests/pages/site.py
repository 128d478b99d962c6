"""A site with something on every page, and the addresses of all its pages.

The addresses are those of tests/routes, which has a row for each; where the demo has such a page,
it is the demo's: with forty people at ten tables instead of three at one.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace

from django.http import HttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from tests.builders import cookies_at
from tests.clocks import change_clock
from tests.routes.rows import ROUTES
from tests.routes.visitors import give_credentials, visitor
from tests.routes.world import make_world
from tournaments.demo import services as demo
from tournaments.ledger import Actor
from tournaments.models import Role, Round, Staff, Table, Tournament, User
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.standings.computing.services import refresh

#: Who looks: the one with the most on the page, somebody at the table, and the public.
OWNER, PLAYER, PUBLIC = "owner", "player at this table", "nobody"
#: How long the demo has been played, and how often it is looked at meanwhile.
PLAYED, STEP = timedelta(hours=3, minutes=20), timedelta(minutes=2)
#: Pages that show one state of many: the same route at other addresses of the demo.
STATES = ("round", "standings", "tournament", "table", "champion", "statistics")


@dataclass(frozen=True)
class Page:
    """A page of the site as one visitor sees it."""

    name: str
    address: str
    role: str
    cookies: tuple[tuple[str, str], ...]


def make_site() -> SimpleNamespace:
    """The world of the tests of addresses, and the demo in the middle of a round."""
    now = timezone.now()
    world = make_world(now)
    give_credentials(world)
    begun = now - PLAYED
    made = demo.create_demo(speed=1, password="a long password", at=begun, with_league=True)
    while begun < now:
        begun += STEP
        demo.step(now=begun)
        end_tables_out_of_time(now=begun)
    event = made.event
    for role, email in (("owner", "olga@example.org"), ("conductor", "clara@example.org")):
        user = User.objects.get(email=email)
        Staff.objects.create(event=event, user=user, role=Role(role))
    for tournament in Tournament.objects.all():
        refresh(tournament.pk, at=now)
    live = event.tournaments.filter(season_parts=None).latest("pk")
    tables = list(Table.objects.filter(round__tournament=live).order_by("-round__number", "number"))
    playing = next(table for table in tables[1:] if table.status == Table.Status.PLAYING)
    change_clock(playing, "pause", by=Actor(name="Olga"), at=now, reason="a spilt drink")
    codes = [table.code for table in tables]
    world.phones |= cookies_at(codes)
    world.live = SimpleNamespace(event=event, tournament=live, tables=tables)
    return world


def pages(world: SimpleNamespace) -> Iterator[Page]:
    """Every HTML page that somebody may see, as those see it to whom it shows the most.

    ROUNDHOUSE_PAGES chooses some by a part of their names, or by a pattern as in "^[a-e]".
    """
    wanted = os.environ.get("ROUNDHOUSE_PAGES", "")
    seen: list[Page] = []
    for name, route in ROUTES.items():
        if not re.search(wanted, name):
            continue
        for role in (OWNER, PLAYER, PUBLIC):
            if role == PLAYER and "code" not in route.at(world) and name not in ("me", "find"):
                continue
            if role == PUBLIC and any(page.name == name for page in seen):
                continue
            for page in _pages_of(name, role, world):
                if (page.address, role) not in {(one.address, one.role) for one in seen}:
                    seen.append(page)
                    yield page


def _pages_of(name: str, role: str, world: SimpleNamespace) -> Iterator[Page]:
    route = ROUTES[name]
    client = visitor(role, world, route)
    found = 0
    for address in _addresses(name, world):
        if found and name not in STATES:
            return
        if role == PLAYER and (code := address.split("/")[2]) in world.phones:
            client.cookies.load(world.phones[code][0])
        if _is_page(client.get(address)):
            found += 1
            cookies = ((key, morsel.value) for key, morsel in client.cookies.items())
            yield Page(name, address, role, tuple(cookies))


def _addresses(name: str, world: SimpleNamespace) -> Iterator[str]:
    """Where a page of this name may be: in the demo first, then in the world of the routes."""
    at = ROUTES[name].at(world)
    for values in _in_the_demo(at, world):
        try:
            yield reverse(name, kwargs=values)
        except NoReverseMatch:
            continue
    yield reverse(name, kwargs=at)


def _in_the_demo(at: dict, world: SimpleNamespace) -> Iterator[dict]:
    """The values of an address with those of the demo in their place."""
    live = world.live
    if "code" in at:
        for table in live.tables[:2]:
            yield at | {"code": table.code}
    if at.get("event") == world.event.slug:
        entry = live.tables[0].seats.get(position=1).entry
        demos = {"event": live.event.slug}
        demos |= {"player": entry.player_id} if "player" in at else {}
        demos |= {"entry": entry.pk} if "entry" in at else {}
        finished = live.event.tournaments.filter(status=Tournament.Status.FINISHED).first()
        for tournament in (live.tournament, finished):
            number = Round.objects.filter(tournament=tournament).latest("number").number
            more = {"tournament": tournament.slug} if "tournament" in at else {}
            more |= {"number": number} if "number" in at else {}
            yield at | demos | more


def _is_page(response: HttpResponse) -> bool:
    for close in response._resource_closers:
        close()
    is_html = response["Content-Type"].startswith("text/html")
    return response.status_code == 200 and is_html and "<!doctype html>" in response.text
