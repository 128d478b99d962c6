"""Where an account is signed in, ending that, and the notice of a new device."""

import importlib
from datetime import timedelta

import pytest
import time_machine
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core import mail, signing
from django.test import Client
from django.utils.translation import override

from tests.builders import make_event
from tests.tournaments.accounts.people import (
    FIREFOX,
    IPHONE,
    NOON,
    browser,
    conductor,
    send,
    sign_in,
)
from tournaments.accounts import last_seen, notices, rules
from tournaments.models import AccountNotice, AccountSession, User

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def clara():
    return conductor(make_event())


def signed_in(user, user_agent=FIREFOX) -> Client:
    client = browser(user_agent)
    sign_in(client, user)
    return client


def test_the_page_lists_each_device_with_its_last_use(clara, clock):
    laptop = signed_in(clara)
    clock.shift(timedelta(hours=1))
    signed_in(clara, IPHONE)
    page = laptop.get("/account/").text
    assert page.index("Safari on iPhone") < page.index("Firefox on Linux")
    assert "last seen 21 Nov 13:00, signed in 21 Nov 13:00 (UTC)" in page
    assert page.count("this device") == 1


def test_a_session_is_ended_from_another_device(clara):
    laptop, phone = signed_in(clara), signed_in(clara, IPHONE)
    number = clara.account_sessions.get(device="Safari/iPhone").number
    send(laptop, "/account/", at=f"/account/sessions/{number}/end/")
    assert phone.get("/account/").status_code == 302
    assert laptop.get("/account/").status_code == 200
    assert AccountSession.objects.get().device == "Firefox/Linux"


def test_all_other_sessions_are_ended_at_once(clara):
    laptop, phone, third = signed_in(clara), signed_in(clara, IPHONE), signed_in(clara)
    other = conductor(make_event("Elsewhere"), "ines@example.org")
    stranger = signed_in(other)
    send(laptop, "/account/", at="/account/sessions/end-others/")
    answers = [client.get("/account/").status_code for client in (laptop, phone, third, stranger)]
    assert answers == [200, 302, 302, 200]


def test_nobody_ends_the_session_of_another(clara):
    laptop = signed_in(clara)
    ines = signed_in(conductor(make_event("Elsewhere"), "ines@example.org"))
    number = clara.account_sessions.get().number
    send(ines, "/account/", at=f"/account/sessions/{number}/end/")
    assert laptop.get("/account/").status_code == 200


def test_signing_out_takes_the_device_off_the_list(clara):
    laptop = signed_in(clara)
    send(laptop, "/account/", at="/sign-out/")
    assert not AccountSession.objects.exists()
    assert not Session.objects.exists()


def test_an_expired_session_is_not_listed(clara, clock):
    signed_in(clara)
    clock.shift(timedelta(days=15))
    laptop = signed_in(clara, IPHONE)
    assert "<strong>Firefox on Linux</strong>" not in laptop.get("/account/").text


def test_the_last_use_is_noted_every_quarter_of_an_hour(
    clara, clock, django_assert_max_num_queries
):
    laptop = signed_in(clara)
    clock.shift(timedelta(minutes=14))
    with django_assert_max_num_queries(7):  # session, account; two-step, sessions, notices
        laptop.get("/account/")
    clock.shift(timedelta(minutes=1))
    laptop.get("/account/")
    assert clara.account_sessions.get().last_seen_at == NOON + timedelta(minutes=15)


def test_a_process_remembers_a_limited_number_of_sessions(clara, monkeypatch):
    monkeypatch.setattr(last_seen, "MOST", 2)
    last_seen._noted.clear()
    for _ in range(3):
        signed_in(clara)
    assert len(last_seen._noted) == 2


def test_sessions_from_before_the_list_are_listed_by_the_migration(clara):
    laptop = signed_in(clara)
    browser().get("/")
    AccountSession.objects.all().delete()
    migration = importlib.import_module("tournaments.migrations.0021_list_sessions")
    for _ in range(2):
        migration.list_sessions(apps, None)
    assert AccountSession.objects.get().pk == laptop.session.session_key


# --- The notice -----------------------------------------------------------------------------------


def test_a_new_device_is_mailed_once_and_a_known_one_is_not(clara):
    laptop = signed_in(clara)
    assert notices.mail_due(now=NOON) == 1
    (letter,) = mail.outbox
    assert letter.to == [clara.email]
    assert "signed in to your account on a new device: Firefox on Linux." in letter.body
    assert "2026-11-21 12:00 UTC" in letter.body
    assert "http" not in letter.body
    send(laptop, "/account/", at="/sign-out/")
    sign_in(laptop, clara)
    assert notices.mail_due(now=NOON) == 0
    signed_in(clara, IPHONE)
    assert notices.mail_due(now=NOON) == 1


