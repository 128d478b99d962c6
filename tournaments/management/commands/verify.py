"""``manage.py verify``: check that a backup is whole and that its seals hold."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from server.backup.checking import checked
from server.backup.copying import opened
from tournaments.management import backups


class Command(BaseCommand):
    requires_system_checks = []  # they take longer than the command itself
    help = "Check that a backup is whole, has the rows it says, and that its seals hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a backup, or - for standard input")

    def handle(self, *_args: object, file: Path, **_options: object) -> None:
        with (
            backups.errors_in_words(),
            backups.given(file) as path,
            checked(path) as (manifest, database),
        ):
            with opened(database, alias="default"):
                backups.check_seals(manifest)
            for table, rows in sorted(manifest.tables.items()):
                self.stdout.write(f"{rows:>10} {table}")
            for event, seal in sorted(manifest.seals.items()):
                self.stdout.write(f"{event}: {seal['number']} seals hold, last {seal['digest']}")
            self.stdout.write(f"{file} is whole: {backups.summary(manifest)}.")
            self.stdout.write(f"SHA-256 of its database: {manifest.sha256}")
