"""A form that adds something adds it once, also by a double click or after an answer was lost."""

from urllib.parse import urljoin

import pytest
from django.db import transaction

from tests.routes.controls import PageForms
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tournaments.models import Event, Season

pytestmark = [pytest.mark.once, pytest.mark.django_db]

FOUND, CONFLICT = 302, 409
SAID = "The same was added since you opened the page. Nothing was done"
#: By the name of a form: the rows that it adds, and what is typed where its row of the addresses
#: does not say it.
ADDS = {
    "adjustments": (lambda world: world.late_entry.adjustments, {}),
    "announcements": (lambda world: world.event.announcements, {}),
    "event-copy": (lambda _world: Event.objects, {}),
    "event-new": (lambda _world: Event.objects, {}),
    "prize-new": (lambda world: world.ranking.prizes, {}),
    "ranking-new": (lambda world: world.event.rankings, {}),
    "season-adjustments": (
        lambda world: world.season.adjustments,
        {"kind": "penalty", "points": 2},
    ),
    "season-new": (lambda _world: Season.objects, {}),
    "timetable-edit": (
        lambda world: world.event.sessions,
        {"tournament": "", "capacity": "", "first_table": "", "last_table": ""},
    ),
    "tournament-new": (lambda world: world.event.tournaments, {}),
    "webhooks": (lambda world: world.event.hooks, {}),
}


@pytest.mark.parametrize("name", ADDS)
def test_what_is_sent_twice_is_added_once(name, world):
    rows, typed = ADDS[name][0](world), ADDS[name][1]
    client, address = visitor("owner", world, ROUTES[name]), address_of(name, world)

    def send():
        answer = client.post(address, sent)
        _close(answer)
        return answer

    with rolled_back_later():
        before = rows.count()
        sent = _form(client, address) | ROUTES[name].sends(world) | typed
        assert send().status_code == FOUND
        again = send()
        assert again.status_code == CONFLICT
        assert SAID in again.text
        assert rows.count() == before + 1
        # Sent from the page that says so, it is another one.
        sent |= {"newest": _read(again, address)["newest"]}
        assert send().status_code == FOUND
        assert rows.count() == before + 2
        transaction.set_rollback(True)


def _form(client, address):
    answer = client.get(address)
    _close(answer)
    return _read(answer, address)


def _read(answer, address):
    """The values of the form of a page that adds something."""
    here = answer.request["PATH_INFO"]
    forms = [one for one in PageForms(answer.text).found if urljoin(here, one.action) == address]
    (form,) = [one for one in forms if "newest" in one.values]
    return form.values


def _close(answer):
    for close in answer._resource_closers:  # response.close() would end the transaction
        close()