def test_a_device_is_known_for_one_account_only(clara):
    laptop = signed_in(clara)
    other = conductor(make_event("Elsewhere"), "ines@example.org")
    send(laptop, "/account/", at="/sign-out/")
    sign_in(laptop, other)
    assert other.notices.get().kind == "new device"


def test_a_thief_cannot_make_up_a_known_device(clara):
    thief = browser()
    thief.get("/sign-in/")
    device = thief.cookies["device"].value.split(":")[0]
    thief.cookies["accounts"] = signing.dumps([device, clara.pk], key="a guess", salt="accounts")
    sign_in(thief, clara)
    assert clara.notices.filter(kind="new device").exists()


def test_a_notice_that_cannot_be_mailed_is_tried_again_for_a_day(clara, monkeypatch):
    signed_in(clara)

    def refuse(*_args, **_kwargs):
        raise OSError("no mail server")

    with monkeypatch.context() as no_server:
        no_server.setattr(notices, "send_mail", refuse)
        assert notices.mail_due(now=NOON) == 0
    assert notices.mail_due(now=NOON + timedelta(minutes=4)) == 0
    assert notices.mail_due(now=NOON + timedelta(minutes=5)) == 1
    signed_in(clara)
    assert notices.mail_due(now=NOON + timedelta(days=2)) == 0


def test_a_notice_to_an_address_that_no_letter_can_have_fails_alone(clara):
    other = conductor(make_event("Elsewhere"), "other@example.org")
    for user in (clara, other):
        notices.notify(user, notices.Kind.PASSWORD, at=NOON)
    User.objects.filter(pk=clara.pk).update(email=f"guest@{'ü' * 62}.org")
    assert notices.mail_due(now=NOON) == 1


def test_a_site_without_mail_lists_its_notices(clara, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    laptop = signed_in(clara)
    assert notices.mail_due(now=NOON) == 0
    assert AccountNotice.objects.get().mailed_at is None
    assert "Someone signed in to your account on a new device" in laptop.get("/account/").text


@pytest.mark.once
@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (IPHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("curl/8.0", "an unknown browser"),
        ("", "an unknown browser"),
        ("<script>" * 1000, "an unknown browser"),
    ],
)
def test_a_device_is_named_by_what_its_browser_says(user_agent, words):
    assert rules.device_in_words(rules.device_of(user_agent)) == words


def test_a_device_is_said_in_the_language_of_the_reader_and_not_of_who_signed_in(clara):
    laptop, unknown = signed_in(clara), browser("curl/8.0")
    with override("de"):
        sign_in(unknown, clara)
    page = laptop.get("/account/").text
    assert "Firefox on Linux" in page
    assert "an unknown browser" in page
    assert "new device: an unknown browser." in page
    with override("de"):
        page = laptop.get("/account/").text
    assert "Firefox auf Linux" in page
    assert "ein unbekannter Browser" in page


def test_a_device_that_an_earlier_release_kept_in_words_is_still_shown():
    assert rules.device_in_words("Firefox sur Linux") == "Firefox sur Linux"
    with override("de"):
        assert rules.device_in_words("an unknown browser") == "ein unbekannter Browser"


# --- The password ---------------------------------------------------------------------------------


def test_a_new_password_takes_the_old_one_and_ends_all_other_sessions(clara):
    laptop, phone = signed_in(clara), signed_in(clara, IPHONE)
    new = {"new_password1": "much longer words", "new_password2": "much longer words"}
    page = send(laptop, "/account/password/", old_password="wrong", **new)
    assert "id_old_password" in page.text
    clara.refresh_from_db()
    assert clara.check_password("a long password")
    send(laptop, "/account/password/", old_password="a long password", **new)
    clara.refresh_from_db()
    assert clara.check_password("much longer words")
    assert phone.get("/account/").status_code == 302
    assert laptop.get("/account/").status_code == 200
    assert clara.account_sessions.count() == 1
    assert clara.notices.filter(kind="password").exists()


def test_a_borrowed_session_does_not_find_the_password_out(clara):
    laptop = signed_in(clara)
    new = {"new_password1": "much longer words", "new_password2": "much longer words"}
    wrong = [send(laptop, "/account/password/", old_password="wrong", **new) for _ in range(7)]
    assert [page.status_code for page in wrong] == [422] * 6 + [429]


def test_who_has_no_password_chooses_one(clara):
    clara.set_unusable_password()
    clara.save()
    client = browser()
    client.force_login(clara)
    new = {"new_password1": "much longer words", "new_password2": "much longer words"}
    send(client, "/account/password/", **new)
    clara.refresh_from_db()
    assert clara.check_password("much longer words")
