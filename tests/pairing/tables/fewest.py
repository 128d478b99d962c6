"""How few people must move to repair a seating: found by trying everything, for small numbers."""

from itertools import combinations, product


def fewest_moves(
    tables, *, smallest, largest, playing=(), fixed=(), apart=frozenset(), at_most=3
) -> int | None:
    """The least number of people who go to another table so that all sizes are allowed again.

    ``tables`` are those after people left. Tables in ``playing`` (their index) neither give nor
    take, nor count; people in ``fixed`` stay; two of ``apart`` do not come together. None if it
    takes more than ``at_most``, or cannot be.
    """
    open_ = [n for n, table in enumerate(tables) if table and n not in playing]
    bad = {n for n in open_ if not smallest <= len(tables[n]) <= largest}
    free = [(key, n) for n in open_ for key in tables[n] if key not in fixed]
    for count in range(at_most + 1):
        for who in combinations(free, count):
            for to in product(open_, repeat=count):
                # A table that is too small stays so unless somebody comes or goes.
                if not bad <= {n for _key, n in who} | set(to):
                    continue
                if _mends(
                    tables, list(zip(who, to, strict=True)), range(smallest, largest + 1), apart
                ):
                    return count
    return None


def _mends(tables, moves, allowed, apart) -> bool:
    now = {n: list(tables[n]) for (_key, source), to in moves for n in (source, to)}
    for (key, source), _to in moves:
        now[source].remove(key)
    for (key, source), to in moves:
        if to == source or any((min(key, k), max(key, k)) in apart for k in now[to]):
            return False
        now[to].append(key)
    return all(not table or len(table) in allowed for table in now.values())
