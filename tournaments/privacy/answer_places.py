"""Where the answers that the API keeps name people: beside the number of a player or an entry.

An answer is found again by whoever sent the write, so everything else in it stays byte for byte.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.person_fields import PERSON_FIELDS
from tournaments.privacy.rules import Eraser

#: The number of an entry or a player, and the key of the name that stands beside it.
BESIDE = (
    ("player_id", "player"),
    ("entry_id", "player"),
    ("player_id", "shown_name"),
    ("entry_id", "shown_name"),
    ("home_entry_id", "home"),
    ("away_entry_id", "away"),
)
#: What people wrote.
WORDS = (
    *("text", "reason", "kept_reason", "postponed_because", "annulled_because"),
    "refused_because",
)
#: A name without a number: the winner of a tournament, two single players who meet, who sits at a
#: table, and who took the seat over or had it before.
NAMES = ("champion", "home", "away", "player", "played_by", "begun_by")
#: Answers to what is sent here are players, with their own number as ``id``; and below it, with
#: that number in the address, what is changed about one.
PLAYERS = "/players/"


def is_of_event(
    route: str, slug: str, codes: Collection[str], seasons: Collection[str] = ()
) -> bool:
    """Whether a write was sent to an event, to one of its tables, by their ``codes``, or to one of
    the ``seasons``.
    """
    _site, of_season, rest = route.partition("/v1/seasons/")
    if of_season:
        return rest.partition("/")[0] in seasons
    _site, of_event, rest = route.partition("/events/")
    if of_event:
        return rest.startswith(f"{slug}/")
    _site, of_table, rest = route.partition("/tables/")
    return bool(of_table) and rest.partition("/")[0].upper() in codes


@dataclass(frozen=True, slots=True)
class Whose:
    """The numbers of a person at an event: of the player, and of their entries."""

    player: int
    entries: frozenset[int]

    def has(self, key: str, number: object) -> bool:
        if not isinstance(number, int):
            return False
        return number == self.player if key == "player_id" else number in self.entries


def clean(answer: Any, route: str, whose: Whose, eraser: Eraser) -> Any:
    """An answer to a write that was sent to ``route``, with the person erased from it."""
    if isinstance(answer, list):
        return [clean(one, route, whose, eraser) for one in answer]
    if not isinstance(answer, Mapping):
        return answer
    found = {key: clean(value, route, whose, eraser) for key, value in answer.items()}
    if _is_about(route, answer, whose):
        return found | _emptied(found, eraser)
    by_number = {name for number, name in BESIDE if number in answer}
    for key in NAMES:
        if key in found and key not in by_number:
            found[key] = eraser.name(found[key])
    for number, name in BESIDE:
        if name in found and whose.has(number, answer.get(number)):
            found[name] = eraser.alias
    for key in WORDS:
        if key in found:
            found[key] = eraser.words(found[key])
    return found


def _is_about(route: str, answer: Mapping[str, Any], whose: Whose) -> bool:
    """Whether an answer has the person's own fields, such as the town or the team."""
    _event, of_players, rest = route.partition(PLAYERS)
    number = rest.partition("/")[0]
    if number:
        return number == str(whose.player)
    return bool(of_players) and answer.get("id") == whose.player


def _emptied(player: Mapping[str, Any], eraser: Eraser) -> dict[str, str]:
    keys = (field.key for field in PERSON_FIELDS if field.key in player)
    emptied = {key: eraser.alias if key == "name" else "" for key in keys}
    return emptied | ({"shown_name": eraser.alias} if "shown_name" in player else {})
