"""Each role gets the answer of the table, at every address and with each method."""

from contextlib import nullcontext

import pytest
from django.db import transaction

from tests.routes.blank import blank_templates
from tests.routes.expect import TOKEN
from tests.routes.rows import ROUTES
from tests.routes.visitors import (
    API,
    EVERYBODY,
    address_of,
    ask,
    expected,
    named_routes,
    noting_writes,
    rolled_back_later,
    visitor,
)

pytestmark = pytest.mark.django_db

DONE = (200, 201, 202, 204, 302)
OTHER_METHODS = ("put", "patch", "delete", "options")
#: Which method it is, is looked at before who it is: one of each kind will do.
A_FEW = ("nobody", "owner", TOKEN)


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


@pytest.mark.once
def test_every_address_has_a_row_that_says_who_may_do_what():
    missing = sorted(set(named_routes()) - set(ROUTES))
    assert not missing, f"Say in tests/routes/rows/ who may use: {', '.join(missing)}."
    gone = sorted(set(ROUTES) - set(named_routes()))
    assert not gone, f"tests/routes/rows/ has rows without an address: {', '.join(gone)}."


def who_may(name, method, world):
    """A role whose request does something; where there is none, nobody's."""
    answers = {role: expected(name, method, role, world) for role in EVERYBODY}
    return next((role for role in ("owner", *EVERYBODY) if answers[role] in DONE), "nobody")


@pytest.mark.once
@pytest.mark.parametrize("name", ROUTES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_each_role_gets_the_answer_of_the_table(method, name, world):
    route = ROUTES[name]
    seen_by = {who_may(name, method, world), "nobody"}
    answers, wrote = answers_of(method, name, world, seen_by=seen_by)
    table = {role: expected(name, method, role, world) for role in EVERYBODY}
    assert answers == table
    may = {role for role, answer in table.items() if answer in DONE}
    acting = may if route.acts is True else set(route.acts or ())
    assert wrote == (acting if method == "post" else set())


@pytest.mark.postgresql
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_postgresql_alone_refuses_is_asked_of_no_address(method, world):
    """Who may do what does not depend on the database; one role that may is enough there."""
    wrong = {}
    for name in ROUTES:
        role = who_may(name, method, world)
        with rolled_back_later():
            answer = ask(visitor(role, world, ROUTES[name]), method, name, world)
            transaction.set_rollback(True)
        if answer != expected(name, method, role, world):
            wrong[name] = (role, answer)
    assert wrong == {}


@pytest.mark.once
@pytest.mark.parametrize("name", ROUTES)
def test_head_gets_what_get_does(name, world):
    answers, wrote = answers_of("head", name, world, A_FEW)
    assert answers == {role: expected(name, "get", role, world) for role in A_FEW}
    assert wrote == set()


@pytest.mark.once
@pytest.mark.parametrize("name", ROUTES)
def test_no_other_method_does_anything(name, world):
    for method in OTHER_METHODS:
        answers, wrote = answers_of(method, name, world, A_FEW)
        is_described = method == "options" and address_of(name, world).startswith(API)
        assert set(answers.values()) == {200 if is_described else 405}, (method, answers)
        assert wrote == set()
