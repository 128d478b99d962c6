"""Who goes up and down between the divisions of a league."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scoring.placement import P


def moves(
    divisions: Sequence[Sequence[P]], *, up: int, down: int, staying: Collection[P] = ()
) -> list[list[P]]:
    """The divisions of the next season, from those of the last, best first in each.

    The first ``up`` of each division but the highest go up, the last ``down`` of each but the
    lowest go down. Who is ``staying`` moves neither way, and nobody moves instead. Raises
    ValueError if a division would have to send the same player both ways.
    """
    after: list[list[P]] = [[] for _ in divisions]
    last = len(divisions) - 1
    for number, players in enumerate(divisions):
        rising = up if number else 0
        falling = down if number < last else 0
        if rising + falling > len(players):
            raise ValueError(f"{len(players)} players cannot give {rising} up and {falling} down")
        for position, player in enumerate(players):
            step = 0
            if player not in staying and position < rising:
                step = -1
            elif player not in staying and position >= len(players) - falling:
                step = 1
            after[number + step].append(player)
    return after


def movement(placed: Sequence[P], up: int, down: int) -> tuple[list[P], list[P], list[P]]:
    """Who goes up, stays and goes down, of those with a place, best first.

    The first ``up`` go up and the last ``down`` of the others go down: nobody does both, however
    small the division is.
    """
    rest = list(placed[up:])
    stay = rest[: max(0, len(rest) - down)]
    return list(placed[:up]), stay, rest[len(stay) :]


def at_cut(equals: Sequence[Sequence[P]], up: int, down: int) -> list[Sequence[P]]:
    """Of the groups of people who are equal, best first, those of whom only some would move.

    The one person of a group of one is equal to nobody.
    """
    people = sum(len(group) for group in equals)
    cuts = [cut for cut in (up, max(up, people - down)) if 0 < cut < people]
    found, start = [], 0
    for group in equals:
        if any(start < cut < start + len(group) for cut in cuts):
            found.append(group)
        start += len(group)
    return found
