"""Nobody has a seat and a bye in one round: a rule of the database, on its two tables."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate

from server.database.triggers import NotInBoth

SEAT_OR_BYE = NotInBoth(
    name="seat_or_bye_but_not_both",
    tables=("tournaments_seat", "tournaments_bye"),
    columns=("round_id", "entry_id"),
    owner="tournaments_round",
)


def connect(app: AppConfig) -> None:
    """Keep the rule in force across migrations."""
    pre_migrate.connect(_before, sender=app, dispatch_uid=SEAT_OR_BYE.name)
    post_migrate.connect(_after, sender=app, dispatch_uid=SEAT_OR_BYE.name)


def _before(*, using: str, plan: Any, **_more: Any) -> None:
    if plan:
        SEAT_OR_BYE.drop_on_sqlite(connections[using])


def _after(*, using: str, **_more: Any) -> None:
    connection = connections[using]
    if set(SEAT_OR_BYE.tables) <= set(connection.introspection.table_names()):
        SEAT_OR_BYE.create(connection)
