"""The cards, numbers and house rulings of Express, read from a content pack and checked whole.

A pack that is not official says so (``Content.official``, ``Content.notice``); a page that shows a
score made with it shows the notice too.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.packs import Pack, PackTable
from games.texts import TN, T

HERE: Final = Path(__file__).parent / "content"
CLASSES: Final = (
    "freight",
    "passenger",
    "caboose",
    "diesel",
    "wild",
    "way",
    "disaster",
    "turntable",
)
"""The classes of cards, in the order in which the engine numbers them."""
#: What is refused where the conductor's data allow a Caboose behind other trains alone.
NO_CABOOSE: Final = {
    "freight": T("A freight train cannot have a Caboose."),
    "passenger": T("A passenger train cannot have a Caboose."),
}
SINGLE: Final = ("caboose", "diesel", "wild", "turntable")
"""Classes with one kind of card."""
EFFECTS: Final = ("break", "derail", "steal", "switch", "wreck")
"""The effects of a Disaster: rules/express.md 1.6."""
WORD: Final = re.compile("[a-z][a-z0-9-]*")
"""The id of a card."""
DOUBLES: Final = ("order", "each-type", "diesel", "full-set")
"""The ways to double a passenger train: rules/express.md 1.8."""


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card. ``value`` is a car's, or a Way Car's points on the table; ``penalty`` is what
    one left in hand costs. ``blocked_by`` is the Way Car against a Disaster."""

    id: str
    name: str
    kind: str
    value: int
    copies: int
    penalty: int
    effect: str = ""
    blocked_by: str = ""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a hand is scored: rules/express.md 1.7 and 1.8, with the house readings."""

    first_cars: int
    together: bool
    shortest: int
    doubles: frozenset[str]
    full_set: str
    negative_totals: bool
    bonus: int
    lengths: tuple[int, ...]
    others: int


@dataclass(frozen=True, slots=True)
class Content:
    """A content pack of Express, with the ruleset that it is played by.

    ``turntables`` is how many are in play, by number of players.
    """

    key: str
    base: str
    ruleset: str
    digest: str
    title: str
    official: bool
    notice: str
    source: str
    cards: tuple[Card, ...]
    scoring: Scoring
    deal: int
    turntables: dict[int, int]
    hand_limit: int
    draw: int
    trains: int
    turns: int
    hands: int
    caboose_guards: frozenset[str]
    caboose_on: frozenset[str]
    stolen_to_hand: bool


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules by name: what tournament play changes in the printed game.

    ``transition_bars_out``: express-tournament.txt, "Rule Change for Competitive Play".
    ``leaves_discards`` and ``redeals``: the same, "Clarifications to Printed Rules".
    """

    key: str
    title: str
    source: str
    target: int
    transition_bars_out: bool
    leaves_discards: bool
    redeals: bool


@cache
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset by name. Raises PackError when the file has faults."""
    pack = Pack.read(HERE / "rulesets.toml")
    found = {name: _ruleset(name, pack.table(name)) for name in pack.data}
    pack.done()
    return found


def _ruleset(name: str, table: PackTable) -> Ruleset:
    leaves = ("one-and-unplayed-turntables", "nothing")
    return Ruleset(
        key=name,
        title=table.sentence("title"),
        source=table.text("source"),
        target=table.whole("target", low=1, high=1000),
        transition_bars_out=table.flag("transition_bars_out"),
        leaves_discards=table.choice("reshuffle_leaves", leaves) == leaves[0],
        redeals=table.choice("misfit_deal", ("display", "redeal")) == "redeal",
    )


def profiles() -> tuple[str, ...]:
    """The packs that come with the game, by name, the default first."""
    others = {path.stem for path in HERE.glob("*.toml")} - {"rulesets", "tournament", "house"}
    return ("house", *sorted(others))


def _on_its_base(data: dict[str, Any]) -> dict[str, Any]:
    """A pack laid over the one it names as ``base``, when it names one that is here."""
    head = data.get("pack")
    base = head.get("base") if isinstance(head, dict) else None
    if base not in profiles():
        return data
    below = tomllib.loads((HERE / f"{base}.toml").read_text("utf-8"))
    return dict(_laid_over(_on_its_base(below), data))


def _laid_over(below: Any, above: Any) -> Any:
    """Tables key by key, lists of tables by their ``id``; anything else is replaced."""
    if isinstance(below, dict) and isinstance(above, dict):
        return {**below, **{key: _laid_over(below.get(key), above[key]) for key in above}}
    if not _has_ids(below) or not _has_ids(above):
        return above
    rows = {row["id"]: row for row in below}
    for row in above:
        rows[row["id"]] = _laid_over(rows.get(row["id"]), row)
    return list(rows.values())


def _has_ids(rows: Any) -> bool:
    return isinstance(rows, list) and all(isinstance(r, dict) and "id" in r for r in rows)


def read(profile: str | Path = "house") -> Content:
    """A pack by its name, or a conductor's own by its path. Raises PackError with every fault."""
    path = HERE / f"{profile}.toml" if isinstance(profile, str) else profile
    return of_pack(Pack.read(path))


