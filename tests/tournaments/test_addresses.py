"""Links that leave the site lead to the site, whatever a request says; unknown ones lead back."""

import re

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_event, make_round, make_tournament
from tournaments import addresses

EVIL = {"host": "evil.example"}
PAGES = ["a badge", "a table sheet", "a sign-in link"]


@pytest.fixture
def event(db):
    return make_event()


@pytest.fixture
def conductor(client, event):
    user = make_conductor(event)
    client.force_login(user)
    return user


@pytest.fixture
def codes(monkeypatch):
    """The addresses that are put into QR codes."""
    drawn = []
    monkeypatch.setattr("tournaments.qr.picture", lambda text: drawn.append(text) or "")
    return drawn


@pytest.fixture
def hall(settings):
    """A laptop in a hall: nothing is configured."""
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "", ["*"]


def open_page(client, event, page, **options):
    """Open a page with QR codes."""
    if page == "a sign-in link":
        user = make_conductor(event, "sam@example.org")
        user.set_unusable_password()
        user.save()
        where = reverse("staff-link", args=[event.slug, user.roles.get().pk])
        return client.post(where, **options)
    tournament = make_tournament(event)
    entries = make_entries(tournament, 4)
    if page == "a badge":
        return client.get(reverse("badges", args=[event.slug]), **options)
    round_ = make_round(tournament, [entries], started_at=timezone.now())
    return client.get(
        reverse("table-sheets", args=[event.slug, tournament.slug, round_.number]), **options
    )


def test_a_mailed_link_does_not_lead_to_the_host_of_the_request(client, conductor, settings):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://play.example.org", ["*"]
    client.post(reverse("sign-in-mail"), {"email": conductor.email}, headers=EVIL)
    (letter,) = mail.outbox
    assert re.findall(r"https?://[^/\s]+", letter.body) == ["https://play.example.org"]


def test_no_link_is_mailed_by_a_site_that_does_not_know_its_address(client, conductor, hall):
    for headers in (EVIL, {}):
        where = reverse("sign-in-mail")
        answer = client.post(where, {"email": conductor.email}, headers=headers)
        assert answer.status_code == 404
    assert mail.outbox == []
    assert where not in client.get(reverse("sign-in")).content.decode()


def test_the_owner_is_shown_a_link_where_none_may_be_mailed(client, event, conductor, hall):
    answer = open_page(client, event, "a sign-in link", headers=EVIL)
    assert "http://testserver/sign-in/link/" in answer.content.decode()
    assert mail.outbox == []


@pytest.mark.usefixtures("conductor")
@pytest.mark.parametrize("page", PAGES)
def test_codes_lead_to_the_public_address(client, event, settings, codes, page):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://play.example.org", ["*"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    answer = open_page(client, event, page, headers=EVIL)
    assert "evil.example" not in answer.content.decode()
    assert codes
    assert all(code.startswith("https://play.example.org/") for code in codes)


@pytest.mark.usefixtures("conductor", "hall")
@pytest.mark.parametrize("page", PAGES)
def test_codes_of_a_laptop_lead_to_its_address_in_the_hall(client, event, codes, page):
    hall = {"SERVER_NAME": "192.168.1.5", "SERVER_PORT": "8000"}
    answer = open_page(client, event, page, headers=EVIL, **hall)
    assert codes
    assert all(code.startswith("http://192.168.1.5:8000/") for code in codes)
    assert "If phones cannot open that address" in answer.content.decode()


def test_a_page_opened_at_that_address_has_no_warning(rf, hall):
    hall = {"SERVER_NAME": "192.168.1.5", "SERVER_PORT": "8000"}
    request = rf.get("/", headers={"host": "192.168.1.5:8000"}, **hall)
    assert addresses.warning(request) == ""
    assert addresses.absolute(request, "/t/A1/") == "http://192.168.1.5:8000/t/A1/"


@pytest.mark.parametrize(
    ("name", "port", "site"),
    [
        ("::ffff:192.168.1.5", "8000", "http://192.168.1.5:8000"),
        ("2001:db8::5", "80", "http://[2001:db8::5]"),
        ("laptop", "80", "http://laptop"),
    ],
)
def test_an_address_of_any_kind_is_written_as_browsers_want_it(rf, hall, name, port, site):
    request = rf.get("/", headers=EVIL, SERVER_NAME=name, SERVER_PORT=port)
    assert addresses.absolute(request, "/") == f"{site}/"


@pytest.mark.parametrize("name", ["127.0.0.1", "::1"])
def test_codes_that_only_this_machine_can_follow_come_with_a_warning(rf, hall, name):
    request = rf.get("/", headers=EVIL, SERVER_NAME=name, SERVER_PORT="8000")
    assert "which only this computer can open" in addresses.warning(request)


def test_a_name_that_the_operator_listed_may_be_used(rf, settings):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "", ["club.example.org"]
    request = rf.get("/", headers={"host": "club.example.org"})
    assert addresses.absolute(request, "/") == "http://club.example.org/"


@pytest.mark.parametrize("path", ["/nowhere/", "/e/nowhere/", "/table/XXXXXX/"])
@pytest.mark.django_db
def test_an_unknown_address_has_a_way_back(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert re.search(r'<a [^>]*href="/"[^>]*>All events</a>', answer.text)
