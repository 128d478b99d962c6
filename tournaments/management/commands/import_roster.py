"""Load a roster file into an event: ``manage.py import_roster EVENT FILE [--tournament SLUG]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.management.migrated import MigratedCommand
from tournaments.models import Event, Tournament
from tournaments.registration import roster_file, roster_matching
from tournaments.registration.roster_import import import_roster


class Command(MigratedCommand):
    help = "Put the people of a roster file (CSV) on the roster of an event."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the event's short name, as in its address")
        parser.add_argument("file", type=Path, help="the roster file")
        parser.add_argument("--tournament", help="the short name of a tournament to enter them in")
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *_args: object, **options: Any) -> None:
        event, tournament = _find(options["event"], options["tournament"])
        try:
            report = import_roster(
                event,
                _read(options["file"]),
                tournament=tournament,
                by=Actor(name="import_roster"),
                at=timezone.now(),
                dry_run=options["dry_run"],
            )
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        for line in roster_matching.describe(report):
            self.stdout.write(line)


def _find(event_slug: str, tournament_slug: str | None) -> tuple[Event, Tournament | None]:
    try:
        event = Event.objects.get(slug=event_slug)
        if not tournament_slug:
            return event, None
        return event, event.tournaments.get(slug=tournament_slug)
    except Event.DoesNotExist:
        raise CommandError(f"There is no event “{event_slug}”.") from None
    except Tournament.DoesNotExist:
        raise CommandError(f"{event} has no tournament “{tournament_slug}”.") from None


def _read(path: Path) -> bytes:
    """The file, read no further than needed to see that it is too large."""
    try:
        with path.open("rb") as file:
            return file.read(roster_file.MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
