"""On the copy of an event that another site runs, no address writes what comes with its file."""

import pytest
from django.db import transaction

from tests.examples import ALL
from tests.routes.rows import ROUTES
from tests.routes.test_matrix import who_may
from tests.routes.visitors import address_of, noting_writes, rolled_back_later, visitor
from tournaments.access.copies import NAMES
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.once]

#: `make test` has time for every tenth address: what refuses stands before them all.
STEP = 1 if ALL else 10
METHODS = ("post", "put", "patch", "delete")
REFUSED = 405
#: Addresses of no event, or of an event that is made by them; also what counts attempts.
OF_NO_EVENT = {
    *("sign-in", "event-new", "invitation", "invitation-answer", "staff-leave", "recover"),
    *("account-password", "sign-in-mail", "sign-in-link", "sign-out", "api-events", "api-tokens"),
    *("api-token-revoke", "api-seasons", "api-season", "api-season-part", "api-season-parts"),
    *("api-season-adjustments", "api-season-next", "api-season-take-back"),
    *("season-new", "season-edit", "season-part-add", "season-above", "season-next"),
    *("season-owner-add", "season-owner-remove", "season-owner-uninvite", "season-adjustments"),
    *("season-tie", "season-adjustment-undo", "season-people", "season-part-remove"),
}


def writes_at(name, world):
    """The writes of those who may do something there; test_matrix.py shows that others may not."""
    route, found = ROUTES[name], []
    data, kind = route.sends(world), {"content_type": "application/json"}
    for role in {who_may(name, "post", world), "owner"}:
        client = visitor(role, world, route)
        for method in METHODS if route.json or route.also else ("post",):
            more = kind if route.json or route.also else {}
            with noting_writes() as writes:
                getattr(client, method)(
                    address_of(name, world), data, headers=route.headers, **more
                )
            found += [(role, method, sql) for sql in writes]
    return found


def test_nothing_is_written_at_any_address(world):
    wrote, tried = {}, 0
    for name in sorted(set(ROUTES) - OF_NO_EVENT - NAMES)[::STEP]:
        if set(ROUTES[name].post.values()) == {REFUSED} and not ROUTES[name].also:
            continue
        tried += 1
        with rolled_back_later():
            Event.objects.update(runs_at="the laptop")
            if found := writes_at(name, world):
                wrote[name] = found
            transaction.set_rollback(True)
    assert wrote == {}
    assert tried > 150 / STEP


def test_a_person_reads_where_the_event_runs(world):
    with rolled_back_later():
        Event.objects.update(runs_at="the laptop")
        answer = visitor("owner", world, ROUTES["event-edit"]).post(
            address_of("event-edit", world), ROUTES["event-edit"].sends(world)
        )
        program = visitor("owner", world, ROUTES["api-players"]).post(
            address_of("api-players", world), {"name": "Zoë New"}, "application/json"
        )
        page = visitor("nobody", world, ROUTES["event-edit"]).get(world.event.get_absolute_url())
        transaction.set_rollback(True)
    assert answer.status_code == program.status_code == 409
    assert "runs at the laptop" in answer.text
    assert program.json()["code"] == "runs-elsewhere"
    assert "the laptop" in page.text
