"""Letting somebody in again who cannot sign in: by another owner, and never silently."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from tests.builders import add_staff, make_conductor, make_event
from tests.tournaments.accounts.people import (
    NOON,
    browser,
    conductor,
    is_signed_in,
    send,
    sign_in,
    with_two_step,
)
from tests.tournaments.seasons.gatherings import make_season
from tournaments.accounts.two_step.services import is_on
from tournaments.ledger import Actor
from tournaments.models import LedgerEntry, RecoveryLink, Role, User

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
NEW = {"new_password1": "much longer words", "new_password2": "much longer words"}


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def clara(event):
    return make_conductor(event, "clara@example.org", Role.CONDUCTOR)


@pytest.fixture
def owner(event):
    user = conductor(event, "olga@example.org")
    user.name = "Olga Owner"
    user.save()
    return user


@pytest.fixture
def desk(owner):
    """The owner's browser."""
    client = browser()
    client.force_login(owner)
    return client


def make(desk, user, event="winter-meet", **fields):
    address = f"/e/{event}/staff/{user.roles.get(event__slug=event).pk}/recover/"
    return send(desk, address, **fields)


def link_on(page) -> str:
    return re.search(r'value="http://testserver(/recover/[^"]+/)"', page.text)[1]


def test_the_link_gives_a_new_password_and_ends_what_was_open(desk, clara):
    old = browser()
    sign_in(old, clara)
    page = make(desk, clara)
    assert "no-store" in page["Cache-Control"]
    phone = browser()
    address = link_on(page)
    assert not is_signed_in(phone)
    assert "Olga Owner, an owner of Winter Meet, made this link for you." in phone.get(address).text
    send(phone, address, **NEW)
    assert is_signed_in(phone)
    assert old.get("/account/").status_code == 302
    clara.refresh_from_db()
    assert clara.check_password("much longer words")


def test_both_making_and_using_a_link_are_recorded_and_the_holder_gets_notices(desk, clara):
    address = link_on(make(desk, clara))
    phone = browser()
    send(phone, address, **NEW)
    verbs = LedgerEntry.objects.order_by("pk").values_list("verb", "actor", "subject")
    assert list(verbs) == [
        ("make recovery link", "Olga Owner", "Clara Conductor"),
        ("recover account", "Clara Conductor", "Clara Conductor"),
    ]
    kinds = clara.notices.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["link made", "recovered", "new device"]
    page = phone.get("/account/").text
    assert "with a link from Olga Owner, an owner of Winter Meet." in page


def test_a_link_works_once(desk, clara):
    address = link_on(make(desk, clara))
    send(browser(), address, **NEW)
    second = browser()
    assert second.get(address).status_code == 410
    clara.refresh_from_db()
    assert clara.check_password("much longer words")


def test_looking_at_a_link_or_a_weak_password_uses_nothing_up(desk, clara):
    address = link_on(make(desk, clara))
    phone = browser()
    page = send(phone, address, new_password1="12345", new_password2="12345")
    assert "too short" in page.text
    send(phone, address, **NEW)
    assert is_signed_in(phone)


def test_a_link_works_for_half_an_hour(desk, clara, clock):
    address = link_on(make(desk, clara))
    clock.shift(timedelta(minutes=29))
    assert browser().get(address).status_code == 200
    clock.shift(timedelta(minutes=2))
    assert browser().get(address).status_code == 410


def test_a_newer_link_voids_the_one_before(desk, clara):
    first, second = link_on(make(desk, clara)), link_on(make(desk, clara))
    assert browser().get(first).status_code == 410
    assert browser().get(second).status_code == 200


def test_two_step_sign_in_stays_and_asks_for_its_code(desk, clara, clock):
    app, _codes = with_two_step(clara, at=NOON)
    address = link_on(make(desk, clara))
    clock.shift(timedelta(minutes=1))
    phone = browser()
    assert send(phone, address, **NEW)["Location"] == "/sign-in/code/"
    assert not is_signed_in(phone)
    send(phone, "/sign-in/code/", one_time_code=app.code(NOON + timedelta(minutes=1)))
    assert is_signed_in(phone)


def test_two_step_sign_in_goes_only_if_the_owner_says_so_and_with_a_notice(desk, clara):
    with_two_step(clara, at=NOON)
    address = link_on(make(desk, clara, resets_two_step="on"))
    assert is_on(clara)
    phone = browser()
    assert "Two-step sign-in is turned off" in phone.get(address).text
    send(phone, address, **NEW)
    assert is_signed_in(phone)
    assert not is_on(clara)
    assert clara.notices.get(kind="two-step off").facts == {"by": "Olga Owner"}
    entry = LedgerEntry.objects.get(verb="make recovery link")
    assert entry.after == {"resets_two_step": True}


def test_no_link_of_the_site_is_stored(desk, clara):
    token = link_on(make(desk, clara)).split("/")[2]
    link = RecoveryLink.objects.get()
    assert len(link.token_hash) == 64
    assert token not in link.token_hash


def add(event, user):
    add_staff(event, user.email, role=Role.CONDUCTOR, by=Actor(name="Anna"), at=NOON)


@pytest.mark.parametrize("reach", ["elsewhere", "season", "superuser"])
def test_no_owner_gets_into_an_account_that_reaches_further_than_theirs(desk, clara, reach):
    if reach == "elsewhere":
        add(make_event("Elsewhere"), clara)
    elif reach == "season":
        make_season(clara, name="League", rule="laurels")
    else:
        User.objects.filter(pk=clara.pk).update(is_superuser=True)
    page = make(desk, clara)
    assert page.status_code == 403
    assert "Only the site&#x27;s operator can recover it." in page.text
    assert not RecoveryLink.objects.exists()


def test_a_link_dies_when_the_account_comes_to_reach_further(desk, clara):
    address = link_on(make(desk, clara))
    add(make_event("Elsewhere"), clara)
    phone = browser()
    assert phone.get(address).status_code == 410
    assert not is_signed_in(phone)


def test_a_superuser_lets_anybody_in_but_another_superuser(clara, event):
    root = User.objects.create_superuser("root@example.org", "a long password")
    desk = browser()
    desk.force_login(root)
    add(make_event("Elsewhere"), clara)
    assert make(desk, clara).status_code == 200
    User.objects.filter(pk=clara.pk).update(is_superuser=True)
    assert make(desk, clara).status_code == 403


def test_nobody_makes_a_link_for_themselves(desk, owner):
    assert make(desk, owner).status_code == 403
    assert not RecoveryLink.objects.exists()


def test_the_database_holds_one_open_link_for_each_account(desk, clara):
    make(desk, clara)
    link = RecoveryLink.objects.get()
    link.pk, link.token_hash = None, "0" * 64
    with pytest.raises(IntegrityError), transaction.atomic():
        link.save()
