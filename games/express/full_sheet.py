"""The full score sheet of a hand of Express: the table car by car, and what is left in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from games.express import explain
from games.express.content import NO_CABOOSE, Content
from games.express.rules.state import State
from games.express.sheet import ENDED_EARLY, WENT_OUT, out_issues
from games.memo import Memo
from games.sheet import Field, FieldSheet, Issue, ScoreLine, contradiction
from games.texts import TN, T

BOTH: Final = 2
"""A train's fields: its cars, and whether it has a Diesel."""
OPEN_FROM: Final = 2
"""The first position, from 0, where a Wild is not declared."""
LONGEST: Final = 40
"""Cars that a train can have on a sheet: more than the cards of the house pack allow."""
MOST_DEALT: Final = 12
"""The most cards that any source deals: ruling H38."""
WIDE: Final = 13
"""Bits for the count of each kind of card where the counts are packed in one number; the highest
stays set while no more are counted than there are."""


class FullSheet(FieldSheet):
    """Every train car by car, Way Cars, cards left in hand, who went out. Scored by the profile,
    whose ``notice`` is to be shown beside the points.

    Data, by seat where there are lists of lists::

        {"trains": [[{"cars": ["box", "wild as box"], "diesel": false}], []],
         "way_cars": [["boom"], []], "hand": [[], ["wreck"]],
         "went_out": [true, false], "ended_early": false}

    Cars stand in their order. A Wild in first or second position says what it counts as; from the
    third on it is plain "wild" (express-tournament.txt, Clarifications and Rule Change).
    """

    def __init__(self, content: Content) -> None:
        self.content, self.notice = content, content.notice
        self.profile = explain.Profile(content)
        self._any_card = 1 << WIDE * len(content.cards)
        """One card of whatever kind, in the count of all."""
        self._packed = {
            card.id: (1 << WIDE * n) + self._any_card for n, card in enumerate(content.cards)
        }
        self._packed_ways = {c.id: self._packed[c.id] for c in content.cards if c.kind == "way"}
        self._guards = sum(1 << WIDE * n for n in range(len(content.cards) + 1)) << WIDE - 1
        self._limits: Memo[int, int] = Memo(self._packed_limits)
        self._good: dict[tuple[bool | str, ...], int] = {}
        cards = [card.id for card in content.cards]
        types = [c.id for c in content.cards if c.kind in ("freight", "passenger")]
        ways = tuple(card.id for card in content.cards if card.kind == "way")
        self._ways = sum(card.copies for card in content.cards if card.kind == "way")
        self._held, self._held_early = _held(content)
        cars = (*types, "wild", *(f"wild as {one}" for one in types), "caboose")
        car = Field("cars", T("Cars"), "choices", 1, _longest(content), per="table", options=cars)
        diesel = Field("diesel", T("Diesel"), "flag", per="table", help=T("Passenger trains only."))
        self.fields = (
            Field(
                "trains",
                T("Trains"),
                "rows",
                high=content.trains,
                fields=(car, diesel),
                help=T(
                    "Write the cars in order, starting behind the Loco. Do not write down Locos."
                ),
            ),
            Field("way_cars", T("Way Cars"), "choices", high=self._ways, options=ways),
            Field(
                "hand", T("Left in hand"), "choices", high=self._held_early, options=tuple(cards)
            ),
            WENT_OUT,
            ENDED_EARLY,
        )
        self._names = {field.name for field in self.fields}

    def clean(self, data: Any, players: int) -> list[Issue]:
        """Everything that is wrong; quick for a sheet whose trains were seen to be good before."""
        try:
            if self._plainly_good(data, players):
                return []
        except (AttributeError, KeyError, TypeError):
            pass  # so it is not good; what follows says why
        found = super().clean(data, players)
        if not found:
            self._remember(data)
        return found

    def _plainly_good(self, data: Any, players: int) -> bool:
        """Whether a sheet is certainly good. False says nothing: the fields have the last word."""
        outs, early = data["went_out"], data["ended_early"]
        if data.keys() != self._names or type(early) is not bool or type(outs) is not list:
            return False
        if len(outs) != players or not set(map(type, outs)) <= {bool}:
            return False
        if outs.count(True) != (not early):
            return False
        count = 0
        for name, high in (
            ("trains", self.content.trains),
            ("way_cars", self._ways),
            ("hand", self._held_early if early else self._held),
        ):
            rows = data[name]
            if type(rows) is not list or len(rows) != players or max(map(len, rows)) > high:
                return False
            count += self._count(name, rows)
        if (self._limits[players] - count) & self._guards != self._guards:
            return False
        return early or not any(self._out_issues(data, outs.index(True)))

    def _copies(self, players: int) -> dict[str, int]:
        """The cards in play, by kind. Turntables: rules/express.md 1.3."""
        copies = {card.id: card.copies for card in self.content.cards}
        for card in self.content.cards:
            if card.kind == "turntable":
                copies[card.id] = min(
                    card.copies, self.content.turntables.get(players, card.copies)
                )
        return copies

    def _packed_limits(self, players: int) -> int:
        return self._guards + sum(
            count * self._packed[card] for card, count in self._copies(players).items()
        )

    def _count(self, name: str, seats: list[list[Any]]) -> int:
        """The cards of one field of all seats, packed; KeyError for anything unusual."""
        if name == "trains":
            return self._count_trains([row for rows in seats for row in rows])
        packed = self._packed_ways if name == "way_cars" else self._packed
        if set(map(type, seats)) != {list}:
            raise TypeError(name)
        return sum(map(packed.__getitem__, chain.from_iterable(seats)))

    def _count_trains(self, trains: list[dict[str, Any]]) -> int:
        good, count = self._good, 0
        for row in trains:
            diesel, cars = row["diesel"], row["cars"]
            if type(diesel) is not bool or type(cars) is not list or len(row) > BOTH:
                raise TypeError(row)
            count += good[diesel, *cars]
        return count

    def _remember(self, data: Mapping[str, Any]) -> None:
        """Keep the trains of a good sheet, with the cards they take; one of them is the Loco."""
        if len(self._good) >= Memo.MOST:
            self._good.clear()
        for row in (row for seat in data["trains"] for row in seat):
            cards = (car.partition(" as ")[0] for car in row["cars"])
            diesel = self._packed["diesel"] * row["diesel"]
            self._good[_key(row)] = (
                sum(map(self._packed.__getitem__, cards), self._any_card) + diesel
            )

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        found = [*self._too_many(data, players), *out_issues(data)]
        outs = [f"went_out.{seat}" for seat in range(players) if data["went_out"][seat]]
        if not outs and not data["ended_early"]:
            text = T("Say who went out, or that the conductor ended the hand.")
            found.append(Issue("ended_early", "nobody-out", text))
        for seat in range(players):
            if len(data["hand"][seat]) > self._held and not data["ended_early"]:
                text = T(
                    "When somebody goes out, nobody can hold more than {most} cards.",
                    most=self._held,
                )
                found += contradiction("too-many-held", text, f"hand.{seat}", *outs)
            for number, row in enumerate(data["trains"][seat]):
                where = f"trains.{seat}.{number}"
                found += self._train_issues(where, row["cars"], diesel=row["diesel"])
            if data["went_out"][seat]:
                found += self._out_issues(data, seat)
        return found

    def _too_many(self, data: Mapping[str, Any], players: int) -> Iterator[Issue]:
        """No more of a card than the deck has, over all the table; and no more cards of all kinds,
        with a Loco for each train, which may be any card. Source: rules/express.md 1.2, 1.4."""
        used, places = Counter[str](), dict[str, dict[str, None]]()
        for word, where in _cards(data):
            used[word] += 1
            places.setdefault(word, {})[where] = None
        copies = self._copies(players)
        for card in self.content.cards:
            if used[card.id] > copies[card.id]:
                cards = TN("{n} {name} card", "{n} {name} cards", copies[card.id], name=card.name)
                text = T(
                    "The deck has only {cards}, and {used} are among cars, Diesels, Way Cars and "
                    "cards left in hand.",
                    cards=cards,
                    used=used[card.id],
                )
                yield from contradiction("too-many", text, *places[card.id])
        trains = [
            f"trains.{s}.{n}" for s, rows in enumerate(data["trains"]) for n in range(len(rows))
        ]
        need, deck = used.total() + len(trains), sum(copies.values())
        if need > deck:
            text = T(
                "With a Loco for each train these are {need} cards, and the deck has {deck}.",
                need=need,
                deck=deck,
            )
            yield from contradiction("no-loco", text, *trains)

    def _train_issues(self, where: str, cars: list[str], *, diesel: bool) -> Iterator[Issue]:
        """Trains: rules/express.md 1.5; Wilds: express-tournament.txt, Clarifications."""
        freight = self.profile.is_freight(cars[0])
        for place, car in enumerate(cars):
            at = f"{where}.cars.{place}"
            if car == "wild" and place < OPEN_FROM:
                text = T("A Wild in first or second position must be one specific car: say which.")
                yield Issue(at, "wild-declared", text)
            if car.startswith("wild as ") and place >= OPEN_FROM:
                text = T("Do not declare a Wild in third position or later.")
                yield Issue(at, "wild-undeclared", text)
            if car == "caboose" and (place == 0 or place < len(cars) - 1):
                text = T("A Caboose must be the last car, behind at least one other car.")
                yield Issue(at, "caboose-ends", text)
        kind = "freight" if freight else "passenger"
        if cars[-1] == "caboose" and kind not in self.content.caboose_on:
            yield Issue(where, "caboose-there", NO_CABOOSE[kind])
        if diesel and freight:
            text = T("Only a train of passenger cars can have a Diesel.")
            yield from contradiction("passenger-diesel", text, f"{where}.cars", f"{where}.diesel")
        yield from self._type_issues(where, cars, freight=freight)

    def _type_issues(self, where: str, cars: list[str], *, freight: bool) -> Iterator[Issue]:
        """One type, but for what a Wild in the third position or later lets change."""
        types = [car.removeprefix("wild as ") for car in cars]
        for place in range(1, len(cars)):
            before, car = types[place - 1], types[place]
            if car in ("wild", "caboose"):
                continue
            if self.profile.is_freight(car) != freight:
                text = T("A train can have freight cars or passenger cars, not both.")
                yield Issue(f"{where}.cars.{place}", "mixed", text)
            elif freight and before not in {car, "wild"}:
                text = T("A car of another type must follow a Wild in third position or later.")
                yield Issue(f"{where}.cars.{place}", "other-type", text)

    def _out_issues(self, data: Mapping[str, Any], seat: int) -> Iterator[Issue]:
        """Going out: rules/express.md 1.7, with the profile's lengths."""
        scoring, where = self.content.scoring, f"went_out.{seat}"
        if data["hand"][seat]:
            text = T("A player who goes out has no cards left in hand.")
            yield from contradiction("cards-left", text, where, f"hand.{seat}")
        lengths = [len(row["cars"]) for row in data["trains"][seat]]
        sizes = sorted(lengths, reverse=True)
        for place, least in enumerate(scoring.lengths):
            if place >= len(sizes) or sizes[place] < least:
                text = T("To go out, a player needs a train of {least} cars.", least=least)
                short = _shorter(lengths, least, seat)
                yield from contradiction("too-short", text, where, *short)
        if short := _shorter(lengths, scoring.others, seat):
            text = T(
                "To go out, a player needs {others} cars in every train.", others=scoring.others
            )
            yield from contradiction("short-train", text, where, *short)

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """Every train, the Way Cars, the cards left in hand and the bonus, seat by seat."""
        found: list[ScoreLine] = []
        for seat in range(players):
            own = list(self._seat_lines(data, seat))
            total = sum(line.points for line in own)
            if total < 0 and not self.content.scoring.negative_totals:
                own.append(ScoreLine(seat, "", T("A hand cannot count less than zero"), -total))
            found += own
        return found

    def _seat_lines(self, data: Mapping[str, Any], seat: int) -> Iterator[ScoreLine]:
        for number, row in enumerate(data["trains"][seat]):
            text, points = self.profile.trains[_key(row)]
            yield ScoreLine(seat, f"trains.{seat}.{number}", text, points)
        for field, score in (("way_cars", self.profile.ways), ("hand", self.profile.hand)):
            if cards := data[field][seat]:
                text, points = score(cards)
                yield ScoreLine(seat, f"{field}.{seat}", text, points)
        if data["went_out"][seat]:
            yield ScoreLine(seat, f"went_out.{seat}", T("Went out"), self.content.scoring.bonus)

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        trains, value, penalty = self.profile.trains, self.profile.value, self.profile.penalty
        total = 0
        for row in data["trains"][player]:
            total += trains[row["diesel"], *row["cars"]][1]
        for card in data["way_cars"][player]:
            total += value[card]
        for card in data["hand"][player]:
            total -= penalty[card]
        if data["went_out"][player]:
            total += self.content.scoring.bonus
        return (total if self.content.scoring.negative_totals else max(total, 0),)

    def of(self, state: State) -> dict[str, Any]:
        m, seats = state.m, range(state.players)
        return {
            "trains": [
                [
                    {
                        "cars": [m.words[code] for code in state.cars[p][t]],
                        "diesel": bool(state.diesels[p] >> t & 1),
                    }
                    for t in m.slots[state.live[p]]
                ]
                for p in seats
            ],
            "way_cars": [
                [
                    m.ids[way]
                    for way, count in zip(m.ways, state.ways[p], strict=True)
                    for _ in range(count)
                ]
                for p in seats
            ],
            "hand": [[m.ids[k] for k in sorted(state.hands[p])] for p in seats],
            "went_out": [p == state.out for p in seats],
            "ended_early": state.out < 0,
        }


