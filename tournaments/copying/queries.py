"""The reads behind the page that copies an event: what the copy would have."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.copying import rules
from tournaments.copying.contents import COPIED
from tournaments.days import in_words
from tournaments.models import Event
from tournaments.punctuation import listed
from tournaments.verbs import Verb

#: What a copy has, in words, by the lists that are worth a word.
WORDS: dict[str, Callable[[int], str]] = {
    "tournaments": lambda n: ngettext("%(n)s tournament", "%(n)s tournaments", n),
    "titles": lambda n: ngettext("%(n)s game of its own", "%(n)s games of its own", n),
    "rooms": lambda n: ngettext("%(n)s room", "%(n)s rooms", n),
    "hall_tables": lambda n: ngettext("%(n)s table of the hall", "%(n)s tables of the hall", n),
    "sessions": lambda n: ngettext("%(n)s session", "%(n)s sessions", n),
    "rankings": lambda n: ngettext("%(n)s ranking", "%(n)s rankings", n),
}


def preview(event: Event, *, starts_on: date) -> str:
    """One sentence on what a copy that begins on a day has. A query for each of its parts."""
    counts = {key: COPIED[key].rows(event).count() for key in WORDS}
    has = [WORDS[key](count) % {"n": count} for key, count in counts.items() if count]
    said = {
        "what": listed(has) or _("nothing but the settings of the event"),
        "day": in_words(starts_on, "l, j F Y"),
    }
    return (
        _(
            "The copy begins on %(day)s and has: %(what)s. Times on the clock stay the same; "
            "players, bookings, results and staff do not come along."
        )
        % said
    )


def first_values(event: Event, now: datetime) -> dict[str, Any]:
    """The initial values of the form: the name of the next one, and the same weekday of a year."""
    starts_on = rules.next_first_day(event.starts_on, now.astimezone(event.zone).date())
    return {"name": rules.next_name(event.name, event.starts_on, starts_on), "starts_on": starts_on}


def without_tables(made: Event) -> list[str]:
    """A sentence for each session of a copy whose hall tables another one has. One query."""
    text = _("%(session)s: another session has its tables by now. Choose others.")
    copied = made.ledger.filter(verb=Verb.COPY_EVENT).order_by("pk")
    return [
        text % {"session": one} for entry in copied for one in entry.after.get("tables_taken", ())
    ]
