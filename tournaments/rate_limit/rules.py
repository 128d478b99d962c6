"""How much may be tried, and how long a device waits. The arithmetic is in docs/decisions/0011."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

DAY, HOUR = timedelta(days=1), timedelta(hours=1)

#: A device may be wrong so often before it waits, first this long, then twice as long each time.
FREE = 6
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(minutes=15)
#: What a refusal proposes that does not depend on one device.
TRY_AGAIN = timedelta(minutes=10)


def wait_after(wrong: int) -> timedelta:
    """How long a device waits after so many wrong attempts."""
    if wrong < FREE:
        return timedelta()
    doublings = min(wrong - FREE, 10)  # more would overflow, and are beyond the longest wait
    return min(FIRST_WAIT * (1 << doublings), LONGEST_WAIT)


@dataclass(frozen=True, slots=True)
class Pool:
    """How many attempts devices without a history may share: ``shared`` by all that they try.

    Each player keeps ``reserve`` attempts of their own once the others have used the pool up. After
    that there is one attempt each ``pause``: when a flood has ended, nobody waits for a day.
    """

    shared: int
    reserve: int
    pause: timedelta

    @property
    def a_day(self) -> int:
        """How many wrong attempts at one player there can be in a day."""
        return self.shared + DAY // self.pause


#: Wrong PINs a day of one network at one event; once for devices with a cookie, once for those
#: without. Then those of all networks together at which nobody at the event has opened a seat.
PINS_OF_A_NETWORK = Pool(shared=600, reserve=50, pause=DAY / 200)
PINS_OF_OUTSIDERS = Pool(shared=3_000, reserve=200, pause=DAY / 1_000)

#: Wrong passwords an hour for one account from one network, with and without a cookie.
PASSWORDS = 50

#: Accounts an hour at which one network may be wrong with the same password.
ACCOUNTS_FOR_A_PASSWORD = 10

#: Codes of two-step sign-in an hour for one account, from all devices on which it never signed in.
CODES = 100

#: Wrong codes for the first account an hour from one network, with and without a cookie: of 2^50.
FIRST_CODES = 50

#: Registrations an hour: of one device, of the devices of a network, and of those without a cookie.
JOINED_ON_A_DEVICE, JOINED_IN_A_NETWORK, JOINED_WITHOUT_COOKIES = 10, 200, 20

#: Invitations a day that one account may make, to all of its events and seasons together.
INVITATIONS_A_DAY = 60

#: Links by mail to one account that has not signed in since: some at once, after a dozen a day
#: only one at a time. A link lives for longer than ``FRESH``, so there is one that works.
FRESH = timedelta(minutes=10)
LINKS_AT_ONCE, LINKS_A_DAY = 3, 12


def may_mail_link(mailed: Iterable[datetime], now: datetime) -> bool:
    """Whether another link is mailed to an account that got links at these times."""
    today = [at for at in mailed if now - at < DAY]
    fresh = [at for at in today if now - at < FRESH]
    return len(fresh) < (LINKS_AT_ONCE if len(today) < LINKS_A_DAY else 1)
