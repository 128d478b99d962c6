"""The phases: what the table is waiting for. A game is on while its phase is at most TURNING."""

from __future__ import annotations

from typing import Final

from games.texts import T

ACT: Final = 0  # the player in turn takes an Action or passes
TRANSFER: Final = 1  # the same player chooses how a Transfer is performed
DEALING: Final = 2  # chance deals a hand
TURNING: Final = 3  # chance turns up the next Service Advisory
TARGET: Final = 4  # over: a player has the Destination Points
BROKEN: Final = 5  # over: no full hand can be drawn
STOPPED: Final = 6  # over: the conductor ended the game
TURNS: Final = 7  # over: the turns of a game are used up (ruling R18)

PHASES: Final = (
    T("act"),
    T("transfer"),
    T("deal"),
    T("turn up"),
    T("over"),
    T("over"),
    T("over"),
    T("over"),
)
ENDS: Final = ("", "", "", "", T("target"), T("broken"), T("stopped"), T("turns"))
