"""The models of a state of the migrations, made once for all backups that a module checks."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

from server.backup import copying


@contextmanager
def models_made_once() -> Iterator[None]:
    """Have ``copying.models_of`` remember its answers: a third of a second of a processor each.

    They depend on nothing but which migrations were applied.
    """
    known, models_of = {}, copying.models_of

    def remembered(connection: BaseDatabaseWrapper) -> list[type]:
        applied = frozenset(MigrationRecorder(connection).applied_migrations())
        if applied not in known:
            known[applied] = models_of(connection)
        return known[applied]

    with mock.patch.object(copying, "models_of", remembered):
        yield
