"""The quick score sheet of a hand of Express: points per player, and who went out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.catalogue import game
from games.express.rules import score
from games.express.rules.state import State
from games.sheet import Field, FieldSheet, Issue, QuickHand, ScoreLine, contradiction
from games.texts import T

TWO_OUT: Final = T("Only one player can go out in a hand.")
ENDED: Final = T("The conductor ended this hand, so nobody went out in it.")


def issues(hand: QuickHand, seats: Sequence[int]) -> list[Issue]:
    """Everything that is wrong with a hand for the players at ``seats``; empty when it is good.

    Source: express-tournament.txt, "Tournament time management" (a hand that the conductor ends
    has no bonus for going out, so nobody can have gone out in it).
    """
    return [*_points_issues(hand, seats), *_went_out_issues(hand, seats)]


def _points_issues(hand: QuickHand, seats: Sequence[int]) -> list[Issue]:
    limit = game("express").points_limit
    found = []
    for seat in seats:
        where = f"points.{seat}"
        if seat not in hand.points:
            found.append(Issue(where, "points-missing", T("Points are missing for this player.")))
        elif abs(hand.points[seat]) > limit:
            text = T(
                "No hand of Express is worth more than {limit} points, up or down.", limit=limit
            )
            found.append(Issue(where, "points-limit", text))
    strangers = sorted(set(hand.points) - set(seats))
    if strangers:
        text = T("Points are given for a seat that nobody has at this table.")
        found.append(Issue("points", "seat-unknown", text))
    return found


def _went_out_issues(hand: QuickHand, seats: Sequence[int]) -> list[Issue]:
    if hand.went_out is None:
        return []
    if hand.went_out not in seats:
        text = T("The player who went out does not sit at this table.")
        return [Issue("went_out", "seat-unknown", text)]
    if hand.ended_early:
        return [Issue("went_out", "ended-early", ENDED)]
    return []


def out_issues(data: Mapping[str, Any]) -> list[Issue]:
    """Contradictions between ``went_out`` (a flag per seat) and ``ended_early``."""
    seats = [seat for seat, out in enumerate(data["went_out"]) if out]
    if len(seats) > 1:
        return [Issue(f"went_out.{seat}", "two-out", TWO_OUT) for seat in seats]
    if seats and data["ended_early"]:
        return contradiction("ended-early", ENDED, f"went_out.{seats[0]}", "ended_early")
    return []


WENT_OUT: Final = Field(
    "went_out",
    T("Went out"),
    "flag",
    help=T("The player who ended the hand, or nobody if the conductor ended it."),
)
ENDED_EARLY: Final = Field(
    "ended_early",
    T("The conductor ended the hand"),
    "flag",
    per="table",
    help=T("If so, nobody went out."),
)


class QuickSheet(FieldSheet):
    """Points per player as called out, who went out, whether the conductor ended the hand.

    Data: ``{"points": [12, -3], "went_out": [true, false], "ended_early": false}``, by seat. No
    value of a scoring profile is used, so it has no notice.
    """

    def __init__(self) -> None:
        limit = game("express").points_limit
        points = Field(
            "points",
            T("Points of this hand"),
            low=-limit,
            high=limit,
            help=T("Include the bonus for going out."),
        )
        self.fields = (points, WENT_OUT, ENDED_EARLY)

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:  # noqa: ARG002
        return out_issues(data)

    def doubts(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """Only cards left in hand cost points (rules/express.md 1.8), and whoever goes out has
        none (1.7). What else may cost points, the printed rules might say; we do not have them."""
        text = T("Went out and points: only cards in hand cost points, and who goes out has none.")
        found: list[Issue] = []
        for seat in range(players):
            if data["went_out"][seat] and data["points"][seat] < 0:
                places = (f"went_out.{seat}", f"points.{seat}")
                found += contradiction("out-below-nothing", text, *places)
        return found

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        return (data["points"][player],)

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """One line per seat: the points as they were called out."""
        return [
            ScoreLine(seat, f"points.{seat}", T("Points as called out"), data["points"][seat])
            for seat in range(players)
        ]

    def of(self, state: State) -> dict[str, Any]:
        return {
            "points": score.points(state),
            "went_out": [seat == state.out for seat in range(state.players)],
            "ended_early": state.out < 0,
        }
