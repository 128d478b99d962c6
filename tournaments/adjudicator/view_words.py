"""Words for the parts of positions. Their keys are codes, which records and programs have."""

from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

#: By key. A key without a word is a name: that of a line, a plot, a card.
WORDS: Final[dict[str, Any]] = {
    "about": pgettext_lazy("position", "about"),
    "advertising": pgettext_lazy("position", "advertising"),
    "advisory": pgettext_lazy("position", "advisory"),
    "agendas": pgettext_lazy("position", "agendas"),
    "aside": pgettext_lazy("position", "aside"),
    "auto": pgettext_lazy("position", "auto"),
    "automa": pgettext_lazy("position", "automa"),
    "award": pgettext_lazy("position", "award"),
    "barred": pgettext_lazy("position", "barred"),
    "bid": pgettext_lazy("position", "bid"),
    "blueprint": pgettext_lazy("position", "blueprint"),
    "boards": pgettext_lazy("position", "boards"),
    "bonus": pgettext_lazy("position", "bonus"),
    "capacity": pgettext_lazy("position", "capacity"),
    "card": pgettext_lazy("position", "card"),
    "cards": pgettext_lazy("position", "cards"),
    "cards_face_down": pgettext_lazy("position", "cards face down"),
    "cards_in_hand": pgettext_lazy("position", "cards in hand"),
    "cars": pgettext_lazy("position", "cars"),
    "city": pgettext_lazy("position", "city"),
    "coins": pgettext_lazy("position", "coins"),
    "commuters": pgettext_lazy("position", "commuters"),
    "completed": pgettext_lazy("position", "completed"),
    "connected": pgettext_lazy("position", "connected"),
    "connections": pgettext_lazy("position", "connections"),
    "construction": pgettext_lazy("position", "construction"),
    "crossed": pgettext_lazy("position", "crossed"),
    "cycle": pgettext_lazy("position", "cycle"),
    "dealer": pgettext_lazy("position", "dealer"),
    "deck": pgettext_lazy("position", "deck"),
    "demand": pgettext_lazy("position", "demand"),
    "demands": pgettext_lazy("position", "demands"),
    "diesel": pgettext_lazy("position", "diesel"),
    "dining": pgettext_lazy("position", "dining"),
    "direction": pgettext_lazy("position", "direction"),
    "discard": pgettext_lazy("position", "discard"),
    "discs": pgettext_lazy("position", "discs"),
    "display": pgettext_lazy("position", "display"),
    "doing": pgettext_lazy("position", "doing"),
    "empty": pgettext_lazy("position", "empty"),
    "ended": pgettext_lazy("position", "ended"),
    "event": pgettext_lazy("position", "event"),
    "events_left": pgettext_lazy("position", "events left"),
    "exchanged": pgettext_lazy("position", "exchanged"),
    "fields_taken": pgettext_lazy("position", "fields taken"),
    "filled": pgettext_lazy("position", "filled"),
    "free": pgettext_lazy("position", "free"),
    "goal": pgettext_lazy("position", "goal"),
    "goals_dealt": pgettext_lazy("position", "goals dealt"),
    "gold_taken": pgettext_lazy("position", "gold taken"),
    "hand": pgettext_lazy("position", "hand"),
    "hands": pgettext_lazy("position", "hands"),
    "has": pgettext_lazy("position", "has"),
    "heard": pgettext_lazy("position", "heard"),
    "hubs": pgettext_lazy("position", "hubs"),
    "insured": pgettext_lazy("position", "insured"),
    "leased": pgettext_lazy("position", "leased"),
    "left": pgettext_lazy("position", "left"),
    "lines": pgettext_lazy("position", "lines"),
    "lobbied": pgettext_lazy("position", "lobbied"),
    "lobbyists": pgettext_lazy("position", "lobbyists"),
    "locked": pgettext_lazy("position", "locked"),
    "loco": pgettext_lazy("position", "loco"),
    "lost": pgettext_lazy("position", "lost"),
    "made": pgettext_lazy("position", "made"),
    "making": pgettext_lazy("position", "making"),
    "market": pgettext_lazy("position", "market"),
    "money": pgettext_lazy("position", "money"),
    "most": pgettext_lazy("position", "most"),
    "next_advisory": pgettext_lazy("position", "next advisory"),
    "numbers": pgettext_lazy("position", "numbers"),
    "options": pgettext_lazy("position", "options"),
    "out": pgettext_lazy("position", "out"),
    "out_of_service": pgettext_lazy("position", "out of service"),
    "owed": pgettext_lazy("position", "owed"),
    "passed": pgettext_lazy("position", "passed"),
    "passengers": pgettext_lazy("position", "passengers"),
    "permanent": pgettext_lazy("position", "permanent"),
    "permit": pgettext_lazy("position", "permit"),
    "phase": pgettext_lazy("position", "phase"),
    "platform": pgettext_lazy("position", "platform"),
    "player": pgettext_lazy("position", "player"),
    "points": pgettext_lazy("position", "points"),
    "power": pgettext_lazy("position", "power"),
    "projects": pgettext_lazy("position", "projects"),
    "protected": pgettext_lazy("position", "protected"),
    "rails": pgettext_lazy("position", "rails"),
    "rails_in_city": pgettext_lazy("position", "rails in city"),
    "rented": pgettext_lazy("position", "rented"),
    "reserve": pgettext_lazy("position", "reserve"),
    "revealed": pgettext_lazy("position", "revealed"),
    "round": pgettext_lazy("position", "round"),
    "route": pgettext_lazy("position", "route"),
    "routes": pgettext_lazy("position", "routes"),
    "routes_left": pgettext_lazy("position", "routes left"),
    "score": pgettext_lazy("position", "score"),
    "scores": pgettext_lazy("position", "scores"),
    "sealed": pgettext_lazy("position", "sealed"),
    "seat": pgettext_lazy("position", "seat"),
    "service_point": pgettext_lazy("position", "service point"),
    "service_points": pgettext_lazy("position", "service points"),
    "skips": pgettext_lazy("position", "skips"),
    "slot": pgettext_lazy("position", "slot"),
    "specialists": pgettext_lazy("position", "specialists"),
    "starting_player": pgettext_lazy("position", "starting player"),
    "stops": pgettext_lazy("position", "stops"),
    "swipes": pgettext_lazy("position", "swipes"),
    "tally": pgettext_lazy("position", "tally"),
    "termini": pgettext_lazy("position", "termini"),
    "terminus": pgettext_lazy("position", "terminus"),
    "this_card": pgettext_lazy("position", "this card"),
    "threat": pgettext_lazy("position", "threat"),
    "tourists": pgettext_lazy("position", "tourists"),
    "train": pgettext_lazy("position", "train"),
    "trains": pgettext_lazy("position", "trains"),
    "transfers": pgettext_lazy("position", "transfers"),
    "turn_order": pgettext_lazy("position", "turn order"),
    "turns": pgettext_lazy("position", "turns"),
    "unlocked": pgettext_lazy("position", "unlocked"),
    "unplayed": pgettext_lazy("position", "unplayed"),
    "upgrades": pgettext_lazy("position", "upgrades"),
    "upgrades_left": pgettext_lazy("position", "upgrades left"),
    "version": pgettext_lazy("position", "version"),
    "ways": pgettext_lazy("position", "ways"),
    "windows": pgettext_lazy("position", "windows"),
    "windows_left": pgettext_lazy("position", "windows left"),
    "year": pgettext_lazy("position", "year"),
    "zone": pgettext_lazy("position", "zone"),
}

#: By the engine's word for how a game, or a hand, ended.
ENDS: Final[dict[str, Any]] = {
    "broken": _("no full hand can be drawn"),
    "called": _("ended by the conductor"),
    "finished": _("played to its end"),
    "out": _("somebody went out"),
    "slot": _("all planned hands are played"),
    "stopped": _("ended by the conductor"),
    "target": _("the target is reached"),
    "turns": _("all turns are used up"),
    "windows-full": _("all windows are full"),
}


def end(how: str) -> str:
    """How a game, or a hand, ended."""
    return str(ENDS.get(how, how))


def word(key: str) -> str:
    """A part of a position inside a line."""
    return str(WORDS.get(key.lower(), key.replace("_", " ").lower()))


def head(key: str) -> str:
    """A part of a position before a row; a name as it is written."""
    return str(WORDS.get(key, key))


def label(key: str) -> str:
    """A part of a position over a column, or before its value."""
    return capfirst(word(key))
