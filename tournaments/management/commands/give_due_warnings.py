"""``manage.py give_due_warnings``: give what fell due while nobody was at work."""

from django.utils import timezone

from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.management.migrated import MigratedCommand
from tournaments.results.overtime.services import end_tables_out_of_time


class Command(MigratedCommand):
    help = "Give the warnings that are due, and end the tables whose time is up."
    requires_system_checks = []  # they take longer than the command itself

    def handle(self, *_args: object, **_options: object) -> None:
        now = timezone.now()
        fire_due_warnings(now=now)
        end_tables_out_of_time(now=now)
