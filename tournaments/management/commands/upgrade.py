"""``manage.py upgrade``: bring the data of a site to this release, with a backup first."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from server.backup import folder, restoring, versions
from server.backup.making import make_backup
from server.web import assets
from tournaments.management import backups


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
            call_command("migrate", interactive=False, verbosity=0)
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
