"""How often the search player beats the greedy one, in games for two, in alternating seats.

    python -m tests.benchmarks.search_player [GAME ...] [--games 400] [--budget 8000]

A shared first place counts as half a game won. Wilson's interval holds the true share 95 times in a
hundred. Games are dealt from seeds counted from 0: with a budget in decisions, the same ones again.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from random import Random

from games import catalogue
from games.cli.bots import bot
from games.playing import Choose, play_out
from games.search import DECISIONS, Budget

Z = 1.96


def main() -> None:
    """Play, and print a line for each game, with what it has cost."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.search_player")
    parser.add_argument(
        "keys", nargs="*", metavar="GAME", help="keys; else every game that is here"
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--budget", default=str(DECISIONS), help="decisions, as 8000, or 0.5s")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    args = parser.parse_args()
    for key in args.keys or sorted(catalogue.games()):
        search, greedy = bot(key, "search", Budget.read(args.budget)), bot(key, "greedy")
        seeds, began = range(args.first, args.first + args.games), time.process_time()
        share = sum(won(key, search, greedy, seed) for seed in seeds) / args.games
        low, high = interval(share, args.games)
        seconds = (time.process_time() - began) / args.games
        said = f"{key:15} budget {args.budget:>7}, {args.games} games: {share:.1%} won, "
        sys.stdout.write(f"{said}95 % {low:.1%} to {high:.1%}; {seconds:.2f} s a game\n")
        sys.stdout.flush()


def won(key: str, search: Choose, greedy: Choose, seed: int) -> float:
    """One game, in which the search player has seat 0 or 1 by the seed: 1 won, 0.5 shared, 0."""
    state, mine = catalogue.rules(key).new(2), seed % 2
    bots = (greedy, search) if mine else (search, greedy)
    play_out(state, lambda now, seat, rnd: bots[seat](now, seat, rnd), Random(seed))
    places = [placing.place for placing in state.placings()]
    return 0.5 + 0.5 * ((places[mine] < places[1 - mine]) - (places[mine] > places[1 - mine]))


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's score interval of a share of so many games, 0 to 1."""
    middle = share + Z * Z / (2 * games)
    reach = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return (middle - reach) / whole, (middle + reach) / whole


if __name__ == "__main__":
    main()
