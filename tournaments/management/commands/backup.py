"""``manage.py backup``: write the whole database into one file while the site goes on."""

from datetime import UTC, datetime
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from server.backup import folder, restoring
from server.backup.making import make_automatic_backup, make_backup
from tournaments.management import backups

EMPTY = (
    "The database is empty, so there is nothing to back up. Does this command run with the settings"
    " of the site? DATABASE_URL or ROUNDHOUSE_VAR says where its database is."
)


class Command(BaseCommand):
    requires_system_checks = []  # they take longer than the command itself
    help = "Write the whole database into one file, while the site goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help=f"a new file, or - for standard output; without it, one in {folder.FOLDER}",
        )
        parser.add_argument(
            "--automatic",
            action="store_true",
            help="only if something was added since the last one, and keep the newest"
            f" {folder.KEEP} of these",
        )

    def handle(
        self,
        *_args: object,
        file: Path | None = None,
        automatic: bool = False,
        **_options: object,
    ) -> None:
        with backups.errors_in_words():
            if not restoring.is_there() or (not automatic and restoring.is_empty()):
                raise CommandError(EMPTY)
            if automatic:
                path = make_automatic_backup(seals=backups.seals)
                self.stdout.write(f"Backed up to {path}" if path else "Nothing new to back up.")
                return
            if file == backups.STREAM:
                with backups.to_output() as path:
                    manifest = make_backup(path, seals=backups.seals)
                self.stderr.write(f"Backed up: {backups.summary(manifest)}.")
                return
            path = file or folder.FOLDER / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.zip"
            if path.exists():
                raise CommandError(f"{path} exists already. Choose another name.")
            manifest = make_backup(path, seals=backups.seals)
            self.stdout.write(f"Backed up to {path}: {backups.summary(manifest)}.")
