"""The refusal of those who tried too much."""

from datetime import datetime, timedelta
from http import HTTPStatus
from math import ceil

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.errors import Refused
from tournaments.wording import clock_time

A_MINUTE = timedelta(minutes=1)


class TooManyAttempts(Refused):
    """``until`` is the moment from which another attempt makes sense.

    Sentences of an event's pages name the time; there is no time zone to name it in on others.
    """

    code = "too-many-attempts"
    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, until: datetime, sentence: Promise, now: datetime) -> None:
        minutes = max(1, ceil((until - now) / A_MINUTE))
        super().__init__(time=clock_time(until, seconds=True), minutes=minutes)
        self.until = until
        self._said = sentence

    def __str__(self) -> str:
        return str(self._said % self.facts)

    def seconds_left(self, now: datetime) -> int:
        """The value of the Retry-After header."""
        return max(1, round((self.until - now).total_seconds()))


PHONE_WAITS = _(
    "Too many wrong PINs on this phone. Try again at %(time)s, or scan the code on your badge."
)
SEAT_WAITS = _(
    "Too many wrong PINs for this seat. Scan the code on your badge, or ask at the desk."
)
DEVICE_WAITS = ngettext_lazy(
    "Too many wrong passwords on this device. Try again in %(minutes)s minute.",
    "Too many wrong passwords on this device. Try again in %(minutes)s minutes.",
    "minutes",
)
ACCOUNT_WAITS = ngettext_lazy(
    "Too many wrong passwords for this account. Use a device you have signed in on "
    "before, use a link, or try again in %(minutes)s minute.",
    "Too many wrong passwords for this account. Use a device you have signed in on "
    "before, use a link, or try again in %(minutes)s minutes.",
    "minutes",
)
PASSWORD_WAITS = ngettext_lazy(
    "This password was just tried at many accounts. Use a device you have signed in on before, use "
    "a link, or try again in %(minutes)s minute.",
    "This password was just tried at many accounts. Use a device you have signed in on before, use "
    "a link, or try again in %(minutes)s minutes.",
    "minutes",
)
CODE_DEVICE_WAITS = ngettext_lazy(
    "Too many wrong codes on this device. Try again in %(minutes)s minute, or use a recovery code.",
    "Too many wrong codes on this device. Try again in %(minutes)s minutes, or use a recovery "
    "code.",
    "minutes",
)
CODES_WAIT = ngettext_lazy(
    "Too many wrong codes for this account: someone may know your password. Use a device "
    "you have signed in on before, use a recovery code, or try again in %(minutes)s "
    "minute.",
    "Too many wrong codes for this account: someone may know your password. Use a device "
    "you have signed in on before, use a recovery code, or try again in %(minutes)s "
    "minutes.",
    "minutes",
)
FIRST_CODES_WAIT = ngettext_lazy(
    "Too many wrong codes. Try again in %(minutes)s minute.",
    "Too many wrong codes. Try again in %(minutes)s minutes.",
    "minutes",
)
JOINING_WAITS = _(
    "Many people have just registered from here. Try again at %(time)s, or register at the desk."
)
INVITING_WAITS = _("You have invited many people today. Try again tomorrow.")
