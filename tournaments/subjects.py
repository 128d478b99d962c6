"""Subjects of the ledger in words: which player, table or file an act was about.

They are stored in the language of the site, as they were then. What is a word in one and no name,
such as "Round 2", is said in the reader's language where that of the site is English.
"""

import re
from functools import cache

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, override

from tournaments.models import Adjustment
from tournaments.punctuation import labelled

ROSTER_FILE = "roster file"
WHOLE = {
    ROSTER_FILE: _("a roster file"),
    # For whom an announcement is.
    "everybody": _("everybody"),
    "conductors": _("conductors"),
}
NUMBERED = {
    "Game": _("Game %(number)s"),
    "Hand": _("Hand %(number)s"),
    "Heat": _("Heat %(number)s"),
    "Pick-up game": _("Pick-up game %(number)s"),
    "Round": _("Round %(number)s"),
    "Table": _("Table %(number)s"),
    "Week": _("Week %(number)s"),
}
ROUNDS = {"Final": _("Final"), "Semifinal": _("Semifinal")}
SESSIONS = {
    "heat": _("%(tournament)s, heat %(number)s"),
    "game": _("%(tournament)s, game %(number)s"),
    "semifinal": _("%(tournament)s, semifinal"),
    "final": _("%(tournament)s, final"),
}
#: Before the first comma stands a name, such as that of a tournament, or the week of a fixture; a
#: pick-up game stands alone.
_NUMBERED_PART = re.compile(
    r"(?:(?<=, )|^(?=Week \d+: )|^(?=Pick-up game \d+$))"
    r"(Game|Hand|Heat|Pick-up game|Round|Table|Week) (\d+)(?=, |: |$)"
)
_ROUND_PART = re.compile(rf"(?<=, )({'|'.join(ROUNDS)})(?=, |$)")
_SESSION = re.compile(r"(.+?), (?:(heat|game) (\d+)|(semifinal|final))(?=, |$)")
_ENTRIES = re.compile(r"(\d+) entries")


def subject_in_words(stored: str) -> str:
    """Say what an act was about, in the reader's language."""
    if stored in WHOLE:
        return str(WHOLE[stored])
    if found := _ENTRIES.fullmatch(stored):
        count = int(found[1])
        return ngettext("%(count)s registration", "%(count)s registrations", count) % {
            "count": count
        }
    if found := _adjustment().fullmatch(stored):
        tournament, kind, player = found.groups()
        return f"{tournament}, {labelled(_kinds()[kind].label, player)}"
    parts = _ROUND_PART.sub(lambda found: str(ROUNDS[found[1]]), stored)
    parts = _NUMBERED_PART.sub(_said, parts)
    session = _SESSION.match(parts)
    return _session(session) + parts[session.end() :] if session else parts


def _said(found: re.Match[str]) -> str:
    return str(NUMBERED[found[1]]) % {"number": found[2]}


def _session(found: re.Match[str]) -> str:
    tournament, kind, number, other = found.groups()
    return str(SESSIONS[kind or other]) % {"tournament": tournament, "number": number}


@cache
def _kinds() -> dict[str, Adjustment.Kind]:
    """The kinds of adjustments by what a ledger in English calls them."""
    with override("en"):
        return {str(kind.label): kind for kind in Adjustment.Kind}


@cache
def _adjustment() -> re.Pattern[str]:
    """Of an adjustment the tournament, the kind and the player; names may have commas."""
    # One kind may begin as another does.
    kinds = "|".join(re.escape(kind) for kind in sorted(_kinds(), key=len, reverse=True))
    return re.compile(rf"(.+?), ({kinds}): (.*)")


def as_stored(said: str) -> str:
    """A part of a subject as it is stored: the other way round, for those who search for it."""
    for word, template in NUMBERED.items():
        before, after = (re.escape(part) for part in str(template).split("%(number)s"))
        if found := re.fullmatch(rf"{before}(\d+){after}", said, re.IGNORECASE):
            return f"{word} {found[1]}"
    return said
