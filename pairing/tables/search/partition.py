"""The best round by standings that can be put together from tables that are worth a thought.

Of all tables those are made, for each person, where they are first or last in score and differences
are least. What a table costs is then shared among its people: each has a price, found by raising
the price of people at too few of the cheapest tables and lowering that of people at too
many (Lagrangian relaxation, Held and Karp 1971). Where the prices are right, a table costs more
than its people's prices only as far as it spoils the round; so tables are put together from the
best person down, and of the unfinished rounds those are kept that are least above the prices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pairing.tables.cost import Costs
from pairing.tables.search.swaps import Seats

#: Tables that are made for each person at either end, and at which number making them stops.
MADE, ENOUGH = 60, 600
#: How often the prices are adjusted; after so many times in vain by less; and after so many steps
#: the tables are dropped that cannot be in a better round than there is.
STEPS, IN_VAIN, SIFTED = 120, 4, 20
#: Unfinished rounds that are kept, of those that have as many tables.
KEPT = 500
#: Prices are counted in so many parts of a cost.
UNIT = 1024

#: A table, by people's places in the order of scores, the first of them first.
Table = tuple[int, ...]
#: Tables one before the other: the last one and those before it.
Chain: TypeAlias = "tuple[()] | tuple[Table, Chain]"
#: By the people who are seated (bits): how far the round is above the prices, and its tables.
Rounds: TypeAlias = dict[int, tuple[int, Chain]]


def divide_everybody(seats: Seats, known: Iterable[tuple[int, ...]]) -> None:
    """Divide all people again, if that is found to be better; nobody is pinned or was published.

    ``known`` are tables that other searches came by.
    """
    if not seats.cost:
        return
    costs, sizes = seats.costs, [len(table) for table in seats.tables]
    order = sorted(range(len(seats.where)), key=lambda person: (-costs.merit[person], person))
    place = {person: i for i, person in enumerate(order)}
    pool = _likely_tables(order, costs, sizes)
    short = dict(zip(sizes, costs.short, strict=True))
    for table in sorted(known):
        price = _price(table, costs, short[len(table)])
        if price < costs.unit_shortfall:
            pool[tuple(sorted([place[person] for person in table]))] = price
    clean = seats.cost < costs.unit_shortfall
    aim = seats.cost if clean else 2 * sum(_spread(table, costs) for table in seats.tables)
    if len({i for table in pool for i in table}) < len(order):
        return
    prices, worthy = _prices(pool, len(order), len(sizes), aim)
    found = _cover(worthy, prices, sizes)
    if found is None:
        return
    found.sort(key=lambda table: (sum(table) / len(table), table))
    tables = _by_size([[order[i] for i in table] for table in found], sizes)
    if costs.total(tables) < seats.cost:
        seats.replace(range(len(tables)), tables)


def _by_size(tables: Sequence[list[int]], sizes: Sequence[int]) -> list[list[int]]:
    """The tables in their order, but each at a number that has its size."""
    waiting = {size: iter([t for t in tables if len(t) == size]) for size in set(sizes)}
    return [next(waiting[size]) for size in sizes]


def _spread(table: Sequence[int], costs: Costs) -> int:
    merits = [costs.merit[person] for person in table]
    return sum([abs(one - other) for one in merits for other in merits]) // 2


def _price(table: Sequence[int], costs: Costs, short: int) -> int:
    missed = sum([costs.past.shortfall[person] for person in table]) if short else 0
    pairs = sum([costs.pull(person, table) for person in table]) // 2
    return pairs + costs.unit_shortfall * short * missed


def _likely_tables(order: Sequence[int], costs: Costs, sizes: Sequence[int]) -> dict[Table, int]:
    """The likely least cost of the tables: without repeats and the like."""
    count = len(order)
    maker = _Maker(order, costs)
    pool: dict[Table, int] = {}
    for size, short in sorted(set(zip(sizes, costs.short, strict=True))):
        spared = [bool(short and costs.past.shortfall[person]) for person in order]
        for end in range(count):
            for others in (range(end + 1, count), range(end - 1, -1, -1)):
                if not spared[end]:
                    pool.update(maker.nearest(end, [i for i in others if not spared[i]], size))
    return pool


class _Maker:
    """Makes tables of people who have nothing with each other, by their places."""

    def __init__(self, order: Sequence[int], costs: Costs) -> None:
        self.merits = [costs.merit[person] for person in order]
        place = {person: i for i, person in enumerate(order)}
        self.strangers = [[True] * len(order) for _ in order]
        for row, person in zip(self.strangers, order, strict=True):
            for other in costs.pairs[person]:
                row[place[other]] = False
        self.found: list[tuple[int, Table]] = []
        self.limit = 0
        self.gap = (max(self.merits) - min(self.merits)) * 2 // len(order) + 1

    def nearest(self, end: int, others: Sequence[int], size: int) -> list[tuple[Table, int]]:
        """The cheapest tables of ``size`` with ``end`` and some of ``others``, ever further off."""
        near = [i for i in others if self.strangers[end][i]]
        if len(near) < size - 1:
            return []
        far = [(size - 1) * abs(self.merits[end] - self.merits[i]) for i in near]
        self.limit = far[size - 2] + self.gap
        while True:
            self.found = []
            within = [i for i, least in zip(near, far, strict=True) if least <= self.limit]
            self._grow((end,), 0, within, size)
            if len(self.found) >= MADE or self.limit > size * far[-1]:
                break
            self.limit += self.limit // 2 + self.gap
        return [(tuple(sorted(table)), price) for price, table in sorted(self.found)[:MADE]]

    def _grow(self, table: Table, price: int, near: Sequence[int], size: int) -> None:
        """Note every way to fill ``table`` up from ``near`` within the limit."""
        for i, one in enumerate(near):
            merit, total = self.merits[one], price
            for other in table:
                total += abs(merit - self.merits[other])
            if total > self.limit or len(self.found) >= ENOUGH:
                return
            now = (*table, one)
            if len(now) == size:
                self.found.append((total, now))
                continue
            stranger = self.strangers[one]
            self._grow(now, total, [other for other in near[i + 1 :] if stranger[other]], size)


def _prices(
    pool: dict[Table, int], count: int, tables: int, aim: int
) -> tuple[list[int], list[tuple[Table, int]]]:
    """A price for each person: so that the cheapest tables, less the prices, seat all once.

    The sum of prices and of the cheapest tables, each with another first person, is what no round
    out of ``pool`` costs less than; the prices that are returned are those where it was most. With
    them the tables that a round for less than ``aim`` may have, and what they cost in units.
    """
    offers = [(table, price * UNIT) for table, price in pool.items()]
    prices = [aim * UNIT // count] * count
    best, highest, vain, by = prices, -aim * UNIT * count, 0, 1024
    for step in range(1, STEPS + 1):
        if step % SIFTED == 0:
            offers = _sifted(offers, best, aim * UNIT - highest)
        taken = _cheapest(offers, prices)[:tables]
        bound = sum(prices) + sum([price for price, _table in taken])
        if bound > highest:
            best, highest, vain = prices, bound, 0
        else:
            vain += 1
            if vain == IN_VAIN:
                by, vain = by * 2 // 3, 0
        lacking = [1] * count
        for _price, table in taken:
            for person in table:
                lacking[person] -= 1
        norm = sum([lack * lack for lack in lacking])
        if not norm:
            break
        far = max(1, by * (aim * UNIT - bound) // 1024)
        prices = [price + far * lack // norm for price, lack in zip(prices, lacking, strict=True)]
    return best, _sifted(offers, best, aim * UNIT - highest)


def _sifted(
    offers: Sequence[tuple[Table, int]], prices: Sequence[int], spare: int
) -> list[tuple[Table, int]]:
    """The tables that cost at most ``spare`` more, beside the prices, than that of each first."""
    least = {table[0]: over for over, table in _cheapest(offers, prices)}
    return [
        (table, price)
        for table, price in offers
        if price - sum([prices[person] for person in table]) <= least[table[0]] + spare
    ]


def _cheapest(
    offers: Sequence[tuple[Table, int]], prices: Sequence[int]
) -> list[tuple[int, Table]]:
    """For each first person the table that costs least beside the prices, the cheapest first."""
    found: dict[int, tuple[int, Table]] = {}
    for table, price in offers:
        over = price
        for person in table:
            over -= prices[person]
        old = found.get(table[0])
        if old is None or over < old[0]:
            found[table[0]] = (over, table)
    return sorted(found.values())


def _cover(
    worthy: Sequence[tuple[Table, int]], prices: Sequence[int], sizes: Sequence[int]
) -> list[Table] | None:
    """The best round out of ``worthy`` tables that is found, None if there is none."""
    offers: list[list[tuple[int, int, Table]]] = [[] for _ in prices]
    for table, price in worthy:
        over = price - sum([prices[person] for person in table])
        offers[table[0]].append((over, sum([1 << person for person in table]), table))
    for offer in offers:
        offer.sort()
    rounds: Rounds = {0: (0, ())}
    for _ in sizes:
        rounds = _one_table_more(rounds, offers)
    everybody = (1 << len(prices)) - 1
    if everybody not in rounds:
        return None
    chain = rounds[everybody][1]
    tables: list[Table] = []
    while chain:
        table, chain = chain
        tables.append(table)
    return tables if sorted(map(len, tables)) == sorted(sizes) else None


def _one_table_more(rounds: Rounds, offers: Sequence[Sequence[tuple[int, int, Table]]]) -> Rounds:
    """Every round with another table, for the first person who has none; the best ``KEPT``.

    Rounds are known by who is seated (bits): how far they are above the prices, and their tables.
    """
    found: Rounds = {}
    worst = None
    for seated, (over, tables) in sorted(rounds.items(), key=_least):
        first = (~seated & (seated + 1)).bit_length() - 1
        if first >= len(offers):
            continue
        for more, bits, table in offers[first]:
            total = over + more
            if worst is not None and total >= worst:
                break
            if bits & seated:
                continue
            old = found.get(seated | bits)
            if old is None or total < old[0]:
                found[seated | bits] = (total, (table, tables))
        if len(found) > 2 * KEPT:
            found = dict(sorted(found.items(), key=_least)[:KEPT])
            worst = max([total for total, _tables in found.values()])
    return dict(sorted(found.items(), key=_least)[:KEPT])


def _least(item: tuple[int, tuple[int, Chain]]) -> tuple[int, int]:
    return item[1][0], item[0]