def parse(text: str, name: str) -> Content:
    """A pack from its text, laid over its base. Raises PackError with every fault."""
    return of_pack(Pack.parse(text, name))


def of_pack(written: Pack) -> Content:
    """A pack, laid over its base. Raises PackError with every fault."""
    pack = Pack(_on_its_base(dict(written.data)), written.name, written.file)
    content = _content(pack)
    _check(pack, content.cards)
    _check_setup(pack, content)
    pack.done()
    return content


def _content(pack: Pack) -> Content:
    head, setup, limits = pack.table("pack"), pack.table("setup"), pack.table("limits")
    rulings = pack.table("rulings")
    head.whole("version", low=1, high=9999)
    cards = sorted(map(_card, pack.tables("card")), key=lambda card: CLASSES.index(card.kind))
    counts = setup.table("turntables")
    guards = [card.id for card in cards if card.kind == "disaster"]
    return Content(
        key=head.text("key"),
        base=head.choice("base", ("", *profiles()), default=""),
        ruleset=head.choice("ruleset", tuple(rulesets()), default="tournament"),
        digest=pack.digest,
        title=head.sentence("title"),
        official=head.flag("official"),
        notice=head.sentence("notice"),
        source=head.text("source"),
        cards=tuple(cards),
        scoring=_scoring(pack.table("scoring"), pack.table("going_out"), cards),
        deal=setup.whole("deal", low=1, high=20),
        turntables={n: counts.whole(str(n), low=0, high=9) for n in range(2, 7)},
        hand_limit=limits.whole("hand", low=1, high=20),
        draw=limits.whole("draw", low=1, high=5),
        trains=limits.whole("trains", low=2, high=12),
        turns=limits.whole("turns", low=2, high=200),
        hands=limits.whole("hands", low=1, high=99),
        caboose_guards=frozenset(rulings.words("caboose_guards", guards)),
        caboose_on=frozenset(rulings.words("caboose_on", ("freight", "passenger"))),
        stolen_to_hand=rulings.choice("stolen_car", ("hand", "discard")) == "hand",
    )


def _card(table: PackTable) -> Card:
    kind = table.choice("class", CLASSES)
    worth = kind in ("freight", "passenger", "way")
    disaster = kind == "disaster"
    return Card(
        id=table.text("id"),
        name=table.sentence("name"),
        kind=kind,
        value=table.whole("value", low=0, high=50) if worth else 0,
        copies=table.whole("copies", low=1, high=50),
        penalty=table.whole("penalty", low=0, high=50),
        effect=table.choice("effect", EFFECTS) if disaster else "",
        blocked_by=table.text("blocked_by") if disaster else "",
    )


def _scoring(table: PackTable, out: PackTable, cards: list[Card]) -> Scoring:
    return Scoring(
        first_cars=table.whole("first_cars", low=1, high=20),
        together=table.choice("first_cars_count", ("once", "each")) == "once",
        shortest=table.whole("shortest", low=1, high=20),
        doubles=frozenset(table.words("doubles", DOUBLES)),
        full_set=table.choice("full_set", [c.id for c in cards if c.kind == "passenger"] or [""]),
        negative_totals=table.flag("negative_totals"),
        bonus=out.whole("bonus", low=0, high=100),
        lengths=tuple(sorted(out.wholes("lengths", low=1, high=20), reverse=True)),
        others=out.whole("others", low=1, high=20),
    )


