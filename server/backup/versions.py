"""Which migrations a database has, compared with those of this release."""

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def newest_migrations(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The name of the newest applied migration of each installed app."""
    return _newest(MigrationRecorder(connection).applied_migrations())


def _newest(keys: Iterable[tuple[str, str]]) -> dict[str, str]:
    return dict(sorted(keys))  # of two with one key the later one stays


def unapplied(connection: BaseDatabaseWrapper) -> int:
    """How many migrations of this release a database lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def unknown(connection: BaseDatabaseWrapper) -> list[str]:
    """The migrations of a database that this release does not have: a newer one made them."""
    ours = {config.label: _on_disk(config.label) for config in apps.get_app_configs()}
    return [
        f"{app}.{name}"
        for app, name in sorted(MigrationRecorder(connection).applied_migrations())
        if name not in ours.get(app, {name})
    ]


def _on_disk(label: str) -> set[str]:
    """The names of an app's migrations, none of which is loaded."""
    module, _explicit = MigrationLoader.migrations_module(label)
    if module is None or (spec := find_spec(module)) is None:
        return set()
    return {found.name for found in iter_modules(spec.submodule_search_locations)}


def refused() -> str:
    """Why a process of this release must not start on the site's database, or nothing.

    A database that does not answer may be of this release: once it is back, the probe looks again.
    """
    try:
        newer = unknown(connections["default"])
    except DatabaseError:
        return ""
    finally:
        connections["default"].close()
    return refusal(newer) if newer else ""


def refusal(newer: Sequence[str]) -> str:
    """The sentence for a database that has migrations of a newer release."""
    return (
        f"A newer release of Roundhouse has used this database: it has {newer[-1]}."
        " Install that release, or restore a backup from before the upgrade."
    )


def check_not_newer(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Django's check for ``manage.py migrate``, which would find nothing to do."""
    return [
        Error(refusal(newer), id="server.E001")
        for alias in databases or []
        if (newer := unknown(connections[alias]))
    ]
