"""Terminus: a position, whose turn it is, and how its parts come together.

Source of every rule: terminus.txt, by heading; R and T numbers are rulings (notation.md). What may
be done is in offers.py and spots.py, what follows in setup.py, income.py, turns.py and building.py,
what it is worth in scoring.py. Why a move is not legal is written apart, in adjudication.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kernel import ARBITER, CHANCE, Placing, Refusal, place
from games.terminus import adjudication, offers, scoring, secrets, setup, table
from games.terminus.consequences import FOLLOWS
from games.terminus.model import NOWHERE, Action, Model
from games.terminus.names import IN_BOX, ON_DISPLAY
from games.terminus.pack import FEW, OF_EACH_UPGRADE, PROJECTS, STORED, TILES, TYPES
from games.terminus.phases import (
    ENDS,
    FINISHED,
    KEEPING,
    LAST_OF_CHANCE,
    LAST_SEALED,
    TILING,
    TOKENS,
)


class State:
    """One position. Lists are by player unless they are said to be by something else.

    The Automa, if it plays, has the number after the last player in ``discs``, ``rails_left``,
    ``stops``, ``met`` and ``termini``. ``order`` is the turn order of the Year, ``passed`` that of
    the next as far as it is known; ``at`` counts steps of the income, first collections, then
    rewards. ``zone`` is where a Player Marker is (NOWHERE: on the Turn Order card, or at the Cycle
    Checkpoint), ``cycle`` in which cycle.

    ``cubes`` has four resources for each player; ``rails`` are those in storage, ``rails_left`` the
    reserve; ``capacity`` the steps of the marker, ``unlocked`` the Build Upgrades as bits.
    ``agendas`` has the kept ones, the secret one first, ``heard`` a bit for each of them with a
    Lobbyist; ``drawn`` cards are in hand. ``bag`` is the deck, as bits, and ``returned`` what a
    player put under it; ``revealed`` has, by seat, the Agendas that gave the first turn order
    (T17), or nothing. ``display`` has the Projects, ``rows`` for each the (player, Lobbyists).

    By Development: ``site`` its Block, ``token`` its Demand (a District), ``lobbied`` the players
    there as bits. ``demands`` has, for each player, how many of each District. By Plot: ``owner``;
    by link: ``track``, the players with Rails there as bits. ``stops``, ``hubs``, ``met`` (the
    Stops of others connected to) and ``near`` (the Blocks beside own Stops) are masks; ``lines``
    the own Stops in the order of the line; ``termini`` two for each player, the second or NOWHERE.

    ``item``, ``made``, ``most``, ``joined`` and ``grew`` belong to the action that goes on: what it
    is about, links and Hubs built and allowed, the owners connected to, whether Capacity rose.
    """

    __slots__ = (
        "agendas",
        "at",
        "automa_side",
        "automa_zone",
        "bag",
        "bonus",
        "capacity",
        "coins",
        "crossed",
        "cubes",
        "cycle",
        "demands",
        "developed",
        "discs",
        "display",
        "drawn",
        "grew",
        "heard",
        "hubs",
        "item",
        "joined",
        "kept",
        "lines",
        "lobbied",
        "lobbyists",
        "made",
        "market",
        "met",
        "model",
        "most",
        "near",
        "order",
        "owner",
        "passed",
        "phase",
        "players",
        "railed",
        "rails",
        "rails_left",
        "returned",
        "revealed",
        "rows",
        "site",
        "stops",
        "termini",
        "token",
        "track",
        "turn",
        "unlocked",
        "upgrades",
        "upgrades_left",
        "with_automa",
        "year",
        "zone",
    )

    model: Model
    agendas: list[tuple[int, ...]]
    at: int
    automa_side: int
    automa_zone: int
    bag: int
    bonus: list[int]
    capacity: list[int]
    coins: list[int]
    crossed: bool
    cubes: list[int]
    cycle: list[int]
    demands: list[int]
    developed: int
    discs: list[int]
    display: tuple[int, ...]
    drawn: list[tuple[int, ...]]
    grew: bool
    heard: list[int]
    hubs: list[int]
    item: int
    joined: tuple[int, ...]
    kept: list[int]
    lines: list[tuple[int, ...]]
    lobbied: list[int]
    lobbyists: list[int]
    made: int
    market: list[int]
    met: list[int]
    most: int
    near: list[int]
    order: tuple[int, ...]
    owner: list[int]
    passed: tuple[int, ...]
    phase: int
    players: int
    railed: int
    rails: list[int]
    rails_left: list[int]
    returned: list[int]
    revealed: tuple[int, ...]
    rows: tuple[tuple[tuple[int, int], ...], ...]
    site: list[int]
    stops: list[int]
    termini: list[int]
    token: list[int]
    track: list[int]
    turn: int
    unlocked: list[int]
    upgrades: list[int]
    upgrades_left: list[int]
    with_automa: bool
    year: int
    zone: list[int]

    def __init__(self, model: Model) -> None:
        """Slots without values: ``begin`` and ``copy`` fill them."""
        self.model = model

    @classmethod
    def begin(cls, model: Model, players: int, *, automa: bool, first_game: bool) -> State:
        """Before anything is drawn. Source: Game Set Up, Main Board and Player Board Set Up."""
        state, pack = cls(model), model.pack
        state.players, state.with_automa = players, automa
        state.phase, state.year, state.turn, state.at = TILING, 1, 0, 0
        state.crossed, state.grew = False, False
        state.item, state.made, state.most = NOWHERE, 0, 0
        state.order, state.passed, state.joined = tuple(range(players)), (), ()
        state._begin_players(players)
        state._begin_board(players)
        state.display, state.rows, state.revealed = (), (), ()
        state.automa_side = state.automa_zone = NOWHERE
        if first_game:
            few, first = players <= FEW, pack.first
            for tile in first.developments + (() if few else first.more_developments):
                state.site[tile] = ON_DISPLAY
            state.display = first.projects + (() if few else first.more_projects)
            state.rows = ((),) * len(state.display)
            state.phase = TOKENS
        return state

    def _begin_players(self, players: int) -> None:
        pack, sides = self.model.pack, players + 1
        self.zone, self.cycle = [NOWHERE] * players, [1] * players
        self.coins, self.cubes = [0] * players, [0] * (4 * players)
        self.rails, self.rails_left = [0] * players, [pack.rails] * sides
        self.discs, self.capacity = [pack.discs] * sides, [0] * players
        self.unlocked, self.upgrades = [0] * players, [0] * players
        self.lobbyists = [pack.lobbyists] * players
        self.agendas = [()] * players
        self.drawn = [()] * players
        self.heard, self.returned = [0] * players, [0] * players
        self.kept, self.bonus = [NOWHERE] * players, [NOWHERE] * players
        self.stops, self.met, self.hubs = [0] * sides, [0] * sides, [0] * players
        self.near, self.lines = [0] * players, [()] * players
        self.termini = [NOWHERE] * (2 * sides)
        self.demands = [0] * (len(pack.city.districts) * players)

    def _begin_board(self, players: int) -> None:
        pack, model = self.model.pack, self.model
        self.market = [trade.size for trade in model.trades[players == 2]]
        self.upgrades_left = [OF_EACH_UPGRADE[players]] * len(pack.upgrades)
        self.site = [IN_BOX] * len(pack.developments)
        self.token = [NOWHERE] * len(pack.developments)
        self.lobbied = [0] * len(pack.developments)
        self.bag = (1 << len(pack.agendas)) - 1
        self.owner = [NOWHERE] * len(pack.city.plots)
        self.track = [0] * len(pack.city.links)
        self.developed = self.railed = 0

    def copy(self) -> State:
        twin = State(self.model)
        twin.players, twin.with_automa = self.players, self.with_automa
        twin.phase, twin.year, twin.turn, twin.at = self.phase, self.year, self.turn, self.at
        twin.crossed, twin.grew = self.crossed, self.grew
        twin.item, twin.made, twin.most = self.item, self.made, self.most
        twin.order, twin.passed, twin.joined = self.order, self.passed, self.joined
        twin.display, twin.rows, twin.bag = self.display, self.rows, self.bag
        twin.revealed = self.revealed
        twin.developed, twin.railed = self.developed, self.railed
        twin.automa_side, twin.automa_zone = self.automa_side, self.automa_zone
        twin.zone, twin.cycle, twin.coins = self.zone[:], self.cycle[:], self.coins[:]
        twin.cubes, twin.rails, twin.rails_left = (
            self.cubes[:],
            self.rails[:],
            self.rails_left[:],
        )
        twin.discs, twin.capacity = self.discs[:], self.capacity[:]
        twin.unlocked, twin.upgrades = self.unlocked[:], self.upgrades[:]
        twin.lobbyists, twin.agendas = self.lobbyists[:], self.agendas[:]
        twin.drawn, twin.heard, twin.returned = self.drawn[:], self.heard[:], self.returned[:]
        twin.kept, twin.bonus = self.kept[:], self.bonus[:]
        twin.stops, twin.met, twin.hubs = self.stops[:], self.met[:], self.hubs[:]
        twin.near, twin.lines, twin.termini = self.near[:], self.lines[:], self.termini[:]
        twin.demands, twin.market = self.demands[:], self.market[:]
        twin.upgrades_left, twin.site = self.upgrades_left[:], self.site[:]
        twin.token, twin.lobbied = self.token[:], self.lobbied[:]
        twin.owner, twin.track = self.owner[:], self.track[:]
        return twin

    # Who, and what they may do

    def actors(self) -> tuple[int, ...]:
        """The player in turn, chance, everybody who owes a sealed choice, or nobody at the end."""
        phase = self.phase
        if phase > LAST_SEALED:
            return (self.turn,) if phase < FINISHED else ()
        if phase <= LAST_OF_CHANCE:
            return (CHANCE,)
        chosen = self.kept if phase == KEEPING else self.bonus
        return tuple(player for player in range(self.players) if chosen[player] == NOWHERE)

    def legal_actions(self, player: int) -> list[Action]:
        """The legal moves. The conductor may stop a game that is on."""
        phase = self.phase
        if phase >= FINISHED:
            return []
        if player == ARBITER:
            return [self.model.stop]
        if phase > LAST_SEALED:
            return offers.OFFERS[phase](self, player) if player == self.turn else []
        if player == CHANCE:
            return setup.outcomes(self) if phase <= LAST_OF_CHANCE else []
        return offers.sealed(self, player) if player in self.actors() else []

    def refusal(self, player: int, action: Action) -> Refusal | None:
        """Why not, or None when legal: adjudication.py."""
        return adjudication.refusal(self, player, action)

    def in_step(self, action: Action) -> bool:
        """Whether a ruling can let this move stand now: it is of the step that is played. Before
        rules 2, moves of all steps could."""
        return self.model.rules == 1 or action.kind in adjudication.WANTED.get(self.phase, ())

    def sample(self, random: Callable[[], float]) -> Action:
        """Every tile, token or card that is left is drawn with an equal chance."""
        return setup.sample(self, random)

    def resample(self, player: int | None, random: Callable[[], float]) -> State:
        """A copy with what ``player`` cannot know dealt again: secrets.py."""
        return secrets.resample(self, player, random)

    def apply(self, player: int, action: Action) -> None:
        """Play a move. Trusts its caller."""
        FOLLOWS[action.kind](self, player, action)

    # What is counted in several places

    def few(self) -> bool:
        """Whether so few play that fewer tiles and Projects are used."""
        return self.players <= FEW

    def tiles_wanted(self) -> int:
        """Developments on display. Source: Main Board Set Up, 3."""
        return TILES[not self.few()] * len(TYPES)

    def projects_wanted(self) -> int:
        """Source: Main Board Set Up, 6."""
        return PROJECTS[not self.few()]

    def room(self, player: int) -> int:
        """Resources that the storage holds. Source: Collecting and spending resources."""
        room = STORED
        for upgrade, more in enumerate(self.model.storage_of):
            if more and self.upgrades[player] >> upgrade & 1:
                room += more
        return room

    def held(self, player: int) -> int:
        """Resources in the storage."""
        return sum(self.cubes[4 * player : 4 * player + 4])

    def used(self, player: int) -> int:
        """Discs placed in the City."""
        return self.model.pack.discs - self.discs[player]

    def buildable(self, player: int) -> int:
        """Discs left of the Capacity Marker. Source: Capacity; ruling R6."""
        return self.model.pack.board.start + self.capacity[player] - self.used(player)

    # The score, what can be seen, what must hold

    def end(self) -> str:
        """How it ended: "finished", "stopped" (by the conductor), or "" while it is on."""
        return ENDS.get(self.phase, "")

    def placings(self) -> list[Placing]:
        """By Prestige, fewest discs left, coins; then shared. Source: End-Game Scoring."""
        return place(
            [
                (scoring.total(self, player), -self.discs[player], self.coins[player])
                for player in range(self.players)
            ]
        )

    def view(self, player: int | None) -> dict[str, Any]:
        """The position as that player, or the public, may know it: table.py has the shape."""
        return table.view(self, player)

    def key(self) -> tuple[Any, ...]:
        """Hashable; equal keys are equal positions."""
        return table.key(self)

    def check(self) -> None:
        """Raise AssertionError when the position is not one of this game."""
        table.check(self)
