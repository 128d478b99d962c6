"""The points of trains, Way Cars and cards in hand, each with the sentence that explains them.

This is the sheet's own computation, from words; ``rules.score`` has the engine's, from numbers. A
test holds the two to each other. Source: rules/express.md 1.8; what that could not find is the
content pack's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from games.express.content import Content
from games.memo import Memo
from games.texts import TN, T, Text, listed, named


class Profile:
    """A content pack's way of scoring. Cars and cards are the words of sheets."""

    def __init__(self, content: Content) -> None:
        self.scoring = content.scoring
        self.cards = {card.id: card for card in content.cards}
        self.value = {card.id: card.value for card in content.cards}
        self.penalty = {card.id: card.penalty for card in content.cards}
        self.passenger = [card.id for card in content.cards if card.kind == "passenger"]
        self.trains = Memo(self._train)
        """By whether there is a Diesel, then the cars in words: a sentence, and points."""

    def is_freight(self, car: str) -> bool:
        """Whether a train that begins with that car is a freight train."""
        return car.removeprefix("wild as ") not in self.passenger

    def _train(self, train: tuple[bool | str, ...]) -> tuple[Text, int]:
        diesel, cars = bool(train[0]), tuple(map(str, train[1:]))
        freight = self.is_freight(cars[0])
        if freight:
            types = _running(cars)
            name = T("{names} train", names=self._both(dict.fromkeys(types)))
        else:
            types, name = self._best_reading(cars, diesel=diesel), T("Passenger train")
        name = TN("{train}, {n} car", "{train}, {n} cars", len(cars), train=name)
        if len(cars) < (shortest := self.scoring.shortest):
            text = T(
                "{train}: fewer than {shortest} cars, no points", train=name, shortest=shortest
            )
            return text, 0
        text, points = self._count(types)
        for why in () if freight else self._doubles(types, diesel=diesel):
            text, points = T("{points}, {doubled}", points=text, doubled=why), points * 2
        return T("{train}: {points}", train=name, points=text), points

    def _both(self, types: Iterable[str]) -> str:
        """The names of the types of a freight train."""
        first, *others = (self.cards[one].name for one in types)
        for other in others:
            first = T("{first} and {second}", first=first, second=other)
        return first

    def _count(self, types: Sequence[str]) -> tuple[Text, int]:
        """The first cars count their value together, each further car its own (found; that they
        count once is a house reading, and the profile may say otherwise)."""
        values = [self.cards[one].value for one in types]
        if self.scoring.together:
            values[: self.scoring.first_cars] = values[:1]
        if len(set(values)) == 1:
            text = T(
                "{cars} \N{MULTIPLICATION SIGN} value {value}", cars=len(values), value=values[0]
            )
            return text, len(values) * values[0]
        return named(" + ".join(map(str, values))), sum(values)

    def _doubles(self, types: Sequence[str], *, diesel: bool) -> list[Text]:
        """Why a passenger train is doubled, once for each reason."""
        full = self.cards[self.scoring.full_set]
        reasons = {
            "order": (T("doubled for the best order"), self._in_order(types)),
            "each-type": (T("doubled for one of each type"), set(types) == set(self.passenger)),
            "full-set": (
                T("doubled for all {copies} {name}", copies=full.copies, name=full.name),
                types.count(full.id) >= full.copies,
            ),
            "diesel": (T("doubled for a Diesel"), diesel),
        }
        return [why for key, (why, so) in reasons.items() if so and key in self.scoring.doubles]

    def _in_order(self, types: Sequence[str]) -> bool:
        ranks = [self.passenger.index(one) for one in types]
        return all(a <= b for a, b in pairwise(ranks))

    def _best_reading(self, cars: tuple[str, ...], *, diesel: bool) -> list[str]:
        """The cars that undeclared Wilds of a passenger train count as: the best ones."""
        choices = [self.passenger if car == "wild" else [car] for car in cars]
        readings = [_running(one) for one in product(*choices)]

        def worth(types: list[str]) -> int:
            return self._count(types)[1] << len(self._doubles(types, diesel=diesel))

        return max(readings, key=worth)

    def ways(self, cards: Sequence[str]) -> tuple[Text, int]:
        """The points of Way Cars on the table."""
        each = (_worth(self.cards[one].name, self.cards[one].value) for one in cards)
        return T("Way Cars: {cards}", cards=listed(each)), sum(
            self.cards[one].value for one in cards
        )

    def hand(self, cards: Sequence[str]) -> tuple[Text, int]:
        """The cost of the cards left in hand, as points below zero."""
        each = (_worth(self.cards[one].name, self.cards[one].penalty) for one in cards)
        return T("Left in hand: {cards}", cards=listed(each)), -sum(
            self.cards[one].penalty for one in cards
        )


def _worth(name: str, points: int) -> Text:
    """A card with its points."""
    return T("{card} {points}", card=name, points=points)


def _running(cars: Sequence[str]) -> list[str]:
    """The type each car counts as: a Wild or a Caboose as the car before it."""
    types: list[str] = []
    for car in cars:
        one = car.removeprefix("wild as ")
        types.append(types[-1] if one in ("wild", "caboose") else one)
    return types
