"""``manage.py archive``: the public pages of an event as a folder that needs no site."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from tournaments.archive.services import write_archive
from tournaments.errors import Refused
from tournaments.management.migrated import MigratedCommand
from tournaments.models import Event


class Command(MigratedCommand):
    help = (
        "Write every public page of an event, its CSV files and calendars into a folder. It opens"
        " from there in any browser, without a network and without this site."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the short name of the event")
        parser.add_argument("folder", type=Path, help="where to: a new or an empty folder")
        parser.add_argument(
            "--with-event-file",
            action="store_true",
            help="also the event file; it has e-mail addresses, so keep the folder to yourself",
        )

    def handle(
        self,
        *_args: object,
        event: str,
        folder: Path,
        with_event_file: bool = False,
        **_options: object,
    ) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"No event has the short name “{event}”.")
        if found.is_draft:
            raise CommandError(f"{found} is a draft, so it has no public pages yet.")
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise CommandError(f"{folder} is not an empty folder.")
        folder.mkdir(parents=True, exist_ok=True)
        try:
            pages, size = write_archive(
                found, folder, at=timezone.now(), with_event_file=with_event_file
            )
        except Refused as refusal:
            raise CommandError(f"The archive is not whole: {refusal}") from refusal
        self.stdout.write(f"{pages} pages, {size / 1e6:.1f} MB: open {folder / 'index.html'}")
