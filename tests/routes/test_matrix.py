"""Each role gets the answer of the table, at every address and with each method.

`make test` asks on both sides of each line between those who may and those who may not, and leaves
out who is asked by test_shown_pages.py and test_caching.py; `make thorough` asks all roles.
"""

from contextlib import nullcontext
from itertools import pairwise, product

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tests.examples import ALL
from tests.routes.blank import blank_templates
from tests.routes.expect import OF_NO_ROW, PHONE, READING_TOKEN, TO_SIGN_IN, TOKEN
from tests.routes.rows import PACKAGES, ROUTES
from tests.routes.visitors import (
    EVERYBODY,
    ask,
    expected,
    is_of_the_api,
    named_routes,
    noting_writes,
    rolled_back_later,
    visitor,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DONE = (200, 201, 202, 204, 302)
OTHER_METHODS = ("put", "patch", "delete", "options")
#: Which method it is, is looked at before who it is: one of each kind will do.
SIGNED_OUT_OR_IN = ("nobody", "owner")
A_FEW = (*SIGNED_OUT_OR_IN, TOKEN)
#: What each address answers them to GET, test_shown_pages.py looks at; where it is shared, what it
#: answers nobody is in test_caching.py.
SHOWN_TO = {"nobody", "owner"}
REFUSED = (TO_SIGN_IN, 401, 403)
LIVE = "-live"
#: From those who may do least to those who may do most.
BY_RIGHTS = (
    "nobody",
    PHONE,
    READING_TOKEN,
    "player at another table",
    "player at this table",
    "conductor of another event",
    "scorekeeper",
    "conductor",
    TOKEN,
    "owner",
    "superuser",
)
#: Whom a mistake lets in first: they are asked everywhere.
STRANGER = "conductor of another event"
#: No page reads a token, whichever it is: `make test` brings one to every sixth.
BROUGHT_TO = {*[*ROUTES][:: 1 if ALL else 6]}


def a_few(name):
    """Those of A_FEW whom such an address knows apart."""
    return A_FEW if is_of_the_api(name) else SIGNED_OUT_OR_IN


def by_rights(name):
    """Everybody whom an address may know apart, from those who may do least on.

    Pages know no tokens: one that may do everything shows it, and is nobody there.
    """
    if is_of_the_api(name):
        return BY_RIGHTS
    return (TOKEN, *(role for role in BY_RIGHTS if role not in (TOKEN, READING_TOKEN)))


def asked(name, method, table, acting):
    """The strangers, and of neighbours by rights those who are not treated alike.

    One who is sent to sign in is refused as well as one who may not: they are alike.
    """
    known = by_rights(name)
    if ALL:
        return a_few(name) if set(table.values()) == {405} else known
    treated = {role: (table[role] not in REFUSED and table[role], role in acting) for role in known}
    apart = {
        role for pair in pairwise(known) if treated[pair[0]] != treated[pair[1]] for role in pair
    }
    if not apart:
        return ["nobody"] if method == "post" else []
    strangers = {known[0], READING_TOKEN, STRANGER}
    if known[0] == TOKEN and name not in BROUGHT_TO:
        apart, strangers = apart - {TOKEN}, strangers - {TOKEN}
    return [role for role in known if role in (apart | strangers) - shown_to(method, table)]


def shown_to(method, table):
    """Whom other tests let read: where the owner may, others who may are not asked either."""
    if method != "get":
        return set()
    may_too = {role for role in table if table[role] == table["owner"] in DONE}
    return SHOWN_TO | may_too


def acting_by(route, method, table):
    """The roles whose requests write something."""
    if method != "post":
        return set()
    if route.acts is True:
        return {role for role, answer in table.items() if answer in DONE}
    return {*(route.acts or ())}


def answers_of(method, name, world, roles=EVERYBODY, seen_by=()):
    """The answer to each role, and the roles whose requests wrote something.

    Those of ``seen_by`` get real pages. Each page takes longer than to decide who may see it.
    """
    answers, wrote = {}, set()
    for role in roles:
        looks = nullcontext() if role in seen_by else blank_templates()
        with looks, rolled_back_later(), noting_writes() as writes:
            answers[role] = ask(visitor(role, world, ROUTES[name]), method, name, world)
            transaction.set_rollback(True)
        if writes:
            wrote.add(role)
    return answers, wrote


def test_every_address_has_a_row_that_says_who_may_do_what():
    missing = sorted(set(named_routes()) - set(ROUTES))
    assert not missing, f"Say in tests/routes/rows/ who may use: {', '.join(missing)}."
    gone = sorted(set(ROUTES) - set(named_routes()))
    assert not gone, f"tests/routes/rows/ has rows without an address: {', '.join(gone)}."


def who_may(name, method, world):
    """A role whose request does something; where there is none, nobody's."""
    answers = {role: expected(name, method, role, world) for role in EVERYBODY}
    return next((role for role in ("owner", *EVERYBODY) if answers[role] in DONE), "nobody")


@pytest.mark.each_database
@pytest.mark.parametrize("package", PACKAGES)
def test_each_role_gets_the_answer_of_the_table(package, world):
    """A package of rows each, as every test begins and ends with work of its own."""
    methods = ["get"] if is_on_postgresql() else ["get", "post"]
    wrong = {}
    for name, method in product(PACKAGES[package], methods):
        cache.clear()  # what was asked of another address counts against no limit here
        found, said = found_and_said(name, method, world)
        if found != said:
            wrong[name, method] = {"found": found, "said": said}
    assert wrong == {}, "\n".join(f"{which}: {how}" for which, how in wrong.items())


def is_on_postgresql():
    """Whether only SQL that PostgreSQL alone refuses is looked for: the rest is seen on SQLite."""
    return connection.vendor == "postgresql" and not ALL


def is_a_part(name):
    """Whether an address has what an open page fetches again, from the rows of that page."""
    return name.endswith(LIVE) and name.removesuffix(LIVE) in ROUTES


def found_and_said(name, method, world):
    """The answers to those who are asked and who of them wrote: as found, and as the row says."""
    table = {role: expected(name, method, role, world) for role in EVERYBODY}
    acting = acting_by(ROUTES[name], method, table)
    roles = asked(name, method, table, acting)
    if is_on_postgresql():
        reads = name not in OF_NO_ROW and set(table.values()) != {405} and not is_a_part(name)
        roles = [who_may(name, method, world)] if reads else []
    # What GET shows to three readers, test_shown_pages.py has rendered.
    may = [role for role in roles if table[role] in DONE]
    seen_by = {"nobody", *may[-1:]} if method == "post" else ()
    found = answers_of(method, name, world, roles, seen_by)
    return found, ({role: table[role] for role in roles}, acting & {*roles})


def test_everybody_has_a_place_by_rights():
    assert sorted(BY_RIGHTS) == sorted(EVERYBODY)


@pytest.mark.long
def test_head_gets_what_get_does(world):
    for name in ROUTES:
        answers, wrote = answers_of("head", name, world, a_few(name))
        expected_here = {role: expected(name, "get", role, world) for role in answers}
        assert (name, answers, wrote) == (name, expected_here, set())


def test_no_other_method_does_anything(world):
    """`make test` asks with one at every second address, in turn, as what refuses one refuses all;
    and with those that an address takes."""
    for number, (name, route) in enumerate(ROUTES.items()):
        in_turn = {OTHER_METHODS[number // 2 % len(OTHER_METHODS)]} if number % 2 else set()
        for method in OTHER_METHODS if ALL else {*in_turn, *route.also}:
            is_described = method == "options" and is_of_the_api(name)
            roles = ["owner"] if is_described else ["nobody"]
            answers, wrote = answers_of(method, name, world, a_few(name) if ALL else roles)
            if method in route.also:
                assert answers["nobody"] == 401, name
                assert "nobody" not in wrote, name
                continue
            only = {200 if is_described else 405}
            assert (name, method, set(answers.values()), wrote) == (name, method, only, set())
