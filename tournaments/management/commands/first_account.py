"""``manage.py first_account``: how to make the first account of the site in the browser."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from tournaments.accounts.first import services


class Command(BaseCommand):
    help = "Show where to create the first account, and its code; nothing once there is one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--site", default=settings.PUBLIC_URL, help="the address of the site")

    def handle(self, *_args: object, site: str, **_options: object) -> None:
        if services.is_missing():
            page = site.rstrip("/") + reverse("first-account")
            self.stdout.write(f"Create the first account at {page}")
            self.stdout.write(f"  code     {services.code()}")
