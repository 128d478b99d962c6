"""People as FIDE's Dutch system sees them: numbers, floats, and the side each should have."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.head_to_head import UPTOWN, Record

ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0


@dataclass
class Player:
    """A person as the rules see one: pairing number ``tpn``, score in half points, sides played.

    ``floats`` has D, U or nothing for each round so far, the last one last.
    """

    key: int
    tpn: int
    score: int
    met: frozenset[int]
    sides: str
    floats: list[str]
    unplayed: int
    had_bye: bool
    top: bool = False
    wants: str = ""
    strength: int = NONE

    @property
    def difference(self) -> int:
        return self.sides.count("W") - self.sides.count("B")

    def floated(self, ago: int) -> str:
        return self.floats[-ago] if len(self.floats) >= ago else ""


def opposite(side: str) -> str:
    return "B" if side == "W" else "W"


def preference(sides: str) -> tuple[str, int]:
    """Article 1.7: the side somebody should have, and how much."""
    difference = sides.count("W") - sides.count("B")
    if not sides:
        return "", NONE
    if abs(difference) > 1:
        return ("B" if difference > 0 else "W"), ABSOLUTE
    if len(sides) > 1 and sides[-1] == sides[-2]:
        return opposite(sides[-1]), ABSOLUTE
    if difference:
        return ("B" if difference > 0 else "W"), STRONG
    return opposite(sides[-1]), MILD


def players_of(people: list[Record], rounds: int) -> list[Player]:
    """Everybody in the order of their pairing numbers, with what the past rounds mean."""
    by_tpn = sorted(people, key=lambda person: (person.seed, person.key))
    tpn = {person.key: n for n, person in enumerate(by_tpn, 1)}
    played = max((len(person.past) for person in by_tpn), default=0)
    before = {
        person.key: [sum(p.points for p in person.past[:n]) for n in range(played)]
        for person in by_tpn
    }
    found = []
    for person in by_tpn:
        floats = []
        for n, past in enumerate(person.past):
            if past.opponent is None:
                floats.append("D" if past.points > 0 else "")
            else:
                mine, theirs = before[person.key][n], before[past.opponent][n]
                floats.append("D" if mine > theirs else "U" if mine < theirs else "")
        sides = "".join(
            "W" if past.side == UPTOWN else "B" for past in person.past if past.opponent is not None
        )
        wants, strength = preference(sides)
        found.append(
            Player(
                key=person.key,
                tpn=tpn[person.key],
                score=person.score,
                met=frozenset(tpn[key] for key in person.meetings),
                sides=sides,
                floats=floats,
                unplayed=sum(past.opponent is None for past in person.past),
                had_bye=person.byes > 0,
                top=played == rounds - 1 and person.score > played,
                wants=wants,
                strength=strength,
            )
        )
    return found
