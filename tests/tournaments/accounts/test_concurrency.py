"""A code lets one in, also when many send it at the same moment."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.builders import make_event
from tests.tournaments.accounts.people import NOON, conductor, with_two_step
from tournaments.accounts import errors
from tournaments.accounts.recovery import services as recovery
from tournaments.accounts.two_step import services
from tournaments.ledger import Actor
from tournaments.models import Role, Staff
from tournaments.rate_limit.visitors import Visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]  # one writer
SENDERS = 6


def all_at_once(command):
    """Run ``command(number)`` by all senders at once: how many got in, and how many did not."""
    start = Barrier(SENDERS)

    def sender(number):
        start.wait()
        try:
            command(number)
        except (errors.WrongCode, errors.LinkGone):
            return "refused"
        else:
            return "in"
        finally:
            connection.close()

    with ThreadPoolExecutor(SENDERS) as pool:
        return Counter(pool.map(sender, range(SENDERS)))


def device(number) -> Visitor:
    return Visitor(f"device {number}", f"network {number}", is_known=True)


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_of_six_who_send_one_code_one_gets_in(kind):
    clara = conductor(make_event())
    app, codes = with_two_step(clara, at=NOON.replace(minute=10))
    at = NOON.replace(minute=20)
    code = app.code(at) if kind == "app" else codes[0]

    def check(number):
        services.check_code(clara, code, visitor=device(number), at=at)

    assert all_at_once(check) == {"in": 1, "refused": SENDERS - 1}


def test_of_six_who_use_one_recovery_link_one_gets_in():
    event = make_event()
    owner, clara = conductor(event, "olga@example.org"), conductor(event)
    staff = Staff.objects.get(user=clara)
    Staff.objects.filter(pk=staff.pk).update(role=Role.CONDUCTOR)
    by = Actor(name="Olga")
    _link, token = recovery.make_link(staff, owner, resets_two_step=False, by=by, at=NOON)

    def use(number):
        recovery.recover(token, f"a long password {number}", device="", at=NOON)

    assert all_at_once(use) == {"in": 1, "refused": SENDERS - 1}
