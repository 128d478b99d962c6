"""The phases: what the table is waiting for. A game is on while its phase is below FINISHED."""

from __future__ import annotations

from typing import Final

from games.texts import T

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
    T("lay developments"),
    T("lay demands"),
    T("show projects"),
    T("automa card"),
    T("deal agendas"),
    T("draw agendas"),
    T("keep an agenda"),
    T("choose bonuses"),
    T("place prime hubs"),
    T("another bonus"),
    T("turn order reward"),
    T("return surplus"),
    T("turn"),
    T("keep a drawn agenda"),
    T("place the development"),
    T("move the lobbyist"),
    T("unlock"),
    T("buy rails"),
    T("build"),
    T("over"),
    T("over"),
)
ENDS: Final = {FINISHED: "finished", STOPPED: "stopped"}
LAST_OF_CHANCE: Final = DRAWING
LAST_SEALED: Final = BONUSES
