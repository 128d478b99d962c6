"""FIDE's Dutch system of 2026 (C.04.3) by its text alone: every pairing is tried.

Written from the rules, and knowing nothing of any engine. All legal pairings of the field are made;
then, score group by score group from the top, those that are worse in a criterion are sifted out,
C5 to C21 in order; of what is left the one that the rules would have generated first is taken
(articles 3 and 4); and the sides follow article 5. For fields small enough to try everything: ten
people have 945 pairings, twelve 10,395.

Readings where the text is open, all those of the commentary that FIDE's commission gave out:
"complied with" in C8 is most pairs, then lowest scores of floaters, one bracket ahead; a floater's
difference in score (C18, C20) is above every other; C9 is about a bracket whose only floater ends
with the bye.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from pairing.head_to_head import UPTOWN, Pairing, Record
from tests.pairing.head_to_head.sieve_players import (
    ABSOLUTE,
    STRONG,
    opposite,
    players_of,
)

BEYOND = 10_000
BYE = -1
Pairs = tuple[tuple[int, int], ...]


class Sieve:
    """One round. ``pair`` gives its pairing, or None where the rules allow none."""

    def __init__(self, people: list[Record], rounds: int, first_side: str = UPTOWN) -> None:
        everybody = players_of(people, rounds)
        here = {person.key for person in people if person.here}
        self.by_tpn = {player.tpn: player for player in everybody if player.key in here}
        self.order = sorted(self.by_tpn, key=lambda tpn: (-self.by_tpn[tpn].score, tpn))
        self.initial = "W" if first_side == UPTOWN else "B"
        self.side_cache: dict[tuple[int, int], str] = {}
        #: In how many brackets each criterion has sifted out a pairing.
        self.decided: Counter[str] = Counter()

    def pair(self) -> Pairing | None:
        everything = list(self._legal(tuple(self.order), bye_left=len(self.order) % 2 == 1))
        if not everything:
            return None
        left = _least(everything, self._bye_score)
        self.decided["C5"] += len(left) < len(everything)
        fixed: set[tuple[int, int]] = set()
        moved: list[int] = []
        groups = sorted({player.score for player in self.by_tpn.values()}, reverse=True)
        for n, score in enumerate(groups):
            following = groups[n + 1] if n + 1 < len(groups) else None
            residents = [tpn for tpn in self.order if self.by_tpn[tpn].score == score]
            bracket = _Bracket(self, moved, residents, following)
            chosen = bracket.choose(left)
            left = [p for p in left if frozenset(bracket.inside(p)) == frozenset(chosen)]
            fixed |= set(chosen)
            seated = {tpn for pair in chosen for tpn in pair}
            moved = [tpn for tpn in (*moved, *residents) if tpn not in seated]
        pairs = tuple(self._seated(one, other) for one, other in sorted(fixed))
        return Pairing(pairs, self.by_tpn[moved[0]].key if moved else None)

    # --- What is legal ----------------------------------------------------------------------------

    def _legal(self, left: tuple[int, ...], *, bye_left: bool):
        """C1 to C3 for a whole pairing, so that C4 holds: (higher, lower), or (somebody, BYE)."""
        if not left:
            yield ()
            return
        one, others = left[0], left[1:]
        if bye_left and not self.by_tpn[one].had_bye:
            for more in self._legal(others, bye_left=False):
                yield ((one, BYE), *more)
        for n, other in enumerate(others):
            if self._may_meet(one, other):
                for more in self._legal(others[:n] + others[n + 1 :], bye_left=bye_left):
                    yield ((one, other), *more)

    def _may_meet(self, one: int, other: int) -> bool:
        first, second = self.by_tpn[one], self.by_tpn[other]
        if other in first.met:
            return False
        both = first.strength == second.strength == ABSOLUTE and first.wants == second.wants
        return not both or first.top or second.top

    def _bye_score(self, pairing: Pairs) -> int:
        return next((self.by_tpn[one].score for one, other in pairing if other == BYE), 0)

    # --- Sides (article 5) ------------------------------------------------------------------------

    def side(self, one: int, other: int) -> str:
        """The side of ``one``, who is ranked higher than ``other``."""
        known = self.side_cache.get((one, other))
        if known is None:
            known = self.side_cache[one, other] = self._side(one, other)
        return known

    def _side(self, one: int, other: int) -> str:
        high, low = self.by_tpn[one], self.by_tpn[other]
        if high.wants != low.wants:
            return high.wants or opposite(low.wants)
        if high.wants:
            weights = [
                (player.strength, abs(player.difference) if player.strength == ABSOLUTE else 0)
                for player in (high, low)
            ]
            if weights[0] != weights[1]:
                return high.wants if weights[0] > weights[1] else opposite(low.wants)
            for mine, theirs in zip(reversed(high.sides), reversed(low.sides), strict=False):
                if mine != theirs:
                    return opposite(mine)
            return high.wants
        return self.initial if high.tpn % 2 else opposite(self.initial)

    def _seated(self, one: int, other: int) -> tuple[int, int]:
        keys = self.by_tpn[one].key, self.by_tpn[other].key
        return keys if self.side(one, other) == "W" else keys[::-1]


class _Bracket:
    """A score group with those who moved down to it."""

    def __init__(
        self, sieve: Sieve, moved: list[int], residents: list[int], following: int | None
    ) -> None:
        self.sieve, self.moved, self.residents = sieve, moved, residents
        self.people = [*moved, *residents]
        self.here = frozenset(self.people)
        self.following = following
        self.next_here = self.here | {
            tpn for tpn in sieve.order if sieve.by_tpn[tpn].score == following
        }

    def inside(self, pairing: Pairs) -> list[tuple[int, int]]:
        """The pairs of a whole pairing that are made in this bracket."""
        return [pair for pair in pairing if pair[0] in self.here and pair[1] in self.here]

    def floaters(self, pairing: Pairs) -> list[int]:
        return [
            tpn
            for one, other in pairing
            for tpn, mate in ((one, other), (other, one))
            if tpn in self.here and mate not in self.here
        ]

    def choose(self, left: list[Pairs]) -> list[tuple[int, int]]:
        """The pairs of this bracket by C6 to C21 and the order of generation."""
        for criterion in (
            self._c6, self._c7, self._c8, self._c9, self._c10, self._c11, self._c12, self._c13,
            self._c14, self._c15, self._c16, self._c17, self._c18, self._c19, self._c20, self._c21,
        ):  # fmt: skip
            sifted = _least(left, criterion)
            if len(sifted) < len(left):
                self.sieve.decided[criterion.__name__.strip("_").upper()] += 1
            left = sifted
        return self.inside(min(left, key=self._generated))

    # --- Criteria (article 2) ---------------------------------------------------------------------

    def _scores(self, people: list[int]) -> list[int]:
        return sorted((self.sieve.by_tpn[tpn].score for tpn in people), reverse=True)

    def _c6(self, pairing: Pairs) -> int:
        return len(self.floaters(pairing))

    def _c7(self, pairing: Pairs) -> list[int]:
        return self._scores(self.floaters(pairing))

    def _c8(self, pairing: Pairs) -> tuple[int, list[int]]:
        if self.following is None:
            return 0, []
        floaters = set(self.floaters(pairing))
        bracket = (self.next_here - self.here) | floaters
        left = [
            tpn
            for one, other in pairing
            for tpn, mate in ((one, other), (other, one))
            if tpn in bracket and mate not in bracket
        ]
        return len(left), self._scores(left)

    def _c9(self, pairing: Pairs) -> int:
        floaters = self.floaters(pairing)
        if len(floaters) == 1 and (floaters[0], BYE) in pairing:
            return self.sieve.by_tpn[floaters[0]].unplayed
        return 0

    def _sided(self, pairing: Pairs):
        """Everybody paired here, with the side they get and whether a topscorer is in the game."""
        for one, other in self.inside(pairing):
            side = self.sieve.side(one, other)
            high, low = self.sieve.by_tpn[one], self.sieve.by_tpn[other]
            top = high.top or low.top
            yield high, side, top
            yield low, opposite(side), top

    def _c10(self, pairing: Pairs) -> int:
        return sum(
            top and abs(player.difference + (1 if side == "W" else -1)) > 2
            for player, side, top in self._sided(pairing)
        )

    def _c11(self, pairing: Pairs) -> int:
        return sum(
            top and player.sides[-2:] == side * 2 for player, side, top in self._sided(pairing)
        )

    def _c12(self, pairing: Pairs) -> int:
        return sum(player.wants not in ("", side) for player, side, _ in self._sided(pairing))

    def _c13(self, pairing: Pairs) -> int:
        return sum(
            player.strength == STRONG and player.wants != side
            for player, side, _ in self._sided(pairing)
        )

    def _resident_floaters(self, pairing: Pairs, ago: int) -> int:
        return sum(
            tpn in self.residents and self.sieve.by_tpn[tpn].floated(ago) == "D"
            for tpn in self.floaters(pairing)
        )

    def _opponents_of_moved(self, pairing: Pairs):
        """(the one who moved down, the resident) of the pairs between both."""
        moved = set(self.moved)
        for one, other in self.inside(pairing):
            if one in moved:
                yield self.sieve.by_tpn[one], self.sieve.by_tpn[other]

    def _upfloated(self, pairing: Pairs, ago: int) -> int:
        return sum(low.floated(ago) == "U" for _high, low in self._opponents_of_moved(pairing))

    def _c14(self, pairing: Pairs) -> int:
        return self._resident_floaters(pairing, 1)

    def _c15(self, pairing: Pairs) -> int:
        return self._upfloated(pairing, 1)

    def _c16(self, pairing: Pairs) -> int:
        return self._resident_floaters(pairing, 2)

    def _c17(self, pairing: Pairs) -> int:
        return self._upfloated(pairing, 2)

    def _moved_again(self, pairing: Pairs, ago: int) -> list[int]:
        met = {high.tpn: high.score - low.score for high, low in self._opponents_of_moved(pairing)}
        found = [
            met.get(tpn, BEYOND) for tpn in self.moved if self.sieve.by_tpn[tpn].floated(ago) == "D"
        ]
        return sorted(found, reverse=True)

    def _moved_up_again(self, pairing: Pairs, ago: int) -> list[int]:
        found = [
            high.score - low.score
            for high, low in self._opponents_of_moved(pairing)
            if low.floated(ago) == "U"
        ]
        return sorted(found, reverse=True)

    def _c18(self, pairing: Pairs) -> list[int]:
        return self._moved_again(pairing, 1)

    def _c19(self, pairing: Pairs) -> list[int]:
        return self._moved_up_again(pairing, 1)

    def _c20(self, pairing: Pairs) -> list[int]:
        return self._moved_again(pairing, 2)

    def _c21(self, pairing: Pairs) -> list[int]:
        return self._moved_up_again(pairing, 2)

    # --- The order of generation (articles 3 and 4) -----------------------------------------------

    def _generated(self, pairing: Pairs) -> tuple:
        """Where the candidate comes in the order in which the rules make them; the first is taken.

        First the set of those who moved down and are paired here, then whom they play, then the
        remainder: exchanges of the residents, and transpositions.
        """
        number = {tpn: n for n, tpn in enumerate(self.people, 1)}
        moved = set(self.moved)
        pairs = self.inside(pairing)
        crossing = sorted((number[one], number[other]) for one, other in pairs if one in moved)
        met = {other for one, other in pairs if one in moved}
        rest = [tpn for tpn in self.residents if tpn not in met]
        fresh = {tpn: n for n, tpn in enumerate(rest, 1)}
        inner = [(fresh[one], fresh[other]) for one, other in pairs if one not in moved]
        return (
            [one for one, _other in crossing],
            [other for _one, other in crossing],
            _homogeneous(inner),
        )


def _homogeneous(pairs: list[tuple[int, int]]) -> tuple:
    """The earliest way in which the rules come to these pairs of in-bracket numbers.

    Each way says who of a pair is in S1. Article 4.3: fewest exchanged; the smallest difference of
    the sums; the largest numbers out of S1; the smallest into it. Article 4.2: then the partners of
    S1, in its order.
    """
    count = len(pairs)
    best: tuple | None = None
    for ways in product((False, True), repeat=count):
        placed = sorted(
            (pair[1], pair[0]) if turned else pair for pair, turned in zip(pairs, ways, strict=True)
        )
        first = [one for one, _other in placed]
        into = [n for n in first if n > count]
        out = [n for n in range(1, count + 1) if n not in first]
        key = (
            len(into),
            sum(into) - sum(out),
            [-n for n in sorted(out, reverse=True)],
            sorted(into),
            [other for _one, other in placed],
        )
        if best is None or key < best:
            best = key
    return best or ()


def _least(pairings: list[Pairs], criterion) -> list[Pairs]:
    values = [criterion(pairing) for pairing in pairings]
    least = min(values)
    return [p for p, value in zip(pairings, values, strict=True) if value == least]
