"""Commands that read or change what a site has stored: not before its database is migrated."""

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from server.backup import versions


class MigratedCommand(BaseCommand):
    """A command that says what to do first where the database is of an earlier release."""

    requires_migrations_checks = True

    def check_migrations(self) -> None:
        """Raise CommandError instead of Django's notice, behind which a traceback would come."""
        if versions.unapplied(connection):
            raise CommandError(
                "The database is of an earlier release: run `manage.py upgrade` first."
            )
