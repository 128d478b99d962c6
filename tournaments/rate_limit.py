"""Who guesses PINs or table codes is stopped for a while, wherever they guess from.

A hall is one address, so nothing here asks for it. A phone is known by the name in its cookie; who
throws the cookie away is still stopped by what is counted for the table, the event and the house.
Wrong guesses are rows of the database, so that all processes count the same ones.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused
from tournaments.models import Event, Table, WrongGuess

#: House choices. Of a million PINs three hundred wrong guesses in ten minutes find none by chance.
WINDOW = timedelta(minutes=10)
PINS_A_PHONE, PINS_A_TABLE, PINS_AN_EVENT = 6, 20, 300
CODES_A_PHONE, CODES_OF_ALL = 20, 300
LINKS_A_PHONE, LINKS_OF_ALL = 3, 30
#: How long a wrong guess is kept, for whoever wants to look.
KEPT = timedelta(days=1)


class TooManyGuesses(Refused):
    """``until`` is the moment from which a guess is looked at again."""

    code = "too-many-guesses"
    status = 429

    def __init__(self, until: datetime, sentence):
        super().__init__(time=time_format(timezone.localtime(until), "H:i:s"))
        self.until = until
        self.sentence = sentence

    def seconds_left(self, now: datetime) -> int:
        """For the header Retry-After."""
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
    """When a guess is looked at again, if ``most`` of ``guesses`` lie within the last WINDOW."""
    recent = sorted(at for at in guesses if now - at < WINDOW)
    return recent[-most] + WINDOW if len(recent) >= most else None


def check_pins(table: Table, event: Event, device: str, now: datetime) -> None:
    """Raise TooManyGuesses if no PIN is looked at: of this phone, at this table, at this event.

    One query. Call it with the event locked, so that many guesses at once count one by one.
    """
    made = WrongGuess.objects.filter(kind=WrongGuess.Kind.PIN, event=event, at__gt=now - WINDOW)
    rows = list(made.values_list("at", "device", "table_id"))
    _stop([at for at, name, _table in rows if name == device], PINS_A_PHONE, PHONE_WAITS, now)
    _stop([at for at, _name, key in rows if key == table.pk], PINS_A_TABLE, TABLE_WAITS, now)
    _stop([at for at, _name, _table in rows], PINS_AN_EVENT, ALL_WAIT, now)


def note_link(device: str, at: datetime) -> None:
    """Count a sign-in link that somebody asks for by mail. Raises TooManyGuesses instead."""
    rows = _made(WrongGuess.Kind.LINK, at)
    _stop([when for when, name in rows if name == device], LINKS_A_PHONE, LINKS_WAIT, at)
    _stop([when for when, _name in rows], LINKS_OF_ALL, LINKS_WAIT, at)
    _note(kind=WrongGuess.Kind.LINK, device=device, at=at)


def check_codes(device: str, now: datetime) -> None:
    """Raise TooManyGuesses if no table code is looked at, of this phone or of anybody. One query.

    Nobody is asked who has an account, or whose seat is open on this phone.
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
    """Raises TooManyGuesses instead where codes are not looked at."""
    check_codes(device, at)
    _note(kind=WrongGuess.Kind.CODE, device=device, at=at)


def _note(**guess) -> None:
    WrongGuess.objects.filter(at__lt=guess["at"] - KEPT).delete()
    WrongGuess.objects.create(**guess)
