"""Pages for staff are kept nowhere; a shared page has the same bytes for everybody."""

import re
from functools import cache
from html import unescape
from urllib.parse import parse_qs

import pytest
import time_machine
from django.utils import timezone

from tests.examples import ALL
from tests.routes.expect import READING_TOKEN, TO_SIGN_IN
from tests.routes.rows import ROUTES
from tests.routes.visitors import (
    API,
    address_of,
    answer_in,
    expected,
    noting_writes,
    rolled_back_later,
    visitor,
)
from tournaments.access.shared import sharing_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]
FOR_STAFF = sorted(
    name
    for name, route in ROUTES.items()
    if route.get["nobody"] == TO_SIGN_IN and route.get["conductor of another event"] == 403
)


def caching_of(response) -> set[str]:
    return {part.strip() for part in response.get("Cache-Control", "").split(",")}


@pytest.mark.parametrize(
    "address",
    [
        "/nothing", "/account/x.css", "/e/nothing/", "/e/winter-meet/x.css", "/table/NOTHING/",
        "/sign-in/x.js", "/api/v1/nothing/", "/players/0/x.png", "/static/nothing.css", "/a\0b",
    ],
)  # fmt: skip
def test_what_is_not_there_is_kept_by_no_proxy_and_no_browser(address, world):
    for role in ("owner", "player at this table", "nobody"):
        response = visitor(role, world, ROUTES["roster"]).get(address)
        assert response.status_code == 404
        assert {"private", "no-store"} <= caching_of(response), role


def test_there_are_such_pages():
    assert {"roster", "staff", "badges", "ledger", "event-json"} <= set(FOR_STAFF)


# --- Shared pages ---------------------------------------------------------------------------------

#: What an open page fetches again when something changes.
FETCHED = re.compile(r'data-live="[^"]*"[^>]*hx-get="([^"]+)"')
PLAYER, CONDUCTOR = "player at this table", "conductor"
#: A browser that has both an account and a seat: neither may show.
BOTH = f"{CONDUCTOR} and {PLAYER}"
SENDERS = ("nobody", BOTH)
MORE = (PLAYER, CONDUCTOR, "player at another table", "superuser")


@pytest.fixture(scope="module")
def ask(world, django_db_blocker):
    """Who gets what where: each answer is made once, all of them at the same moment."""

    @cache
    def ask(role, name, own=""):
        with rolled_back_later():
            query = {"own": own} if own else {}
            client = visitor(CONDUCTOR if role == BOTH else role, world, ROUTES[name])
            if role == BOTH:
                client.cookies.update(visitor(PLAYER, world, ROUTES[name]).cookies)
            with noting_writes() as writes:
                answer = client.get(address_of(name, world), query)
            answer.wrote = writes
            return answer

    with django_db_blocker.unblock(), time_machine.travel(timezone.now(), tick=False):
        yield ask


def shared_by(world):
    addresses = {name: address_of(name, world) for name in ROUTES}
    return {name: address for name, address in addresses.items() if sharing_of(address)}


@pytest.fixture
def shared(world):
    return [name for name, address in shared_by(world).items() if not address.startswith(API)]


@pytest.fixture
def answers(world):
    """The addresses whose answers to programs are shared."""
    return [name for name, address in shared_by(world).items() if address.startswith(API)]


def test_what_everybody_sees_the_same_is_shared(shared):
    assert {
        "event", "event-live", "board", "board-live", "tournament", "tournament-live", "standings",
        "standings-live", "round", "round-live", "bracket", "bracket-live", "find", "find-live",
        "season", "player", "notices",
    } <= set(shared)  # fmt: skip


def test_what_programs_may_read_without_a_token_is_shared(answers):
    assert {
        "api-adjustments", "api-entries", "api-event", "api-events", "api-players", "api-rounds",
        "api-season", "api-season-parts", "api-season-standings", "api-seasons", "api-standings",
        "api-titles", "api-tournament", "api-tournaments",
    } <= set(answers)  # fmt: skip
    assert not {"api-table", "api-tables", "api-round"} & set(answers)  # these show codes, drafts


def test_an_answer_to_programs_is_looked_up_again_by_every_cache(answers, ask):
    for name in answers:
        said = {part.strip() for part in ask(BOTH, name)["Cache-Control"].split(",")}
        assert said == {"public", "no-cache"}, name
        for_one = ask(READING_TOKEN, name)
        assert "private" in for_one["Cache-Control"], name
        assert for_one.json() == ask("nobody", name).json(), name


def test_nobody_is_answered_as_the_table_says_and_writes_nothing(shared, answers, ask, world):
    """Other addresses are asked by test_shown_pages.py."""
    for name in [*shared, *answers]:
        response = ask("nobody", name)
        assert answer_in(response) == expected(name, "get", "nobody", world), name
        assert response.wrote == [], name


def test_a_phone_a_conductor_and_nobody_get_the_same_bytes(shared, answers, ask):
    for name in [*shared, *answers]:
        responses = {role: ask(role, name) for role in (SENDERS + MORE if ALL else SENDERS)}
        nobody = responses["nobody"]
        for role, response in responses.items():
            assert response.status_code == nobody.status_code, (name, role)
            assert response.content == nobody.content, (name, role)
            assert not response.cookies, (name, role)
            assert "cookie" not in response.get("Vary", "").lower(), (name, role)
            assert b"csrf" not in response.content, (name, role)


def test_caches_may_keep_a_shared_page_for_a_second_and_what_is_personal_never(shared, ask):
    """test_shown_pages.py looks at whole pages with what is personal."""
    for name in shared:
        response = ask(BOTH, name)
        if response.status_code != 200:
            continue
        said = {part.strip() for part in response["Cache-Control"].split(",")}
        assert {"public", "max-age=0", "s-maxage=1", "stale-while-revalidate=1"} == said, name
        assert caching_of(ask(CONDUCTOR, name, "parts")) == {"private", "no-store"}, name


def test_what_an_open_shared_page_fetches_is_shared_as_well(shared, ask):
    fetched = 0
    for name in shared:
        content = ask("nobody", name).content.decode()
        for address in FETCHED.findall(content):
            path, _mark, query = unescape(address).partition("?")
            read = sharing_of(path)
            assert read, (name, address)
            assert read.parameters.issuperset(parse_qs(query, keep_blank_values=True)), address
            fetched += 1
    assert fetched > len(shared) / 2


def test_a_search_is_answered_for_its_sender_alone(world):
    address = address_of("standings", world)
    response = visitor("conductor", world, ROUTES["standings"]).get(address, {"q": "ann"})
    assert "private" in response["Cache-Control"]


def test_the_personal_parts_say_who_is_asking(shared, ask):
    for name in shared:
        if b"own-account" not in ask("nobody", name).content:
            continue  # a part of a page
        parts = ask(CONDUCTOR, name, "parts").content
        assert b"Sign out" in parts, name
        assert b"<html" not in parts, name


def test_a_conductors_change_leads_to_a_page_of_their_own(world):
    with rolled_back_later():
        client = visitor("conductor", world, ROUTES["standings-refresh"])
        response = client.post(address_of("standings-refresh", world))
    assert response["Location"] == f"{address_of('standings', world)}?own=page"
