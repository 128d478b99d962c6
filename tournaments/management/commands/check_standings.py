"""``manage.py check_standings``: compare stored standings with a full recomputation."""

from django.core.management.base import CommandError, CommandParser

from tournaments.management.migrated import MigratedCommand
from tournaments.models import Tournament
from tournaments.standings.computing import services


class Command(MigratedCommand):
    help = "Compute all standings from the score sheets and compare them with the stored rows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--event", help="the short name of one event; all without it")

    def handle(self, *_args: object, event: str | None = None, **_options: object) -> None:
        tournaments = Tournament.objects.select_related("event").order_by("pk")
        if event:
            tournaments = tournaments.filter(event__slug=event)
        wrong = sum(self._check(tournament) for tournament in tournaments)
        if wrong:
            raise CommandError(f"{wrong} tournaments have other standings than their sheets give.")

    def _check(self, tournament: Tournament) -> bool:
        name = f"{tournament.event.slug}/{tournament.slug}"
        found = services.differences(tournament, services.VALUES)
        for what, stored, computed in found:
            self.stdout.write(f"{name}, {what}: stored {stored}, computed {computed}")
        if not found:
            state = "the same" if tournament.standings_are_current else "older than the results"
            self.stdout.write(f"{name}: {tournament.standings.count()} rows, {state}")
        return bool(found)
