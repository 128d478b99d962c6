"""Every reason in a season, read as a rule, gives the order that the season shows.

An arbiter who knows nothing but the results reads each sentence, works out both sides of it, and
says whether the order and the places follow. Seasons are drawn from few places and few points, so
that many people tie. ``ROUNDHOUSE_SEASON_NEIGHBOURS`` asks for more of them (`make fuzz`).
"""

import os
import re
from fractions import Fraction
from itertools import pairwise
from random import Random

from scoring.leagues import PointsTable, leagues
from scoring.season_lines import TIE_BREAKS
from scoring.seasons import Finish, Part, Rules, rank

NEIGHBOURS = int(os.environ.get("ROUNDHOUSE_SEASON_NEIGHBOURS", "300"))
PEOPLE = "abcdefghijkl"
OWN = PointsTable(
    ((6, (Fraction(3), Fraction(1), Fraction(1))), (0, (Fraction(1),))), Fraction(0), Fraction(0)
)


def drawn_season(rng):
    """A kind of season, its tournaments and its rules."""
    parts = []
    for key in range(1, rng.randint(2, 6)):
        there = rng.sample(PEOPLE, rng.randint(1, len(PEOPLE)))
        parts.append(
            Part(
                key=key,
                event=rng.randint(1, 3),
                category=rng.choice(["", "cards", f"own {key}"]),
                level=rng.choice([1, 1, 2]),
                finishes=list(drawn_finishes(rng, there)),
                order=rng.randint(1, 3),
                is_over=rng.random() < 0.8,
            )
        )
    rules = Rules(
        best=rng.choice([None, 0, 1, 2, 3]),
        minimum_events=rng.choice([0, 0, 2]),
        tie_breaks=tuple(rng.sample(sorted(TIE_BREAKS), rng.randint(0, len(TIE_BREAKS)))),
        table=OWN,
        penalties={who: Fraction(rng.randint(1, 3)) for who in rng.sample(PEOPLE, 2)},
        disqualified=rng.sample(PEOPLE, rng.choice([0, 0, 1, 2])),
    )
    return rng.choice(list(leagues().values())), parts, rules


def drawn_finishes(rng, there):
    place = 1
    while there:
        level = [there.pop() for _each in range(min(len(there), rng.choice([1, 1, 2, 4])))]
        for who in level:
            points = Fraction(rng.choice([0, 0, 1, 5]), rng.choice([1, 1, 3]))
            yield Finish(who, place, len(level), points, disqualified=rng.random() < 0.05)
        place += len(level)


# --- The arbiter ----------------------------------------------------------------------------------


