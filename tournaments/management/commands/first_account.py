"""``manage.py first_account``: how to make the first account of the site in the browser."""

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse

from tournaments.accounts.first import services
from tournaments.management.migrated import MigratedCommand


class Command(MigratedCommand):
    help = "Show where to create the first account, and its code, while there is none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--site", default=settings.PUBLIC_URL, help="the address of the site")

    def handle(self, *_args: object, site: str, verbosity: int = 1, **_options: object) -> None:
        address = site.rstrip("/")
        if services.is_missing():
            self.stdout.write(f"Create the first account at {address}{reverse('first-account')}")
            self.stdout.write(f"  code     {services.code()}")
        elif verbosity:
            self.stdout.write(
                f"There is an account already: sign in at {address}{reverse('sign-in')}."
                " A forgotten password: `manage.py changepassword ADDRESS`."
            )
