"""Every verb that writes is seen by what tells the kept pages whether they are still right."""

from contextlib import suppress

import pytest
from django.core.exceptions import MultipleObjectsReturned, ObjectDoesNotExist
from django.utils import timezone

from server.web.freshness import DatabaseState
from tests.examples import ALL
from tests.routes.rows import ROUTES
from tests.routes.visitors import EMAILS, ask, give_credentials, noting_writes, visitor
from tests.routes.world import make_world
from tests.server.web.test_thread_pool import on_a_loop
from tests.stack import wait_for
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)

#: `make test` has time for every twelfth address: the database notices writes, whatever they are.
STEP = 1 if ALL else 12
#: They first show what would change: they compute it in a transaction that is rolled back.
PREVIEWS = {
    "late-correct", "late-rule", "late-void", "round-annul", "round-exchange", "round-restore",
}  # fmt: skip
#: An earlier verb took away what a later one is about, or made more of it.
GONE = (ObjectDoesNotExist, MultipleObjectsReturned)


@pytest.fixture
def state():
    """Reads the state of the database as a web process does, on a connection of its own."""
    reader = DatabaseState()
    yield lambda: on_a_loop(reader.read).state
    reader.close()


def acting(name):
    """A role whose request to an address writes, or None."""
    roles = ROUTES[name].acts
    if roles is True:
        return "owner"
    return next(iter(sorted(roles)), None) if roles else None


#: SQLite counts every commit, whatever wrote it: the long run asks there too.
@pytest.mark.long("sqlite")
def test_every_verb_that_writes_changes_the_state(state):
    world = make_world(timezone.now())
    give_credentials(world)
    wrote, missed = [], []
    for name in list(ROUTES)[::STEP]:
        role = acting(name)
        if role is None or name in PREVIEWS:
            continue
        client = visitor(role, world, ROUTES[name])
        if role in EMAILS:  # an earlier verb may have ended the session
            client.force_login(User.objects.get(email=EMAILS[role]))
        before = state()
        with noting_writes() as writes, suppress(*GONE):
            ask(client, "post", name, world)
        if writes:
            wrote.append(name)
            if state() == before:
                missed.append(name)
    assert missed == []
    assert len(wrote) > 30 / STEP  # most of them still can, whatever was done before


def test_the_state_stays_while_nobody_writes(state):
    """A server of PostgreSQL has one snapshot for all its databases: other tests write too."""
    assert state() is not None
    wait_for(lambda: state() == state())
