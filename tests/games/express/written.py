"""Score sheets of two players, as a test writes them down, and what is found of them."""

from games.express import sheets
from games.express.rules.score import train as train_points
from tests.games.express.positions import GAME, code

FULL, QUICK = sheets(GAME).values()


def cars(words):
    return [word.replace("=", " as ") for word in words.split()]


def sheet(first=(), second=(), *, hand=("", ""), ways=("", ""), out=None, early=True, diesel=()):
    """A full sheet for two: each one's trains ("box wild=box wild"), hand and Way Cars.

    ``diesel``: (seat, number) of trains with a Diesel."""
    return {
        "trains": [
            [
                {"cars": cars(row), "diesel": (seat, number) in diesel}
                for number, row in enumerate(rows)
            ]
            for seat, rows in enumerate((first, second))
        ],
        "way_cars": [words.split() for words in ways],
        "hand": [words.split() for words in hand],
        "went_out": [seat == out for seat in (0, 1)],
        "ended_early": early and out is None,
    }


def faults(data, game_sheet=FULL):
    return [(issue.where, issue.code) for issue in game_sheet.clean(data, 2)]


def explained(data, game=GAME):
    """Texts and points of a good sheet; the engine finds each train worth the same."""
    own = sheets(game)["full"]
    assert own.clean(data, 2) == []
    lines = own.lines(data, 2)
    for line in lines:
        if line.where.startswith("trains"):
            row = data["trains"][line.player][int(line.where.rpartition(".")[2])]
            words = [car.replace(" as ", "=") for car in row["cars"]]
            codes = tuple(code(game.model, word) for word in words)
            assert train_points(game.model, codes, diesel=int(row["diesel"])) == line.points
    return [(line.text, line.points) for line in lines]
