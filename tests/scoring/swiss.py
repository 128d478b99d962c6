"""Random Swiss tournaments as results, and in FIDE's report format for other programs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.results import GameResult, Results

WON, DRAWN, LOST = (1, 0), (0, 0), (0, 1)
POINTS = {WON: (2, 0), DRAWN: (1, 1), LOST: (0, 2)}


@dataclass
class Swiss:
    """``cells`` has what the report format says of each round of each player, from 1."""

    games: list[GameResult[int]] = field(default_factory=list)
    byes: list[tuple[int, int]] = field(default_factory=list)
    half_byes: list[tuple[int, int]] = field(default_factory=list)
    cells: dict[int, list[str]] = field(default_factory=dict)
    halves: dict[int, int] = field(default_factory=dict)

    def game(self, number: int, white: int, black: int, ended: tuple[int, int], *, played: bool):
        merits = {white: ended[:1], black: ended[1:]}
        self.games.append(GameResult(number, merits, second=black, played=played))
        up, down = POINTS[ended]
        signs = {2: "1" if played else "+", 1: "=", 0: "0" if played else "-"}
        self.cells[white].append(f"  {black:4d} w {signs[up]}")
        self.cells[black].append(f"  {white:4d} b {signs[down]}")
        self.halves[white] += up
        self.halves[black] += down

    def bye(self, number: int, player: int) -> None:
        self.byes.append((number, player))
        self.cells[player].append("  0000 - U")
        self.halves[player] += 2

    def half_bye(self, number: int, player: int) -> None:
        self.half_byes.append((number, player))
        self.cells[player].append("  0000 - H")
        self.halves[player] += 1

    def absent(self, player: int) -> None:
        self.cells[player].append("  0000 - Z")

    @property
    def results(self) -> Results[int]:
        return Results(
            games=self.games, byes=self.byes, half_byes=self.half_byes, head_to_head=True,
            players=tuple(self.cells),
        )  # fmt: skip

    @property
    def has_all_played(self) -> bool:
        there = {player for game in self.games for player in game.merits}
        sat_out = {player for _round, player in [*self.byes, *self.half_byes]}
        return there | sat_out == set(self.cells)

    @property
    def trf(self) -> str:
        """The tournament in FIDE's report format of 2016."""
        rounds = max(map(len, self.cells.values()))
        lines = ["012 Random", f"062 {len(self.cells)}", "092 Individual: Swiss-System (Dutch)"]
        lines.append(f"XXR {rounds}")
        for player, cells in self.cells.items():
            head = f"001 {player:4d}      {f'Player {player}':<33} {0:4d}" + " " * 28
            lines.append(f"{head}{self.halves[player] / 2:4.1f} {player:4d}" + "".join(cells))
        return "\n".join(lines) + "\n"


def random_swiss(seed: int, *, repeats: bool = True) -> Swiss:
    """A tournament with draws, byes of each kind, absences, forfeits, latecomers and dropouts."""
    rng = random.Random(seed)
    players, rounds = rng.randrange(4, 17), rng.randrange(1, 8)
    made = Swiss(
        cells={n: [] for n in range(1, players + 1)}, halves=dict.fromkeys(range(1, 99), 0)
    )
    absent, forfeits = rng.choice((0.0, 0.1, 0.3)), rng.choice((0.0, 0.15))
    asks = rng.choice((0.0, 0.5))
    here = {n: rng.randrange(1, 3) for n in made.cells}
    gone = {n: rng.randrange(2, 12) for n in made.cells}
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        present = [n for n in made.cells if here[n] <= number < gone[n] and rng.random() >= absent]
        rng.shuffle(present)
        if len(present) < 2:  # a round that nobody plays is none
            present = rng.sample(list(made.cells), 2)
        for white, black in _pairs(present, met, repeats=repeats):
            played = rng.random() >= forfeits
            ended = rng.choice((WON, DRAWN, LOST) if played else (WON, LOST))
            made.game(number, white, black, ended, played=played)
            met.add(frozenset((white, black)))
        for player in made.cells:
            if len(made.cells[player]) == number:
                continue
            if player in present and not any(n == number for n, _player in made.byes):
                made.bye(number, player)
            elif rng.random() < asks:
                made.half_bye(number, player)
            else:
                made.absent(player)
    return made


def _pairs(
    present: Sequence[int], met: set[frozenset[int]], *, repeats: bool
) -> Iterator[tuple[int, int]]:
    waiting: list[int] = []
    for player in present:
        rival = next(
            (one for one in waiting if repeats or frozenset((one, player)) not in met), None
        )
        if rival is None:
            waiting.append(player)
        else:
            waiting.remove(rival)
            yield rival, player


# --- gacrux ---------------------------------------------------------------------------------------


def by_gacrux(trf: str, code: str, *, after_points: bool = False) -> dict[int, Fraction]:
    """A tie-break of each player by gacrux, FIDE's own checker; with ``after_points`` the ranks."""
    from gacrux import tiebreak, trf2json  # noqa: PLC0415 - takes half a second

    file = trf2json.trf2json()
    file.parse_file(trf, False)  # noqa: FBT003 - gacrux's own signature
    tournament = file.get_tournament(1)
    params = {
        "tiebreak": ["PTS", code] if after_points else [code],
        "check": False,
        "unrated": None,
        "pre_determined": False,
        "swiss": True,
    }
    found = tiebreak.tiebreak(tournament, -1, params).compute_tiebreaks(tournament, params)
    if after_points:
        return {one["cid"]: Fraction(one["rank"]) for one in found["competitors"]}
    return {one["cid"]: Fraction(one["tiebreakScore"][0]) for one in found["competitors"]}
