"""``manage.py publish``: an event of this site to the site that gathers it."""

import os
import time
from argparse import ArgumentTypeError
from datetime import datetime

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from tournaments.federation.sending import Answer, publish
from tournaments.management.migrated import MigratedCommand
from tournaments.models import Event

VARIABLE = "ROUNDHOUSE_PUBLISH_TOKEN"
LEAST_SECONDS = 5


def seconds(text: str) -> int:
    """Whole seconds, not fewer than a site can stand."""
    if not text.isdecimal() or int(text) < LEAST_SECONDS:
        raise ArgumentTypeError(f"write a whole number of seconds, at least {LEAST_SECONDS}")
    return int(text)


class Command(MigratedCommand):
    help = (
        "Send an event to the site of a federation, which makes it there or updates it. It may be"
        " sent again and again: what is there already changes nothing. The token of an owner, with"
        f" the scope “organize”, stands in {VARIABLE}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the short name of the event")
        parser.add_argument("--to", required=True, help="the address of the site")
        parser.add_argument(
            "--every",
            type=seconds,
            help="send it again after so many seconds, until the event is over",
        )

    def handle(
        self, *_args: object, event: str, to: str, every: int | None = None, **_options: object
    ) -> None:
        token = os.environ.get(VARIABLE, "")
        if not token:
            raise CommandError(f"Put the token of the other site into {VARIABLE}.")
        waiting_since: datetime | None = None
        while True:
            # Days are added to an event while it runs, and an event may be deleted.
            found = Event.objects.filter(slug=event).first()
            if found is None:
                raise CommandError(f"No event has the short name “{event}”.")
            now = timezone.now()
            answer = self._publish(found, to, token, now)
            if not answer.published and not (answer.may_pass and every):
                raise CommandError(f"Not published: {answer.detail}")
            waiting_since = None if answer.published else waiting_since or now
            self._say(found, answer, now, waiting_since)
            if not every or _is_over(found, now):
                return
            time.sleep(every)  # the pause that was asked for

    def _publish(self, event: Event, to: str, token: str, now: datetime) -> Answer:
        try:
            return publish(event, to, token, at=now)
        except ValueError as error:
            raise CommandError(str(error)) from error

    def _say(self, event: Event, answer: Answer, now: datetime, since: datetime | None) -> None:
        if since is None:
            self.stdout.write(f"Published at {now.astimezone(event.zone):%H:%M:%S}.")
        else:
            said = f"Waiting for the other site since {since.astimezone(event.zone):%H:%M}"
            self.stdout.write(f"{said}: {answer.detail}")


def _is_over(event: Event, now: datetime) -> bool:
    """Whether the last day has ended; results of the evening go out with the last file."""
    return now.astimezone(event.zone).date() > event.ends_on
