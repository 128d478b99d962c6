"""Short ways to write down what tables ended with."""

from hypothesis import strategies as st

from scoring.formulas import Played
from scoring.results import GameResult, Results
from scoring.schemes import scheme
from scoring.standings import rank


def merit(ended_with):
    return ended_with if isinstance(ended_with, tuple) else (ended_with,)


def merits(table):
    return {player: merit(ended_with) for player, ended_with in table.items()}


def results(*rounds, **more):
    """``rounds`` are lists of tables: dictionaries of points, or of points with tie-breaks."""
    games = [
        GameResult(number, merits(table))
        for number, tables in enumerate(rounds, 1)
        for table in tables
    ]
    more["final"] = merits(more.get("final", {}))
    return Results(games=games, **more)


def worth(key, table, *, debut=()):
    """The points of a table by the scheme ``key``."""
    played = Played.of(merits(table), debut=frozenset(debut))
    return scheme(key).formula.worth(played)


def rows(key, played, **options):
    return rank(played, scheme(key), key=str, **options)


def summary(found):
    """Rows as place, player and the sentence of why above."""
    return [(row.place, row.player, row.why.sentence if row.why else "") for row in found]


players = st.integers(0, 15).map("p{:02}".format)
tables = st.dictionaries(players, st.tuples(st.integers(-20, 20)), min_size=1, max_size=6)


@st.composite
def any_results(draw):
    """Up to four rounds of up to three tables, where nobody sits at two tables of a round."""
    games, byes = [], []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        present = draw(st.permutations([f"p{n:02}" for n in range(12)]))
        for _table in range(draw(st.integers(0, 3))):
            size = draw(st.integers(2, 6))
            seated, present = present[:size], present[size:]
            ended_with = st.tuples(st.integers(-20, 20))
            if seated:
                games.append(GameResult(number, {player: draw(ended_with) for player in seated}))
        byes += [(number, player) for player in present[: draw(st.integers(0, 2))]]
    met = sorted({player for game in games for player in game.merits})
    final = (
        draw(st.dictionaries(st.sampled_from(met), st.tuples(st.integers(0, 3)), max_size=4))
        if met
        else {}
    )
    several = draw(st.booleans())
    number = st.integers(1, 2)
    final_tables = {player: draw(number) for player in final} if several else {}
    return Results(games=games, byes=byes, final=final, final_tables=final_tables, lot="a seed")
