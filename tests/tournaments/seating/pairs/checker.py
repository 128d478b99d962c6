"""A checker of what FIDE's Dutch rules of 2026 (C.04.3) demand, by trying every pairing.

It knows the absolute criteria C1 to C3 and the completion C4, the bye to the lowest score (C5) and
the fewest downfloaters of the top score group (C6). It does not know the later criteria, nor the
order of equal pairings: it finds what must not be, and does not prove that all is right. For fields
small enough to try everything: ten people have 945 pairings.
"""

from tournaments.seating.pairs import UPTOWN

Pairs = tuple[tuple[int, int | None], ...]


def absolute_preference(person) -> str:
    """The side somebody must have: after a difference of two, or the same side twice."""
    sides = [p.side for p in person.past if p.opponent is not None]
    if person.balance > 1 or sides[-2:] == [UPTOWN] * 2:
        return "downtown"
    if person.balance < -1 or (len(sides) > 1 and sides[-1] == sides[-2]):
        return "uptown"
    return ""


def may_meet(one, other, *, last_round: bool, played: int) -> bool:
    """C1 and C3. Topscorers, in the last round, may be an exception from C3."""
    if other.key in one.met:
        return False
    top = last_round and max(one.score, other.score) > played
    wanted = absolute_preference(one)
    return top or not wanted or wanted != absolute_preference(other)


def legal_pairings(people, *, last_round: bool = False):
    """Every complete pairing that the absolute criteria allow, as pairs of records."""
    played = max((len(p.past) for p in people), default=0)

    def rest(left, *, bye_left: bool):
        if not left:
            yield ()
            return
        one, others = left[0], left[1:]
        if bye_left and not one.had_bye:
            for more in rest(others, bye_left=False):
                yield ((one, None), *more)
        for i, other in enumerate(others):
            if may_meet(one, other, last_round=last_round, played=played):
                remaining = others[:i] + others[i + 1 :]
                for more in rest(remaining, bye_left=bye_left):
                    yield ((one, other), *more)

    yield from rest(list(people), bye_left=len(people) % 2 == 1)


def badness(pairing, top: int) -> tuple[int, int]:
    """C5, then C6 of the top score group: the score of the bye, and the downfloaters."""
    bye = next((one.score for one, other in pairing if other is None), 0)
    floaters = 0
    for one, other in pairing:
        scores = (one.score, -1 if other is None else other.score)
        floaters += sum(score == top for score in scores) == 1
    return bye, floaters


def wrong(people, pairing, *, last_round: bool) -> str:
    """What is wrong with a pairing of ``people``; empty if nothing was found."""
    by_key = {person.key: person for person in people}
    made = [(by_key[one], by_key[other]) for one, other in pairing.pairs]
    if pairing.bye is not None:
        made.append((by_key[pairing.bye], None))
    seated = sorted(p.key for pair in made for p in pair if p is not None)
    if seated != sorted(by_key):
        return "not everybody is paired once"
    played = max(len(p.past) for p in people)
    for one, other in made:
        told = _wrong_pair(one, other, last_round=last_round, played=played)
        if told:
            return told
    top = max(person.score for person in people)
    best = min(badness(p, top) for p in legal_pairings(people, last_round=last_round))
    if badness(made, top) > best:
        return f"{badness(made, top)} where {best} can be"
    return ""


def _wrong_pair(one, other, *, last_round: bool, played: int) -> str:
    if other is None:
        return "a second bye" if one.had_bye else ""
    if not may_meet(one, other, last_round=last_round, played=played):
        return f"{one.key} and {other.key} may not meet"
    for person, side in ((one, "uptown"), (other, "downtown")):
        wanted = absolute_preference(person)
        if wanted not in ("", side) and not last_round:
            return f"{person.key} has the wrong side"
    return ""
