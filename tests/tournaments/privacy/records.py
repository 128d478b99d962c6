"""Where the database has words of a person."""

import json

from django.apps import apps
from django.db.models import QuerySet

from tests.builders import NOON, minutes
from tournaments.models import StoredAnswer

LATER = NOON + minutes(200)


def keep_answer(player, route, body, *, key="a-key"):
    """An answer that the API keeps for a write at the player's event."""
    return StoredAnswer.objects.create(
        caller="user-1",
        route=f"/api/v1/events/{player.event.slug}/{route}",
        key=key,
        claim="it",
        fingerprint="it",
        status=201,
        body=json.dumps(body, ensure_ascii=False),
        created_at=LATER,
    )


def rows_with(*words):
    """Where the database has one of these words: model and row."""
    found = []
    for model in apps.get_models():
        for row in QuerySet(model).values():
            text = json.dumps(row, default=str)
            found += [(model.__name__, word, text) for word in words if word in text]
    return found