def _shorter(lengths: Sequence[int], least: int, seat: int) -> list[str]:
    """Where a seat's trains have fewer cars than that."""
    return [f"trains.{seat}.{n}" for n, length in enumerate(lengths) if length < least]


def _held(content: Content) -> tuple[int, int]:
    """Cards that can be left in hand when somebody went out, and when the conductor ended it: what
    may be kept, with the Locos that Disasters give back; or that, or what is dealt, and the cards
    drawn in a turn that was not ended. Ruling H38."""
    copies = {card.effect: card.copies for card in content.cards}
    held = content.hand_limit + copies.get("break", 0) + copies.get("steal", 0)
    return held, max(content.deal, MOST_DEALT, held) + content.draw


def _longest(content: Content) -> int:
    """The most cars of a train: the largest types that the Wilds can join, and a Caboose."""
    by_kind: dict[str, list[int]] = {}
    for card in content.cards:
        by_kind.setdefault(card.kind, []).append(card.copies)
    wilds = sum(by_kind.get("wild", ()))
    freight = sum(sorted(by_kind.get("freight", ()))[-wilds - 1 :])
    return max(LONGEST, max(freight, sum(by_kind.get("passenger", ()))) + wilds + 1)


def _cards(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every card that is written down, with its place; Locos are not."""
    for name in ("way_cars", "hand"):
        for seat, cards in enumerate(data[name]):
            yield from ((card, f"{name}.{seat}") for card in cards)
    for seat, rows in enumerate(data["trains"]):
        for number, row in enumerate(rows):
            where = f"trains.{seat}.{number}"
            yield from ((car.partition(" as ")[0], f"{where}.cars") for car in row["cars"])
            if row["diesel"]:
                yield "diesel", f"{where}.diesel"


def _key(row: Mapping[str, Any]) -> tuple[bool | str, ...]:
    """The key of a train in tables: whether it has a Diesel, then its cars in order."""
    return row["diesel"], *row["cars"]
