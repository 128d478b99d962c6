"""A program of a conductor, and phones of players, that ask about sessions."""

from django.test import Client

from tests.builders import NOON, minutes, phone_of
from tournaments.api.tokens import make_token

MORNING = NOON - minutes(4 * 60)
BASE = "/api/v1/events/winter-meet/sessions/"
SEMINAR = {"name": "Seminar", "starts_at": "2026-11-21T10:00:00Z",
           "ends_at": "2026-11-21T12:00:00Z"}  # fmt: skip


def bearer(user, *scopes):
    return {"Authorization": f"Bearer {make_token(user, 'program', scopes, at=MORNING)[1]}"}


def phone_for(player) -> Client:
    client = Client()
    phone_of(client, player)
    return client


def refusal(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
