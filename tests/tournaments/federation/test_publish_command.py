"""``manage.py publish`` says in a sentence why an event was not published."""

import pytest
from django.core.management import CommandError, call_command

from tests.builders import make_event
from tests.ports import free_port
from tournaments.federation import sending

pytestmark = pytest.mark.django_db


@pytest.fixture
def token(monkeypatch):
    monkeypatch.setenv("ROUNDHOUSE_PUBLISH_TOKEN", "rh_x")


def refusal(*arguments):
    with pytest.raises(CommandError) as refused:
        call_command("publish", *arguments)
    return str(refused.value)


def test_without_a_token_nothing_is_sent():
    make_event()
    said = refusal("winter-meet", "--to", "https://play.example.org")
    assert "ROUNDHOUSE_PUBLISH_TOKEN" in said


@pytest.mark.usefixtures("token")
def test_what_cannot_be_sent_is_named():
    assert "no-such" in refusal("no-such", "--to", "https://play.example.org")
    make_event()
    for address in ("play.example.org", "ftp://play.example.org", "https://"):
        assert "Write the address" in refusal("winter-meet", "--to", address)


@pytest.mark.usefixtures("token")
def test_a_site_that_cannot_be_reached_is_said():
    make_event()
    said = refusal("winter-meet", "--to", f"http://127.0.0.1:{free_port()}")
    assert said.startswith("Not published: ")


@pytest.mark.parametrize(
    ("status", "body", "answer"),
    [
        (200, b"{}", sending.Answer(published=True)),
        (201, b"", sending.Answer(published=True)),
        (409, b'{"detail": "older"}', sending.Answer(published=False, detail="older")),
        (
            503,
            b"<html>",
            sending.Answer(published=False, detail="The site answered with 503.", may_pass=True),
        ),
        (429, b'{"detail": "wait"}', sending.Answer(published=False, detail="wait", may_pass=True)),
        (302, b"[]", sending.Answer(published=False, detail="The site answered with 302.")),
    ],
)
def test_what_the_other_site_answers_is_kept_in_its_words(status, body, answer):
    assert sending.answer_of(status, body) == answer
