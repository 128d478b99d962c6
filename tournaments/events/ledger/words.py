"""The ledger in words: what was done, and what it changed, for people to read."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.ledger.closed_lists import labels, options_of_games
from tournaments.models import (
    Announcement,
    Call,
    Event,
    FixtureList,
    HallTable,
    Player,
    Ranking,
    RankingPrize,
    Season,
    SeasonTournament,
    Session,
    Staff,
    Title,
    Tournament,
)
from tournaments.punctuation import divided, labelled, listed, signed
from tournaments.subjects import subject_in_words
from tournaments.texts import say
from tournaments.wording import day_and_time

#: What forms do not say of a column, or not for each table.
KEYS = {
    "above": _("division above"),
    "at": _("table"),
    "away": pgettext_lazy("ledger", "away"),
    "because": _("annulled because"),
    "bookings": _("places taken"),
    "byes": _("byes"),
    "checked_in": _("checked in"),
    "class": pgettext_lazy("ledger", "class"),
    "closes_at": _("closes"),
    "counts_for": _("counts for"),
    "cutoff_at": _("cutoff"),
    "days": _("days later"),
    "dealt_at": _("dealt at"),
    "device": _("device"),
    "due_on": _("play until"),
    "elsewhere": _("booked elsewhere"),
    "ended_early": _("ended by the conductor"),
    "ends_at": _("end"),
    "entered": _("entered"),
    "entries": _("registrations"),
    "first": _("first table"),
    "first_day": _("first day"),
    "force_end_at": _("force-end"),
    "from": pgettext_lazy("ledger", "from"),
    "games": _("games"),
    "gone": _("gone"),
    "heats": _("matches"),  # as it was written before
    "home": pgettext_lazy("ledger", "home"),
    "how": _("kind"),
    "invited_by": _("invited by"),
    "is": pgettext_lazy("ledger", "is"),
    "kept": _("tables kept"),
    "last": _("last table"),
    "link_of": _("link made by"),
    "lot_seed": _("seed of the lots"),
    "members": _("members"),
    "missing": _("missing"),
    "names": _("names"),
    "next_round_at": _("next round"),
    "number": _("number"),
    "of": pgettext_lazy("ledger", "of"),
    "offline": _("offline"),
    "opponent": _("opponent"),
    "outcome": _("result"),
    "own_table": _("at the conductor's own table"),
    "owner": _("owner"),
    "paused_at": _("paused at"),
    "people": _("people"),
    "places": pgettext_lazy("ledger", "places"),
    "played_on": _("played on"),
    "player": _("player"),
    "players": _("players"),
    "plays_as": _("plays as"),
    "points": _("points"),
    "postponed_because": _("reason for postponing"),
    "private": _("not public"),
    "prize": _("prize"),
    "proposal": _("proposed"),
    "reason": _("reason"),
    "repeats": _("repeat meetings"),
    "resets_two_step": _("turns off two-step sign-in"),
    "rooms": _("rooms"),
    "round": _("round"),
    "rounds": _("rounds"),
    "runs_at": _("site"),
    "seals": _("seals"),
    "season": _("season"),
    "seat": pgettext_lazy("position", "seat"),
    "seats": _("seats"),
    "session": _("session"),
    "sessions": _("sessions"),
    "site": _("site"),
    "sizes": _("table sizes"),
    "started_at": _("start"),
    "starts_at": _("start"),
    "status": _("state"),
    "table": _("table"),
    "tables": _("tables"),
    "tables_taken": _("tables taken by others"),
    "teams": _("teams"),
    "text": _("text"),
    "to": pgettext_lazy("ledger", "to"),
    "topics": _("notified of"),
    "tournaments": _("tournaments"),
    "undone": _("undone"),
    "warning_at": _("early warning"),
    "via": pgettext_lazy("ledger", "how"),
    "was": pgettext_lazy("ledger", "was"),
    "week": _("week"),
    "went_out": _("went out"),
    "winner": _("winner"),
    "written_at": _("file written"),
}
#: Whose columns are called as in their forms; the first that has one says how.
NAMED_AS_IN_FORMS = (
    *(Session, Tournament, Event, Title, Player),
    *(Announcement, Staff, Call, SeasonTournament, FixtureList),
    *(HallTable, RankingPrize, Ranking, Season),
)
#: A moment as it is written down: in UTC, or as a form had it at the event.
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")
LONGEST = 300
NOTHING = "\N{EN DASH}"
NO_TITLES: Mapping[str, str] = {}


class Change(NamedTuple):
    """One thing that an act changed."""

    what: str
    before: str
    after: str


def changes(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    verb: str = "",
    titles: Mapping[str, str] = NO_TITLES,
) -> list[Change]:
    """Return what an act changed or noted, in the order in which it was written down.

    ``titles`` are the names of the games that the event has defined, by their keys.
    """
    keys = list(dict.fromkeys([*before, *after]))
    known = {key: {**labels(key, verb), **(titles if key == "game" else {})} for key in keys}
    found = [
        Change(name_of(key), _said(before, key, known[key]), _said(after, key, known[key]))
        for key in keys
    ]
    return [one for one in found if (one.before, one.after) != ("", "")]


def name_of(key: str) -> str:
    """Something that the ledger notes, as a form calls it."""
    return str(KEYS.get(key) or _columns().get(key) or key.replace("_", " "))


@cache
def _columns() -> Mapping[str, Any]:
    """The names of columns, each in the language in which it is read."""
    found: dict[str, Any] = {}
    for model in NAMED_AS_IN_FORMS[::-1]:
        columns = model._meta.fields  # noqa: SLF001 - public in all but its name
        # What has no name in a form has one in English alone.
        found |= {
            column.name: column.verbose_name
            for column in columns
            if isinstance(column.verbose_name, Promise)
        }
    return found


def _said(values: Mapping[str, Any], key: str, known: Mapping[str, Any]) -> str:
    if key not in values:
        return ""
    value = values[key]
    if key == "options" and value and isinstance(value, Mapping):
        return divided(_option(chosen, one) for chosen, one in value.items())[:LONGEST]
    if isinstance(value, list):
        value = [_labelled(one, known) for one in value]
    value = _labelled(value, known)
    if key == "session" and isinstance(value, str):
        return subject_in_words(value)[:LONGEST]
    if key == "sessions" and isinstance(value, list):
        return listed(subject_in_words(str(one)) for one in value)[:LONGEST]
    return in_words(value)[:LONGEST]


def _option(key: str, value: Any) -> str:
    """An option of a game and the choice, as its form calls them."""
    option = options_of_games().get(key)
    if option is None:
        return labelled(name_of(key), in_words(value))
    value = _labelled(value, {choice: choice for choice in option.choices})
    return labelled(say(option.label), in_words(value))


def _labelled(value: Any, known: Mapping[str, Any]) -> Any:
    return str(say(known[value])) if isinstance(value, str) and value in known else value


def in_words(value: Any) -> str:
    """A value of the ledger as people read it."""
    if value is None or value in ({}, [], ""):
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        return divided(labelled(name_of(key), in_words(one)) for key, one in value.items())
    if isinstance(value, list):
        return listed(in_words(one) for one in value)
    if isinstance(value, str) and MOMENT.fullmatch(value):
        return day_and_time(datetime.fromisoformat(value), seconds=True)
    return signed(value) if isinstance(value, int) else str(value)
