"""Random conventions rank as an oracle says that was written from the specification alone.

Two readings were settled afterwards, as the specification left them open: a final of another title
is named among what does not count, and what does not count stands in the order of the games.
"""

from fractions import Fraction
from itertools import pairwise

import pytest

from scoring.conventions.json_input import read
from scoring.conventions.report import as_dict
from tests.examples import ALL
from tests.scoring.conventions.convention_oracle import expected
from tests.scoring.conventions.random_conventions import convention

SEEDS = 1_000
#: A tenth of them in `make test`, the others in `make thorough`.
PARTS = [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 10))]
#: A change of each value of the profile that some conventions notice.
CHANGES = {
    "categories": lambda profile: {"categories": dict(list(profile["categories"].items())[1:])},
    "required": lambda _profile: {"required": 1},
    "scheme": lambda profile: {
        "scheme": "house" if profile["scheme"] == "close-game" else "close-game"
    },
    "final_bonus": lambda _profile: {"final_bonus": ["7", "5", "2"]},
    "pick_ups": lambda profile: {"pick_ups": not profile["pick_ups"]},
    "titles": lambda _profile: {"titles": [], "required": 1},
    "tie_breaks": lambda profile: {"tie_breaks": profile["tie_breaks"][1:]},
    "penalties": lambda _profile: {"penalties": {}},
}


@pytest.mark.parametrize("part", PARTS)
def test_a_thousand_conventions_rank_as_the_oracle_says(part):
    for seed in range(part, SEEDS, len(PARTS)):
        data = convention(seed)
        assert as_dict(read(data)) == expected(data), f"seed {seed}"


def test_each_reason_read_as_a_rule_gives_the_order():
    steps = set()
    for seed in range(SEEDS // 4 if ALL else SEEDS // 10):
        data = convention(seed)
        rows, order = as_dict(read(data))["rows"], data["profile"]["tie_breaks"]
        for above, below in pairwise(rows):
            step, mine, theirs = above["why"]
            steps.add(step)
            if step != "equal":
                assert compared(mine) > compared(theirs), f"seed {seed}"
            chain = ["complete", "categories", "total", *order, "equal"]
            for earlier in chain[: chain.index(step)]:
                assert value_of(earlier, above) == value_of(earlier, below), f"seed {seed}"
    assert steps == {"complete", "categories", "total", "wins", "iron", "results", "equal"}


def compared(value):
    """A value of a reason as something that has an order."""
    if isinstance(value, list):
        return [Fraction(one) for one in value]
    return Fraction(value) if isinstance(value, str) else value


def value_of(step, row):
    """The value of a row at a step, read from the columns that are shown."""
    complete = row["missing"] is None
    if step == "complete":
        return complete
    if step == "categories":
        return 0 if complete else len(row["categories"])
    if step == "results":
        return sorted(
            Fraction(one["value"]) for one in row["categories"].values() if one["value"] != "0"
        )
    return Fraction(row[step]) if step != "wins" else row[step]


@pytest.mark.parametrize("name", CHANGES)
def test_every_value_of_the_profile_changes_something(name):
    assert any(differs(convention(seed), CHANGES[name]) for seed in range(100))


def differs(data, change):
    """Whether the ranking comes out otherwise with another value of the profile."""
    other = data | {"profile": data["profile"] | change(data["profile"]), "void": {}}
    before = data | {"void": {}}
    if not (other["profile"]["titles"] or len(other["profile"]["categories"]) >= 1):
        return False
    most = len(other["profile"]["titles"] or other["profile"]["categories"])
    if other["profile"]["required"] > most:
        return False
    return as_dict(read(before)) != as_dict(read(other))
