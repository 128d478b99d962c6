"""The phases of a hand. Plain ints, in this order: chance acts up to DRAWING, a player after."""

from __future__ import annotations

from typing import Final

from games.texts import T

DEALING: Final = 0
DRAWING: Final = 1
CHOOSE: Final = 2  # draw from the deck or take the top discard
PLAYING: Final = 3
SECOND: Final = 4  # a Wild was laid first: its second car is owed
LOCOS: Final = 5  # a train waits for its Loco
REPLY: Final = 6  # a Disaster waits for its victim
SWITCH: Final = 7  # Switch Engines: which train of one's own
OVER: Final = 8
WORDS: Final = (
    T("dealing"),
    T("drawing"),
    T("choose"),
    T("playing"),
    T("second"),
    T("locos"),
    T("reply"),
    T("switch"),
    T("over"),
)
