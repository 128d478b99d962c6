"""Finite fields and commutative groups as addition tables: what constructions are developed over.

An element is a whole number from 0, which is the neutral one. A cyclic group needs no table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

#: Adds two elements.
Add = Callable[[int, int], int]


def cyclic(order: int) -> Add:
    return lambda one, other: (one + other) % order


@cache
def product_of_cyclic(orders: tuple[int, ...]) -> Add:
    """The direct product of cyclic groups; elements are counted with the last factor fastest."""
    if len(orders) == 1:
        return cyclic(orders[0])
    elements = list(product(*map(range, orders)))
    number = {element: i for i, element in enumerate(elements)}
    table = [
        [
            number[tuple((a + b) % m for a, b, m in zip(one, other, orders, strict=True))]
            for other in elements
        ]
        for one in elements
    ]
    return lambda one, other: table[one][other]


def differences_of(add: Add, order: int) -> list[list[int]]:
    """``[a][b]`` is what ``b`` lacks of ``a``: added to ``b`` it gives ``a``."""
    found = [[0] * order for _ in range(order)]
    for b in range(order):
        for lacking in range(order):
            found[add(b, lacking)][b] = lacking
    return found


def prime_power(number: int) -> tuple[int, int] | None:
    """``(p, m)`` if ``number`` is the prime p to the power of m."""
    for p in range(2, number + 1):
        if number % p == 0:
            power = 0
            while number % p == 0:
                number //= p
                power += 1
            return (p, power) if number == 1 else None
    return None


class Field:
    """The field with ``order`` elements, which must be a power of a prime.

    An element stands for a polynomial over Z_p, its coefficients being the digits to base p.
    """

    def __init__(self, order: int) -> None:
        found = prime_power(order)
        if found is None:
            raise ValueError(f"there is no field of {order} elements")
        self.order = order
        self.p, self.degree = found
        self._powers = self._powers_of_a_generator()
        self._logarithm = {element: i for i, element in enumerate(self._powers)}
        self.add = product_of_cyclic((self.p,) * self.degree)

    def multiply(self, one: int, other: int) -> int:
        if not one or not other:
            return 0
        logarithm = self._logarithm[one] + self._logarithm[other]
        return self._powers[logarithm % (self.order - 1)]

    def _powers_of_a_generator(self) -> list[int]:
        """All elements but 0, as powers of one: of x modulo the first polynomial that serves."""
        if self.degree == 1:
            for generator in range(1, self.order):
                powers = [pow(generator, i, self.order) for i in range(self.order - 1)]
                if len(set(powers)) == self.order - 1:
                    return powers
        for modulus in product(range(self.p), repeat=self.degree):
            powers = self._powers_of_x(modulus)
            if len(set(powers) - {0}) == self.order - 1:
                return powers
        raise AssertionError("every finite field has a generator")

    def _powers_of_x(self, modulus: Sequence[int]) -> list[int]:
        """The powers of x modulo x**degree + ``modulus``, lowest coefficient first."""
        powers, now = [], [1] + [0] * (self.degree - 1)
        for _ in range(self.order - 1):
            # The last cyclic factor counts fastest, so the lowest coefficient comes last.
            powers.append(sum(c * self.p**i for i, c in enumerate(now)))
            carried = now[-1]
            shifted = [0, *now[:-1]]
            now = [(s - carried * m) % self.p for s, m in zip(shifted, modulus, strict=True)]
        return powers
