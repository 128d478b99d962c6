"""Limits on wrong PINs, wrong table codes and requests for sign-in links.

A whole hall shares one IP address, so addresses are not counted. A phone is identified by the name
in its cookie; a phone that drops its cookie still meets the limits for the table, the event and
the site. Wrong guesses are rows in the database, so that all processes count the same ones: see
docs/decisions/0011.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused
from tournaments.models import Event, Table, WrongGuess

#: Our choices. Three hundred guesses at a million PINs succeed once in thousands of windows.
WINDOW = timedelta(minutes=10)
PINS_A_PHONE, PINS_A_TABLE, PINS_AN_EVENT = 6, 20, 300
CODES_A_PHONE, CODES_OF_ALL = 20, 300
LINKS_A_PHONE, LINKS_OF_ALL = 3, 30
#: How long rows are kept, for a conductor who wants to look into an attack.
KEPT = timedelta(days=1)


class TooManyGuesses(Refused):
    """``until`` is the moment from which guesses are accepted again."""

    code = "too-many-guesses"
    status = 429

    def __init__(self, until: datetime, sentence):
        super().__init__(time=time_format(timezone.localtime(until), "H:i:s"))
        self.until = until
        self.sentence = sentence

    def seconds_left(self, now: datetime) -> int:
        """The value of the Retry-After header."""
        return max(1, round((self.until - now).total_seconds()))


PHONE_WAITS = _(
    "Too many wrong guesses on this phone. Try again at %(time)s, or scan the code on your badge."
)
TABLE_WAITS = _(
    "Too many wrong PINs at this table. Try again at %(time)s, or scan the code on your badge."
)
ALL_WAIT = _(
    "Too many wrong PINs at this event. Try again at %(time)s, or scan the code on your badge."
)
CODES_WAIT = _(
    "Too many codes that no table has were tried. Try again at %(time)s, or scan your badge."
)
LINKS_WAIT = _("Too many links were asked for. Try again at %(time)s.")


def stopped_until(guesses: Iterable[datetime], most: int, now: datetime) -> datetime | None:
    """When guesses are accepted again, if ``most`` of them were within the last WINDOW."""
    recent = sorted(at for at in guesses if now - at < WINDOW)
    return recent[-most] + WINDOW if len(recent) >= most else None


def check_pins(table: Table, event: Event, device: str, now: datetime) -> None:
    """Raise TooManyGuesses if this phone, this table or this event has reached its limit.

    One query. Call it with the event locked, so that simultaneous guesses are counted one by one.
    """
    made = WrongGuess.objects.filter(kind=WrongGuess.Kind.PIN, event=event, at__gt=now - WINDOW)
    rows = list(made.values_list("at", "device", "table_id"))
    _stop([at for at, name, _table in rows if name == device], PINS_A_PHONE, PHONE_WAITS, now)
    _stop([at for at, _name, key in rows if key == table.pk], PINS_A_TABLE, TABLE_WAITS, now)
    _stop([at for at, _name, _table in rows], PINS_AN_EVENT, ALL_WAIT, now)


def note_link(device: str, at: datetime) -> None:
    """Count a request for a sign-in link by mail, or raise TooManyGuesses at the limit."""
    rows = _made(WrongGuess.Kind.LINK, at)
    _stop([when for when, name in rows if name == device], LINKS_A_PHONE, LINKS_WAIT, at)
    _stop([when for when, _name in rows], LINKS_OF_ALL, LINKS_WAIT, at)
    _note(kind=WrongGuess.Kind.LINK, device=device, at=at)


def check_codes(device: str, now: datetime) -> None:
    """Raise TooManyGuesses if this phone, or all phones together, reached the limit for codes.

    One query. Callers skip it for accounts and for phones with an open seat.
    """
    rows = _made(WrongGuess.Kind.CODE, now)
    _stop([at for at, name in rows if name == device], CODES_A_PHONE, PHONE_WAITS, now)
    _stop([at for at, _name in rows], CODES_OF_ALL, CODES_WAIT, now)


def _made(kind: str, now: datetime) -> list[tuple[datetime, str]]:
    made = WrongGuess.objects.filter(kind=kind, at__gt=now - WINDOW)
    return list(made.values_list("at", "device"))


def _stop(guesses: list[datetime], most: int, sentence, now: datetime) -> None:
    until = stopped_until(guesses, most, now)
    if until:
        raise TooManyGuesses(until, sentence)


def note_wrong_pin(table: Table, event: Event, device: str, at: datetime) -> None:
    _note(kind=WrongGuess.Kind.PIN, event=event, table=table, device=device, at=at)


def note_wrong_code(device: str, at: datetime) -> None:
    """Count a code that no table has, or raise TooManyGuesses at the limit."""
    check_codes(device, at)
    _note(kind=WrongGuess.Kind.CODE, device=device, at=at)


def _note(**guess) -> None:
    WrongGuess.objects.filter(at__lt=guess["at"] - KEPT).delete()
    WrongGuess.objects.create(**guess)
