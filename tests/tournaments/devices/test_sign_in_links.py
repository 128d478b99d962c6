"""Signing in by a link."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.builders import ANNA, NOON, add_staff, make_event, minutes
from tests.tournaments.seasons.gatherings import make_season
from tournaments.models import LedgerEntry, Role, User
from tournaments.rate_limit.rules import may_mail_link

pytestmark = pytest.mark.django_db


def add(event, email="sam@example.org", role=Role.SCOREKEEPER):
    return add_staff(event, email, role=role, by=ANNA, at=timezone.now())


def link_in(text):
    return re.search(r"http://testserver(/sign-in/link/[^/\s\"]+/)", text)[1]


def test_without_mail_the_owner_is_shown_a_link_and_its_picture(client, event, owner, no_mail):
    row = add(event)
    page = client.post(f"/e/winter-meet/staff/{row.pk}/link/").content.decode()
    assert 'class="qr"' in page
    phone = Client()
    address = link_in(page)
    assert "Sign in as sam@example.org?" in phone.get(address).content.decode()
    assert "_auth_user_id" not in phone.session  # looking signs nobody in
    phone.post(address)
    assert int(phone.session["_auth_user_id"]) == row.user.pk


def test_a_link_works_once(client, event, owner, no_mail):
    row = add(event)
    address = link_in(client.post(f"/e/winter-meet/staff/{row.pk}/link/").content.decode())
    Client().post(address)
    second = Client()
    assert second.post(address).status_code == 410
    assert "_auth_user_id" not in second.session


def test_a_link_works_for_a_quarter_of_an_hour(client, event, owner, no_mail):
    row = add(event)
    with time_machine.travel(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), tick=False) as clock:
        client.force_login(owner)
        address = link_in(client.post(f"/e/winter-meet/staff/{row.pk}/link/").content.decode())
        clock.shift(14 * 60)
        assert Client().get(address).status_code == 200
        clock.shift(2 * 60)
        assert Client().get(address).status_code == 410


def test_with_mail_the_link_goes_to_its_owner_and_to_nobody_else(client, event, owner):
    row = add(event)
    page = client.post(f"/e/winter-meet/staff/{row.pk}/link/", follow=True).content.decode()
    assert "/sign-in/link/" not in page.replace('href="/sign-in/link/"', "")
    (letter,) = mail.outbox
    assert letter.to == ["sam@example.org"]
    assert Client().get(link_in(letter.body)).status_code == 200


def test_the_ledger_records_a_link_that_an_owner_was_shown(client, event, owner, no_mail):
    row = add(event)
    client.post(f"/e/winter-meet/staff/{row.pk}/link/")
    entry = LedgerEntry.objects.get(verb="show sign-in link")
    assert (entry.user, entry.subject) == (owner, "sam@example.org")


def test_an_owner_fills_nobodys_inbox(client, event, owner):
    row = add(event)
    for _ in range(6):
        client.post(f"/e/winter-meet/staff/{row.pk}/link/")
    assert len(mail.outbox) == 3


@pytest.mark.parametrize("kind", ["password", "superuser", "elsewhere", "season"])
def test_nobody_gets_into_an_account_by_adding_it_to_an_event(client, event, owner, no_mail, kind):
    row = add(event)
    if kind == "password":
        row.user.set_password("a long password")
        row.user.save()
    elif kind == "superuser":
        User.objects.filter(pk=row.user.pk).update(is_superuser=True)
    elif kind == "elsewhere":
        add(make_event("Elsewhere"))
    else:
        make_season(row.user, name="League", rule="laurels")
    page = client.post(f"/e/winter-meet/staff/{row.pk}/link/", follow=True).content.decode()
    assert "This account has a password or a role at another event" in page
    assert 'class="qr"' not in page


def test_asking_for_a_link_does_not_reveal_who_has_an_account(client, event):
    add(event)
    answers = [
        client.post("/sign-in/link/", {"email": email}, follow=True).content.decode()
        for email in ("sam@example.org", "nobody@example.org")
    ]
    assert all("If this address has an account, a link is on its way." in a for a in answers)
    assert [letter.to for letter in mail.outbox] == [["sam@example.org"]]


def test_an_account_that_got_three_links_has_one_that_works_until_it_gets_another(client, event):
    add(event)
    sent = {"email": "sam@example.org"}
    with time_machine.travel(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), tick=False) as clock:
        assert [client.post("/sign-in/link/", sent).status_code for _ in range(4)] == [302] * 4
        assert len(mail.outbox) == 3
        clock.shift(10 * 60)
        newest = link_in(mail.outbox[-1].body)
        assert Client().get(newest).status_code == 200
        client.post("/sign-in/link/", sent)
        assert len(mail.outbox) == 4


def test_after_signing_in_an_account_gets_another_link(client, event):
    add(event)
    for _ in range(4):
        client.post("/sign-in/link/", {"email": "sam@example.org"})
    Client().post(link_in(mail.outbox[-1].body))
    assert Client().get(link_in(mail.outbox[0].body)).status_code == 410
    client.post("/sign-in/link/", {"email": "sam@example.org"})
    assert len(mail.outbox) == 4
    assert Client().get(link_in(mail.outbox[-1].body)).status_code == 200


def test_a_link_that_could_not_be_mailed_does_not_count(client, event, settings):
    add(event)
    works = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    for _ in range(4):
        client.post("/sign-in/link/", {"email": "sam@example.org"})
    settings.EMAIL_BACKEND = works
    client.post("/sign-in/link/", {"email": "sam@example.org"})
    assert len(mail.outbox) == 1


def test_after_a_dozen_links_a_day_an_account_gets_one_at_a_time():
    dozen = [NOON - minutes(20) for _ in range(12)]
    assert may_mail_link(dozen, NOON)
    assert not may_mail_link([*dozen, NOON - minutes(9)], NOON)
    assert may_mail_link([*dozen, NOON - minutes(10)], NOON)


def test_without_mail_no_link_is_offered(client, event, no_mail):
    assert "E-mail me a link" not in client.get("/sign-in/").content.decode()
    assert client.get("/sign-in/link/").status_code == 404
