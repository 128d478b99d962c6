"""The score sheet of Expect Delays: the table as it stands when the game is over.

Source: expect-delays.txt, Ending the Game. That the conductor may end a game which then counts
as it stands is a house rule, for tournaments with slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.expect_delays.pack import Pack
from games.expect_delays.phases import ENDS
from games.expect_delays.rules import State
from games.sheet import Field, FieldSheet, Issue, ScoreLine, contradiction
from games.texts import TN, T

OWN_LINES = T("The total on both of this player's Lines. Count Tourists too.")
HOLDS = T("The Fare Swipes that the player has, not those on the Platform.")
HOW = T(
    "target: a player reached the target; broken: no full hand could be drawn; "
    "stopped: the conductor ended the game; turns: the game ran out of turns."
)
MOST_POINTS = 99
"""Catches slips. The rulebook does not print what a Stop is worth, so it bounds no score."""


class FinalSheet(FieldSheet):
    """Bounded by what the rulebook prints, so that it takes the scores of any box.

    ``{"points": [10, 6], "riders": [1, 3], "swipes": [2, 0], "ended": "target"}``.

    Lists are by player, Uptown first: Destination Points, Riders on own Lines, Fare Swipes held.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        riders = pack.commuters + pack.tourists
        self.fields = (
            Field("points", T("Destination Points"), high=MOST_POINTS),
            Field("riders", T("Riders on own Lines"), high=riders, help=OWN_LINES),
            Field("swipes", T("Fare Swipes"), high=pack.fare_swipes, help=HOLDS),
            Field(
                "ended",
                T("How it ended"),
                kind="choice",
                per="table",
                options=tuple(end for end in ENDS if end),
                help=HOW,
            ),
        )

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:  # noqa: ARG002 - always 2
        """The results that the components and the two ends of the game rule out."""
        return [*self._of_components(data), *self._of_the_end(data)]

    def _of_components(self, data: Mapping[str, Any]) -> list[Issue]:
        """Source: Components."""
        pack, found = self.pack, []
        if sum(data["swipes"]) > pack.fare_swipes:
            text = T("There are only {fare_swipes} Fare Swipes.", fare_swipes=pack.fare_swipes)
            found += contradiction("too-many-swipes", text, "swipes.0", "swipes.1")
        if sum(max(riders - pack.commuters, 0) for riders in data["riders"]) > pack.tourists:
            text = T(
                "There are only {tourists} Tourists, besides {commuters} Commuters for each "
                "player.",
                tourists=pack.tourists,
                commuters=pack.commuters,
            )
            found += contradiction("too-many-riders", text, "riders.0", "riders.1")
        return found

    def _of_the_end(self, data: Mapping[str, Any]) -> list[Issue]:
        """Source: Ending the Game: at once, with the point that reaches the target."""
        target = self.pack.target
        winners = [player for player in (0, 1) if data["points"][player] >= target]
        if len(winners) == len(data["points"]):
            text = T(
                "The game ends when a player reaches {target} points, so only one player can.",
                target=target,
            )
            return contradiction("both-won", text, "points.0", "points.1")
        if data["ended"] != "target":
            text = T(
                'A player has {target} points or more, so the game ended with "target".',
                target=target,
            )
            places = [f"points.{player}" for player in winners]
            return contradiction("target-reached", text, *places, "ended") if winners else []
        if not winners:
            text = T(
                'Nobody has {target} points, so the game cannot have ended with "target".',
                target=target,
            )
            return contradiction("nobody-won", text, "points.0", "points.1", "ended")
        most = self.pack.commuters - 1 + self.pack.tourists
        if data["riders"][winners[0]] > most:
            text = T(
                "The winner has just Disembarked a Commuter, so they have at most {most} Riders.",
                most=most,
            )
            places = [f"{name}.{winners[0]}" for name in ("riders", "points")]
            return contradiction("winner-left", text, *places)
        return []

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """For each player the score, and then what decides between equal scores, in order."""
        found: list[ScoreLine] = []
        for player in range(players):
            points, riders, swipes = self.keys(data, player)
            found += [
                ScoreLine(
                    player,
                    "points",
                    TN("{n} Destination Point", "{n} Destination Points", points),
                    points,
                ),
                ScoreLine(
                    player,
                    "riders",
                    TN(
                        "{n} Rider on own Lines, tie-break 1",
                        "{n} Riders on own Lines, tie-break 1",
                        riders,
                    ),
                    0,
                ),
                ScoreLine(
                    player,
                    "swipes",
                    TN("{n} Fare Swipe, tie-break 2", "{n} Fare Swipes, tie-break 2", swipes),
                    0,
                ),
            ]
        return found

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        """Source: Ending the Game."""
        return (data["points"][player], data["riders"][player], data["swipes"][player])

    def of(self, state: State) -> dict[str, Any]:
        """The sheet of a position; one that is still played is "stopped"."""
        return {
            "points": state.points[:],
            "riders": [state.riders(player) for player in (0, 1)],
            "swipes": state.swipes[:],
            "ended": state.end() or "stopped",
        }
