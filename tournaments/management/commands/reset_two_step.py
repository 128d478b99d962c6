"""``manage.py reset_two_step ADDRESS``: for a conductor who has lost their app and their codes."""

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.accounts.two_step import services
from tournaments.management.migrated import MigratedCommand
from tournaments.models import User


class Command(MigratedCommand):
    help = "Switch two-step sign-in off for an account. Its holder gets a notice."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="e-mail address of the account")

    def handle(self, *_args: object, address: str, **_options: object) -> None:
        user = User.objects.filter(email=address.strip().lower()).first()
        if user is None:
            raise CommandError(_("No account has this e-mail address."))
        if not services.reset(user, by=_("the operator of this site"), at=timezone.now()):
            raise CommandError(_("Two-step sign-in is off for this account."))
        self.stdout.write(_("Two-step sign-in is now off."))