def _check(pack: Pack, cards: tuple[Card, ...]) -> None:
    """Check the cards against each other: rules/express.md 1.2 has the counts."""
    deck = pack.table("deck")
    total = sum(card.copies for card in cards)
    if total != deck.whole("cards", low=1, high=500):
        pack.fault("deck.cards", "deck-size", T("The pack lists {total} cards.", total=total))
    for kind in CLASSES:
        count = sum(card.copies for card in cards if card.kind == kind)
        if count != deck.whole(kind, low=0, high=500):
            pack.fault(
                f"deck.{kind}",
                "class-size",
                T("The pack lists {count} {kind} cards.", count=count, kind=kind),
            )
    for number, table in enumerate(pack.data["card"] if pack.has("card") else ()):
        _check_id(pack, number, table)
    ids = [card.id for card in cards]
    for twice in sorted({one for one in ids if ids.count(one) > 1}):
        pack.fault("card", "twice", T("{twice} is listed twice.", twice=repr(twice)))
    for kind in CLASSES:
        kinds = sum(card.kind == kind for card in cards)
        if kinds == 0 or (kind in SINGLE and kinds > 1):
            text = (
                T("There must be one kind of {kind} card, not {kinds}.", kind=kind, kinds=kinds)
                if kind in SINGLE
                else T("There must be at least one kind of {kind} card, not 0.", kind=kind)
            )
            pack.fault("card", "kinds", text)
    plus = deck.whole("freight_copies_plus_value", low=0, high=50, default=0)
    for card in cards:
        if plus and card.kind == "freight" and card.copies + card.value != plus:
            pack.fault(
                f"card.{card.id}", "copies", T("Copies and value must add up to {plus}.", plus=plus)
            )
    _check_disasters(pack, cards)


def _check_id(pack: Pack, number: int, table: Any) -> None:
    """Moves and sheets are written with the ids: words of their own, for single kinds fixed."""
    if not isinstance(table, dict) or not isinstance(table.get("id"), str):
        return
    name, kind = table["id"], table.get("class")
    if not WORD.fullmatch(name):
        text = T(
            "An id must have only small letters, digits and hyphens, not {name}.", name=repr(name)
        )
        pack.fault(f"card.{number}.id", "word", text)
    if kind in SINGLE and name != kind:
        text = T(
            "The one {kind} card must have the id {id}, not {name}.",
            kind=kind,
            id=repr(kind),
            name=repr(name),
        )
        pack.fault(f"card.{number}.id", "single", text)


def _check_setup(pack: Pack, content: Content) -> None:
    """The deck has the cards that are dealt, and the Turntables that are used."""
    copies = sum(card.copies for card in content.cards if card.kind == "turntable")
    deck = sum(card.copies for card in content.cards) - copies
    for players, used in content.turntables.items():
        if used > copies:
            text = TN(
                "The deck has {n} Turntable, not {used}.",
                "The deck has {n} Turntables, not {used}.",
                copies,
                used=used,
            )
            pack.fault(f"setup.turntables.{players}", "turntables", text)
        dealt = players * content.deal
        if dealt > deck + used:
            text = T(
                "With {players} players, {dealt} cards are dealt, and there are {deck}.",
                players=players,
                dealt=dealt,
                deck=deck + used,
            )
            pack.fault("setup.deal", "short-deck", text)


def _check_disasters(pack: Pack, cards: tuple[Card, ...]) -> None:
    """Each Disaster is stopped by a Way Car of its own: rules/express.md 1.6."""
    ways = sorted(card.id for card in cards if card.kind == "way")
    blockers = sorted(card.blocked_by for card in cards if card.kind == "disaster")
    if ways != blockers:
        pack.fault(
            "card",
            "way-cars",
            T("Each Disaster needs its own Way Car, and each Way Car its own Disaster."),
        )
    effects = [card.effect for card in cards if card.kind == "disaster"]
    if len(set(effects)) != len(effects):
        pack.fault("card", "effects", T("Two Disasters have the same effect."))
