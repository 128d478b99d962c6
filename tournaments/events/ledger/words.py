"""The ledger in words: what was done, and what it changed, for people to read."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import ScoreSheet

#: Every verb that the packages write, as people say it. One that is missing here is shown as it is.
VERBS = {
    "add player": _("added a player"),
    "add staff": _("gave someone a role"),
    "adjust": _("gave a penalty, a bye or a warning"),
    "agree to play on": _("agreed to play past the end"),
    "allow together": _("lifted a kept-apart pair"),
    "answer call": _("answered a call"),
    "bring event": _("imported the event"),
    "call conductor": _("called a conductor"),
    "change event": _("changed the event"),
    "change staff": _("changed a role"),
    "change tournament": _("changed the tournament"),
    "check in": _("checked in"),
    "check in many": _("checked in several players"),
    "enter many": _("registered several players"),
    "choose scheme": _("chose a points scheme"),
    "close call": _("closed a call"),
    "close round": _("closed the round"),
    "close seat": _("closed a seat on a phone"),
    "clock: plan": _("planned the start of the next round"),
    "clock: start": _("started the slot"),
    "clock: restart": _("restarted the clock"),
    "clock: rules": _("changed the timing"),
    "clock: pause": _("paused the clock"),
    "clock: resume": _("resumed the clock"),
    "clock: extra": _("gave extra time"),
    "clock: cutoff": _("moved the cutoff"),
    "clock: end": _("ended the slot early"),
    "clock: undo": _("undid a change of the clock"),
    "confirm hand": _("agreed to a hand"),
    "correct hand": _("corrected a hand"),
    "create event": _("created the event"),
    "create tournament": _("created a tournament"),
    "define title": _("defined a game"),
    "change title": _("changed a game of the event"),
    "remove title": _("removed a game of the event"),
    "deal hand": _("dealt a hand"),
    "discard round": _("discarded the draft of a round"),
    "dispute hand": _("objected to a hand"),
    "confirm fixture": _("agreed to the result of a fixture"),
    "discard fixtures": _("discarded the fixtures"),
    "dispute fixture": _("objected to the result of a fixture"),
    "make fixtures": _("made the fixtures"),
    "pair fixtures": _("paired the next week"),
    "postpone fixture": _("postponed a fixture"),
    "report fixture": _("entered the result of a fixture"),
    "rule fixture": _("decided a fixture"),
    "substitute in fixture": _("used a substitute in a fixture"),
    "drop": _("dropped a player"),
    "edit player": _("changed a player"),
    "end game": _("ended the game"),
    "end hand early": _("ended a hand"),
    "enter": _("registered for a tournament"),
    "finish tournament": _("finished the tournament"),
    "erase player": _("erased a player's name and data"),
    "fix table": _("fixed a player's table"),
    "game goes on": _("resumed the game"),
    "import roster": _("imported a roster"),
    "keep apart": _("kept two players apart"),
    "lock seat": _("locked a seat"),
    "mend seating": _("repaired the seating"),
    "make recovery link": _("made a recovery link"),
    "merge people": _("merged two players"),
    "move seat": _("moved a player"),
    "new badge": _("gave a player a new badge and PIN"),
    "open seat": _("opened a seat on a phone"),
    "plays as": _("set who plays as which player"),
    "publish round": _("published the seating"),
    "recover account": _("used a recovery link"),
    "reinstate": _("brought a player back"),
    "remove staff": _("removed a role"),
    "report hand": _("entered a hand"),
    "reseat round": _("reseated the round"),
    "rule hand": _("ruled on a hand"),
    "seat late arrival": _("seated a late arrival"),
    "seat round": _("seated a round"),
    "seat semifinals": _("seated the semifinals"),
    "separate person": _("split a person into two players"),
    "set team": _("set a player's team"),
    "show sign-in link": _("showed a sign-in link"),
    "start slot": _("started the slot"),
    "swap seats": _("swapped two seats"),
    "take back": _("withdrew a penalty or bye"),
    "take back: play on": _("withdrew from playing past the end"),
    "take out of seating": _("took a player out of the seating"),
    "undo at table": _("undid the last change at a table"),
    "undo check in": _("undid a check-in"),
    "unlock seat": _("unlocked a seat"),
    "void hand": _("voided a hand"),
    "write code of conduct": _("edited the code of conduct"),
}
#: Changes of the clock were once written with the words of a page, by now in two wordings.
CLOCK_BEFORE = {
    "clock: start planned": "clock: plan",
    "clock: slot started": "clock: start",
    "clock: clock started anew": "clock: restart",
    "clock: clock restarted": "clock: restart",
    "clock: timing changed": "clock: rules",
    "clock: clock paused": "clock: pause",
    "clock: clock goes on": "clock: resume",
    "clock: clock resumed": "clock: resume",
    "clock: extra time given": "clock: extra",
    "clock: cutoff moved": "clock: cutoff",
    "clock: slot ended early": "clock: end",
    "clock: undone": "clock: undo",
}

KEYS = {
    "dealt_at": _("dealt at"),
    "ended_early": _("ended by the conductor"),
    "entered": _("entered"),
    "is": pgettext_lazy("ledger", "is"),
    "offline": _("offline"),
    "own_table": _("at the conductor's own table"),
    "proposal": _("proposed"),
    "reason": _("reason"),
    "status": _("state"),
    "tables": _("tables"),
    "undone": _("undone"),
    "was": pgettext_lazy("ledger", "was"),
    "went_out": _("went out"),
    "points": _("points"),
}
LONGEST = 300
NOTHING = "\N{EN DASH}"


def verb_in_words(verb: str) -> str:
    """What was done, in the reader's language."""
    return str(VERBS.get(CLOCK_BEFORE.get(verb, verb), verb))


class Change(NamedTuple):
    """One thing that an act changed."""

    what: str
    before: str
    after: str


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    """What an act changed or noted, in the order it was written down."""
    keys = list(dict.fromkeys([*before, *after]))
    found = [
        Change(str(KEYS.get(key, key.replace("_", " "))), _said(before, key), _said(after, key))
        for key in keys
    ]
    return [one for one in found if (one.before, one.after) != ("", "")]


def _said(values: Mapping[str, Any], key: str) -> str:
    if key not in values:
        return ""
    value = values[key]
    if key == "status" and value in ScoreSheet.Status.values:
        return str(ScoreSheet.Status(value).label)
    return in_words(value)[:LONGEST]


def in_words(value: Any) -> str:
    """A value of the ledger as people read it."""
    if value is None or value in ({}, [], ""):
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        return "; ".join(
            f"{KEYS.get(key, key.replace('_', ' '))}: {in_words(one)}" for key, one in value.items()
        )
    if isinstance(value, list):
        return ", ".join(in_words(one) for one in value)
    return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else str(value)
