"""Tokens: each may have an end, and who has two-step sign-in shows a code to make one."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.builders import make_event
from tests.tournaments.accounts.people import conductor, with_two_step
from tournaments.api.tokens import make_token
from tournaments.models import ApiToken

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGE = "/api/tokens/"


@pytest.fixture
def clara():
    return conductor(make_event())


@pytest.fixture
def laptop(clara):
    client = Client()
    client.force_login(clara)
    return client


def asked(secret):
    """The status that a program with this token gets."""
    return Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/v1/events/").status_code


def test_a_token_works_until_its_end(clara):
    now = timezone.now()
    _token, secret = make_token(clara, "script", [], at=now, lives=timedelta(days=7))
    assert asked(secret) == 200
    with time_machine.travel(now + timedelta(days=7, seconds=1)):
        assert asked(secret) == 401


def test_a_token_without_an_end_works_until_it_is_revoked(clara):
    now = timezone.now()
    token, secret = make_token(clara, "script", [], at=now)
    with time_machine.travel(now + timedelta(days=900)):
        assert asked(secret) == 200
    ApiToken.objects.filter(pk=token.pk).update(revoked_at=now)
    assert asked(secret) == 401


@pytest.mark.parametrize(("chosen", "days"), [("1", 1), ("30", 30), ("", None)])
def test_the_page_makes_a_token_with_the_chosen_end_and_shows_it(clara, laptop, chosen, days):
    page = laptop.post(PAGE, {"name": "script", "lives": chosen})
    token = ApiToken.objects.get()
    assert token.ends_at == (token.created_at + timedelta(days=days) if days else None)
    assert ("· ends " in page.content.decode()) is bool(days)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        laptop.force_login(clara)
        assert ("· ended " in laptop.get(PAGE).content.decode()) is bool(days)


def test_a_month_is_proposed_and_another_time_is_refused(laptop):
    assert '<option value="30" selected>for a month</option>' in laptop.get(PAGE).content.decode()
    assert laptop.post(PAGE, {"name": "script", "lives": "99999"}).status_code == 422
    assert not ApiToken.objects.exists()


def test_who_has_two_step_sign_in_shows_a_code_to_make_a_token(clara, laptop):
    now = timezone.now()
    app, _codes = with_two_step(clara, at=now)
    for code in ("", app.wrong_code(now)):
        page = laptop.post(PAGE, {"name": "script", "lives": "7", "one_time_code": code})
        assert (page.status_code, 'value="script"' in page.content.decode()) == (422, True)
    assert not ApiToken.objects.exists()
    with time_machine.travel(now + timedelta(seconds=60)):
        sent = {"name": "script", "lives": "7", "one_time_code": app.code(timezone.now())}
        assert "Your new token" in laptop.post(PAGE, sent).content.decode()
        assert laptop.post(PAGE, sent).status_code == 422, "a code is good for one token"
    assert ApiToken.objects.count() == 1


def test_others_are_asked_for_no_code(laptop):
    assert "one_time_code" not in laptop.get(PAGE).content.decode()
