"""``manage.py upgrade``: bring the data of a site to this release, with a backup first."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection

from server.backup import folder, restoring, versions
from server.backup.making import make_backup
from server.web import assets
from tournaments.management import backups
from tournaments.transactions import was_aborted

#: How often the migrations are tried while people play: PostgreSQL ends a deadlock after a second.
ATTEMPTS = 20


class Command(BaseCommand):
    requires_system_checks = []  # `migrate` has those that matter
    help = (
        "Back up, migrate and collect static files, as far as this release needs it."
        " Run it again after an interruption: it continues."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--without-backup",
            action="store_true",
            help="where other programs back up the database, such as pg_basebackup",
        )

    def handle(self, *_args: object, without_backup: bool = False, **_options: object) -> None:
        if newer := versions.unknown(connection):
            raise CommandError(versions.refusal(newer))
        if missing := versions.unapplied(connection):
            if not without_backup:
                self._back_up()
            _migrate()
            self.stdout.write(f"Migrations applied: {missing}.")
        if not assets.are_current():
            call_command("collectstatic", interactive=False, verbosity=0)
            self.stdout.write("Static files collected.")
        self.stdout.write(
            f"Everything is that of Roundhouse {settings.RELEASE}."
            " Now restart each web process, then workers and beat."
        )

    def _back_up(self) -> None:
        """A backup that no automatic one replaces: the way back. None of an empty database."""
        with backups.errors_in_words():
            if restoring.is_empty():
                return
            path = folder.FOLDER / f"before-upgrade-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.zip"
            manifest = make_backup(path, seals=backups.seals)
        self.stdout.write(f"Backed up to {path}: {backups.summary(manifest)}.")


def _migrate() -> None:
    """Apply what is missing. A migration that the database gives up for others is done again."""
    for _attempt in range(ATTEMPTS):
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            if not was_aborted(error):
                raise
        else:
            return
    raise CommandError(
        "The database is too busy to be migrated. Nothing is half done: run `manage.py upgrade`"
        " again, or close workers and beat first."
    )
