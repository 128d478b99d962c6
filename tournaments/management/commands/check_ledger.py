"""``manage.py check_ledger``: check the seals of the ledger against its entries."""

from django.core.management.base import CommandError, CommandParser

from tournaments.events.ledger.sealing import broken_seal
from tournaments.events.ledger.waiting import waiting_entries
from tournaments.management.migrated import MigratedCommand
from tournaments.models import Event


class Command(MigratedCommand):
    help = "Check the chain of seals over the ledger of each event."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--event", help="the short name of one event; all without it")

    def handle(self, *_args: object, event: str | None = None, **_options: object) -> None:
        events = Event.objects.order_by("pk")
        if event:
            events = events.filter(slug=event)
        broken = [self._check(each) for each in events]
        if any(broken):
            raise CommandError("The ledger was changed behind the back of the house.")

    def _check(self, event: Event) -> bool:
        found = broken_seal(event)
        if found:
            when = found.sealed_at.isoformat(timespec="seconds")
            self.stdout.write(f"{event.slug}: seal {found.number} of {when} is broken")
            return True
        last = event.seals.order_by("number").last()
        waiting = event.ledger.filter(seal=None).count() + len(waiting_entries(event))
        state = f"{last.number} seals hold, the last is {last.digest}" if last else "no seal yet"
        self.stdout.write(f"{event.slug}: {state}; {waiting} entries wait for the next")
        return False
