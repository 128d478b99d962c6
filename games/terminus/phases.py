"""The phases: what the table is waiting for. A game is on while its phase is below FINISHED."""

from __future__ import annotations

from typing import Final

# Chance sets up, and draws Agendas.
TILING: Final = 0
TOKENS: Final = 1
SHOWING: Final = 2
CARD: Final = 3  # of the Automa
DEALING: Final = 4
DRAWING: Final = 5  # Agendas, in a turn
# Everybody, sealed.
KEEPING: Final = 6
BONUSES: Final = 7
# One player.
PRIMES: Final = 8
OTHER_BONUS: Final = 9
REWARDS: Final = 10
SURPLUS: Final = 11
TURN: Final = 12
CHOOSING: Final = 13  # which of the drawn Agendas to keep
SITES: Final = 14  # where the Development goes
LOBBYIST: Final = 15  # where the Lobbyist goes
UNLOCKING: Final = 16
BUYING: Final = 17  # more Rails
BUILDS: Final = 18
# Over.
FINISHED: Final = 19
STOPPED: Final = 20

PHASES: Final = (
    "lay developments",
    "lay demands",
    "show projects",
    "automa card",
    "deal agendas",
    "draw agendas",
    "keep an agenda",
    "choose bonuses",
    "place prime hubs",
    "another bonus",
    "turn order reward",
    "return surplus",
    "turn",
    "keep a drawn agenda",
    "place the development",
    "move the lobbyist",
    "unlock",
    "buy rails",
    "build",
    "over",
    "over",
)
ENDS: Final = {FINISHED: "finished", STOPPED: "stopped"}
LAST_OF_CHANCE: Final = DRAWING
LAST_SEALED: Final = BONUSES
