"""``manage.py restore``: put a backup in place of the database. The site must be closed."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from server.backup import restoring
from server.backup.checking import checked
from server.backup.copying import opened
from server.supervisor.lock import Lock
from server.supervisor.terminal import CannotStart
from tournaments.clock.health import SILENT_AFTER, WORKER
from tournaments.management import backups
from tournaments.models import Heartbeat


class Command(BaseCommand):
    requires_system_checks = []  # they take longer than the command itself
    help = "Put a backup in place of the database, of either kind. Close the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a backup, or - for standard input")
        parser.add_argument(
            "--overwrite", action="store_true", help="also if the database holds something"
        )

    def handle(
        self, *_args: object, file: Path, overwrite: bool = False, **_options: object
    ) -> None:
        with (
            backups.errors_in_words(),
            _closed_site(),
            backups.given(file) as path,
            checked(path) as (manifest, database),
        ):
            with opened(database, alias="default"):
                backups.check_seals(manifest)
            if not overwrite and not restoring.is_empty():
                raise CommandError(
                    "The database is not empty. Back it up, then say --overwrite to replace it."
                )
            old = restoring.put_in_place(database)
            self.stdout.write(f"Restored {file}: {backups.summary(manifest)}.")
            if old:
                self.stdout.write(f"What was there before is now {old}")


def _closed_site() -> AbstractContextManager[object]:
    """Keeps the embedded site from opening meanwhile. Raises CommandError if the site is open."""
    if connection.vendor == "sqlite":
        try:
            return Lock(settings.VAR_DIR / "supervisor.lock")
        except CannotStart as refusal:
            raise CommandError(str(refusal)) from refusal
    tables = connection.introspection.table_names()
    since = timezone.now() - SILENT_AFTER
    if Heartbeat._meta.db_table in tables and (
        Heartbeat.objects.filter(name=WORKER, seen_at__gt=since).exists()
    ):
        seconds = int(SILENT_AFTER.total_seconds())
        raise CommandError(
            f"A worker of the site was at work less than {seconds} seconds ago. "
            "Close web, worker and beat first; if they are closed, try again in a moment."
        )
    return nullcontext()
