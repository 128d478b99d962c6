"""Wrong passwords slow those who try them, and nobody else."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
import time_machine
from django.test import Client, RequestFactory
from django.utils import timezone

from tests.builders import make_conductor, make_event, minutes
from tournaments.access.device_cookies import DEVICE_COOKIE, has_accounts, signed_device
from tournaments.models import Attempt
from tournaments.rate_limit.rules import PASSWORDS
from tournaments.rate_limit.visitors import keyed_digest, network_of

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

HALL, ELSEWHERE = "203.0.113.7", "198.51.100.9"
OLGA, PASSWORD = "olga@example.org", "a long password"


@pytest.fixture(autouse=True)
def account():
    return make_conductor(make_event(), OLGA)


def laptop(address=HALL):
    """A laptop with the sign-in page open, and so with its cookie."""
    client = Client(REMOTE_ADDR=address)
    client.cookies[DEVICE_COOKIE] = signed_device(uuid4().hex)
    return client


def sign_in(client, password=PASSWORD, email=OLGA):
    return client.post("/sign-in/", {"username": email, "password": password})


def made(count, *, device="", email=OLGA, address=HALL):
    """Store wrong passwords for an account, tried a minute ago."""
    Attempt.objects.bulk_create(
        Attempt(
            kind=Attempt.Kind.PASSWORD,
            subject=keyed_digest("account", email),
            device=device and f"{device}{n}",
            network=network_of(address),
            at=timezone.now() - minutes(1),
        )
        for n in range(count)
    )


def test_twelve_wrong_passwords_of_one_laptop_are_not_all_examined():
    """As measured from outside within a minute: all were, and then the right one."""
    with time_machine.travel(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), tick=False):
        guesser = laptop()
        answers = [sign_in(guesser, f"wrong {n}").status_code for n in range(12)]
        assert answers == [422] * 6 + [429] * 6
        page = sign_in(guesser)
        assert page.status_code == 429
        assert page["Retry-After"] == "60"
        text = page.content.decode()
        assert "Too many wrong passwords on this device. Try again in 1 minute." in text
        assert f'value="{OLGA}"' in text
        assert "_auth_user_id" not in guesser.session


def test_the_wait_ends():
    with time_machine.travel(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), tick=False) as clock:
        guesser = laptop()
        for n in range(6):
            sign_in(guesser, f"wrong {n}")
        clock.shift(60)
        assert sign_in(guesser).status_code == 302


def test_another_laptop_in_the_same_hall_signs_in():
    guesser = laptop()
    for n in range(7):
        sign_in(guesser, f"wrong {n}")
    assert sign_in(laptop()).status_code == 302


def test_a_flood_without_cookies_stops_no_browser():
    made(PASSWORDS)
    refused = sign_in(Client(REMOTE_ADDR=HALL))
    assert refused.status_code == 429
    text = refused.content.decode()
    assert "Too many wrong passwords for this account" in text
    assert "try again in 10 minutes." in text
    assert sign_in(laptop()).status_code == 302
    assert sign_in(Client(REMOTE_ADDR=ELSEWHERE)).status_code == 302


def test_a_laptop_on_which_the_account_signed_in_before_never_waits_for_others():
    known = laptop()
    sign_in(known)
    known.post("/sign-out/")
    made(PASSWORDS, device="guesser")
    assert sign_in(laptop()).status_code == 429
    assert sign_in(known).status_code == 302


def test_a_link_makes_a_laptop_known_as_well(account):
    from tournaments.devices.services import sign_in_token  # noqa: PLC0415 - for this test alone

    known = laptop()
    known.post(f"/sign-in/link/{sign_in_token(account)}/")
    known.post("/sign-out/")
    made(PASSWORDS, device="guesser")
    assert sign_in(known).status_code == 302


def test_a_known_laptop_counts_its_own_wrong_passwords_for_itself():
    known = laptop()
    sign_in(known)
    known.post("/sign-out/")
    answers = [sign_in(known, "wrong").status_code for _ in range(8)]
    assert answers == [422] * 6 + [429] * 2
    assert set(Attempt.objects.values_list("network", flat=True)) == {""}


def test_the_cookie_of_a_known_laptop_is_of_no_use_on_another():
    known, thief = laptop(), laptop()
    sign_in(known)
    thief.cookies["accounts"] = known.cookies["accounts"].value
    made(PASSWORDS, device="guesser")
    assert sign_in(thief).status_code == 429


def test_a_laptop_known_to_one_account_is_not_known_to_another():
    make_conductor(make_event("Elsewhere"), "paul@example.org")
    known = laptop()
    sign_in(known, email="paul@example.org")
    known.post("/sign-out/")
    made(PASSWORDS, device="guesser")
    assert sign_in(known).status_code == 429


def test_the_limit_does_not_reveal_who_has_an_account():
    made(PASSWORDS)
    made(PASSWORDS, email="nobody@example.org")
    pages = [
        sign_in(Client(REMOTE_ADDR=HALL), email=email) for email in (OLGA, "nobody@example.org")
    ]
    assert [page.status_code for page in pages] == [429, 429]


def tried(password, *addresses, person=laptop):
    """The answers to one password at many accounts, each from another browser."""
    return [sign_in(person(), password, email).status_code for email in addresses]


def test_one_password_at_many_accounts_is_compared_at_ten_of_them():
    """As measured from outside: it was at all of them."""
    others = [f"person{n}@example.org" for n in range(15)]
    assert tried("spring 2026", *others) == [422] * 10 + [429] * 5
    page = sign_in(laptop(), "spring 2026")
    assert (page.status_code, "tried at many accounts" in page.content.decode()) == (429, True)
    assert sign_in(laptop(ELSEWHERE), "spring 2026").status_code == 422
    assert sign_in(laptop()).status_code == 302


def test_who_has_the_password_that_was_tried_signs_in_on_a_known_laptop():
    known = laptop()
    sign_in(known)
    known.post("/sign-out/")
    tried(PASSWORD, *[f"person{n}@example.org" for n in range(10)])
    assert sign_in(laptop()).status_code == 429
    assert sign_in(known).status_code == 302


def test_a_password_that_its_owner_mistypes_counts_as_one_account():
    assert tried("wrong", *[OLGA] * 12) == [422] * 12
    assert tried("wrong", "person@example.org") == [422]


def test_no_row_tells_a_password():
    tried("wrong", OLGA)
    assert len(Attempt.objects.get().password) == 4


def test_a_right_password_leaves_no_row():
    sign_in(laptop())
    assert not Attempt.objects.exists()


def test_a_form_without_a_password_counts_for_nothing():
    assert sign_in(laptop(), "").status_code == 422
    assert not Attempt.objects.exists()


def test_the_web_server_knows_a_laptop_on_which_an_account_signed_in():
    """It checks the passwords of those before the ones of strangers."""
    known, stranger, forger = laptop(), laptop(), laptop()
    sign_in(known)
    forger.cookies["accounts"] = known.cookies["accounts"].value
    assert [has_accounts(environ_of(client)) for client in (known, stranger, forger)] == [
        True,
        False,
        False,
    ]


def environ_of(client):
    """The next request of a client, as the web server sees it."""
    cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in client.cookies.values())
    return RequestFactory().post("/sign-in/", headers={"Cookie": cookies}).environ
