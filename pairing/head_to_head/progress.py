"""How a bracket stands: who meets whom once some of its games are decided, and who is out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.head_to_head.brackets import Match

#: A seed, where a seed will come from, or nobody.
Slot = int | tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who goes on from a match, and who lost it; None is nobody."""

    winner: int | None
    loser: int | None


@dataclass(frozen=True, slots=True)
class Stand:
    """A match as it stands: ``players`` are seeds as far as they are known.

    ``given`` says that the outcome was given by the caller; a bye decides itself. ``needless`` is a
    second final that nobody has to play.
    """

    match: Match
    players: tuple[Slot, Slot]
    outcome: Outcome | None = None
    given: bool = False
    needless: bool = False

    @property
    def seeds(self) -> tuple[int, ...]:
        """The players who are known."""
        return tuple(player for player in self.players if isinstance(player, int))

    @property
    def is_ready(self) -> bool:
        """Whether it can be played now: both are known, and nothing is decided."""
        return self.outcome is None and len(self.seeds) == len(self.players)


def bracket_progress(
    rounds: Sequence[Sequence[Match]], outcomes: Mapping[str, Outcome]
) -> dict[str, Stand]:
    """Every match of a bracket by name, in the order of its rounds, as far as it is decided."""
    stands: dict[str, Stand] = {}
    for match in (match for matches in rounds for match in matches):
        players = (_who(match.players[0], stands), _who(match.players[1], stands))
        if match.name == "F2" and _decided_at_once(stands["F1"]):
            stands[match.name] = Stand(match, players, needless=True)
        elif match.name in outcomes:
            stands[match.name] = Stand(
                match, players, _completed(outcomes[match.name], players), given=True
            )
        else:
            stands[match.name] = Stand(match, players, _by_itself(players))
    return stands


def _who(place: Slot, stands: Mapping[str, Stand]) -> Slot:
    if not isinstance(place, tuple):
        return place
    outcome = stands[place[1]].outcome
    if outcome is None:
        return place
    return outcome.winner if place[0] == "winner" else outcome.loser


def _completed(outcome: Outcome, players: tuple[Slot, Slot]) -> Outcome:
    """The given outcome of a match; if only the winner was given, the other player lost it."""
    if outcome.winner is None or outcome.loser is not None or outcome.winner not in players:
        return outcome
    others = [player for player in players if isinstance(player, int) and player != outcome.winner]
    return Outcome(outcome.winner, others[0] if others else None)


def _by_itself(players: tuple[Slot, Slot]) -> Outcome | None:
    """The outcome of a match with nobody on a side, once the other is known."""
    one, other = players
    if None not in players or isinstance(one, tuple) or isinstance(other, tuple):
        return None
    return Outcome(other if one is None else one, None)


def _decided_at_once(final: Stand) -> bool:
    """Whether the player who never lost has won the first final, so that there is no second one."""
    return final.outcome is not None and final.outcome.winner == final.players[0]


def champion(stands: Mapping[str, Stand]) -> int | None:
    """The winner of the last match, once it is decided."""
    last = _last(stands)
    return last.outcome.winner if last and last.outcome else None


def runner_up(stands: Mapping[str, Stand]) -> int | None:
    """Who lost the last match, once it is decided."""
    last = _last(stands)
    return last.outcome.loser if last and last.outcome else None


def is_over(stands: Mapping[str, Stand]) -> bool:
    last = _last(stands)
    return last is not None and last.outcome is not None


def _last(stands: Mapping[str, Stand]) -> Stand | None:
    return next((stand for stand in reversed([*stands.values()]) if not stand.needless), None)


def reached(stands: Mapping[str, Stand], people: Iterable[int]) -> dict[int, int]:
    """How far each of ``people`` (seeds) got, more is better.

    A player who is out got as far as the round of their side of the bracket in which they lost for
    good. A player who is not out stands above them; in a double
    elimination those who never lost come first.
    """
    double = "F1" in stands
    top = 1 + max((stand.match.level for stand in stands.values()), default=0)
    out: dict[int, int] = {}
    lost: set[int] = set()
    for stand in stands.values():
        outcome = stand.outcome
        if outcome is None or stand.needless:
            continue
        first_loss = double and stand.match.side == "W"
        for seed in set(stand.seeds) - {outcome.winner}:
            if first_loss and seed == outcome.loser:
                lost.add(seed)
            elif not (stand.match.name == "F1" and not _decided_at_once(stand)):
                out[seed] = top if stand.match.side == "F" else stand.match.level
    return {
        seed: out.get(seed, top + 2 if double and seed not in lost else top + 1) for seed in people
    }