class Arbiter:
    """Knows the rows' results and the rules, and none of the code that ranks."""

    def __init__(self, rows, parts, rules):
        self.rows, self.rules = {row.player: row for row in rows}, rules
        self.newest = [part.key for part in sorted(parts, key=lambda p: (-p.order, -p.key))]

    def values(self, who, counts):
        worth = [one.value for one in self.rows[who].results if one.counts is counts and one.value]
        return sorted(worth, reverse=True)

    def total(self, who):
        penalty = self.rules.penalties.get(who, Fraction(0))
        return sum(self.values(who, counts=True), Fraction(0)) - penalty

    def rank_of(self, who):
        if who in self.rules.disqualified:
            return 0
        return 1 if self.rows[who].events < self.rules.minimum_events else 2

    def finished(self, who, most):
        return sum(
            one.place <= most and not one.provisional and not one.disqualified
            for one in self.rows[who].results
        )

    def given_by(self, who, part):
        return next((one.value for one in self.rows[who].results if one.part == part), Fraction(0))

    def place_in(self, who, part):
        found = [one for one in self.rows[who].results if one.part == part]
        if not found:
            return None
        return (found[0].disqualified, 0 if found[0].disqualified else found[0].place)

    def standing(self, who, step, group):
        """The value of a step that two people are compared by, worked out from the results."""
        if step in ("results", "dropped"):
            return self.values(who, counts=step == "results") + [Fraction(0)] * len(self.newest)
        if step == "wins":
            return self.finished(who, 1)
        if step == "podiums":
            return self.finished(who, 3)
        if step == "events":
            return self.rows[who].events
        if step == "latest":
            return [self.given_by(who, part) for part in self.newest]
        return sum(self.met(who, other) for other in group if other != who)

    def met(self, one, other):
        balance = 0
        for part in self.newest:
            mine, theirs = self.place_in(one, part), self.place_in(other, part)
            if mine and theirs:
                balance += (mine < theirs) - (mine > theirs)
        return balance

    def group(self, who, step):
        """Those who are equal to somebody in all that comes before a step."""
        before = self.rules.tie_breaks[: self.rules.tie_breaks.index(step)]
        equal = [
            other
            for other in self.rows
            if (self.rank_of(other), self.total(other)) == (self.rank_of(who), self.total(who))
        ]
        for earlier in before:
            value = self.cut(self.standing(who, earlier, equal))
            equal = [o for o in equal if self.cut(self.standing(o, earlier, equal)) == value]
        return equal

    def cut(self, value):
        """Lists differ in nothing but zeros at their end."""
        if not isinstance(value, list):
            return value
        return value[: max((n for n, one in enumerate(value, 1) if one), default=0)]

    def check(self, above, below):
        """The sentence between two neighbours says what is so, and names the first difference."""
        why = above.why
        assert why[0].isupper(), why
        assert why.endswith("."), why
        one, other = above.player, below.player
        if self.rank_of(one) != self.rank_of(other):
            assert self.rank_of(one) > self.rank_of(other), why
            out = "disqualified" if not self.rank_of(other) else "at too few events"
            assert why.endswith(out + "."), why
            return
        if self.total(one) != self.total(other):
            assert self.total(one) > self.total(other), why
            assert why.startswith("A higher total"), why
            assert numbers(why) == sorted(numbers(why), reverse=True), why
            return
        for step in self.rules.tie_breaks:
            group = self.group(one, step)
            mine, theirs = (self.standing(who, step, group) for who in (one, other))
            if self.cut(mine) != self.cut(theirs):
                self.check_step(step, mine, theirs, why)
                return
        assert why.lower().endswith("equal in everything that counts."), why
        assert above.place == below.place, why

    def check_step(self, step, mine, theirs, why):
        words = {
            "results": "A higher number",
            "dropped": "of those that do not count",
            "wins": "More tournaments won",
            "podiums": "More often among the first three",
            "events": "Results from more events",
            "latest": "More points in the latest tournament",
            "met": "A better record against the others",
        }
        assert mine > theirs, why
        assert words[step] in why, why
        first, second = numbers(why)
        assert first > second, why


def numbers(why):
    """The two numbers of a reason: "… 7/2 against 3.5.": decimals, or exact such as 3 1/2."""
    found = re.search(r": (-?[\d/. ]+) against (-?[\d/. ]+)\.$", why)
    return [signed(text) for text in found.groups()]


def signed(text):
    sign = -1 if text.startswith("-") else 1
    return sign * sum(Fraction(word) for word in text.removeprefix("-").split())


def test_every_reason_read_as_a_rule_gives_the_order():
    rng = Random(20)
    seen = 0
    while seen < NEIGHBOURS:
        league, parts, rules = drawn_season(rng)
        rows = rank(league, parts, names={who: who for who in PEOPLE}, rules=rules)
        arbiter = Arbiter(rows, parts, rules)
        for above, below in pairwise(rows):
            arbiter.check(above, below)
            has_place = arbiter.rank_of(above.player) == arbiter.rank_of(below.player) == 2
            if has_place and "Shares the place" not in above.why:
                assert below.place == below.rank, above.why
            seen += 1
