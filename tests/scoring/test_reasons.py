"""Every reason, read as a rule, gives the order: the sentence is true, and it is the first that is.

The reader below knows the sentences and the results, and nothing of how the rows were ranked.
"""

import os
import random
import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures import MEASURES
from scoring.results_index import ResultsIndex
from scoring.schemes import scheme, schemes
from scoring.standings import STEPS, rank
from tests.examples import examples
from tests.scoring.played import any_results
from tests.scoring.swiss import random_swiss

#: How many pairs of neighbours in random tournaments; ``make fuzz`` has 100,000 of them.
NEIGHBOURS = int(os.environ.get("ROUNDHOUSE_STANDINGS_NEIGHBOURS", "300"))
NAMES = {str(measure.equal): key for key, measure in MEASURES.items()}
NUMBER = r"(-?\d+(?: \d+/\d+|\.\d+)?)(?: %)?"


def step_in(sentence):
    """The step that a reason names, and both its values if it gives them as numbers."""
    assert sentence[0].isupper(), sentence
    reason = re.sub(r"^Equal in .*?\. (?=[A-Z])", "", sentence)
    if reason.startswith("Shares the place"):
        return "", None
    for key, text in {**STEPS, **{key: one.reason for key, one in MEASURES.items()}}.items():
        pattern = re.escape(text).replace(r"\{mine\}", NUMBER).replace(r"\{theirs\}", NUMBER)
        found = re.fullmatch(pattern, reason)
        if found:
            return key, [_exact(text) for text in found.groups()]
    # The final may be decided by the game's own tie-breaks.
    assert reason.startswith("Better in the final: "), sentence
    return "final", None


def _exact(text):
    sign = -1 if text.startswith("-") else 1
    return sign * sum(map(Fraction, text.lstrip("-").split()))


def equal_in(sentence):
    """The steps in which a reason says that both are equal."""
    said = re.search(r"[Ee]qual in (.*?)\.(?: [A-Z]|$)", sentence)
    return [NAMES[name] for name in re.split(r", | and ", said[1])] if said else []


def contradictions(played, chosen, tie_breaks=None):
    """The neighbours whose reason is untrue or not their order; and how many there are."""
    rows = rank(played, chosen, key=str, tie_breaks=tie_breaks)
    index, wrong = ResultsIndex(played, chosen), []
    chain = list(rows.chain)
    for above, below in pairwise(rows):
        sentence = above.why.sentence
        step, numbers = step_in(sentence)
        equal = equal_in(sentence)
        before = chain[: chain.index(step)] if step in chain else [] if step else chain
        ok = equal == before and (above.place == below.place) == (step == "")
        for key in equal:
            if not MEASURES[key].in_group:
                values = MEASURES[key].of(index, (above.player, below.player))
                ok = ok and values[above.player] == values[below.player]
        if step in chain and not MEASURES[step].in_group:
            values = MEASURES[step].of(index, (above.player, below.player))
            ok = ok and values[above.player] > values[below.player]
        if numbers and len(numbers) == 2:
            # Fewer places are better; in everything else more is.
            ok = ok and (numbers[0] > numbers[1]) == (step != "average-place")
        if not ok:
            wrong.append((above, below, sentence))
    return wrong, max(len(rows) - 1, 0)


@pytest.mark.parametrize("key", sorted(schemes()))
@given(played=any_results())
@settings(max_examples=examples(15))
def test_every_reason_of_every_scheme_gives_the_order(key, played):
    assert contradictions(played, scheme(key))[0] == []


@given(played=any_results(), breaks=st.lists(st.sampled_from(list(MEASURES)[1:]), unique=True))
@settings(max_examples=examples(40))
def test_whatever_tie_breaks_are_chosen_the_reasons_give_the_order(played, breaks):
    assert contradictions(played, scheme("house"), breaks)[0] == []


@pytest.mark.once
def test_no_reason_contradicts_the_order_in_many_swisses():
    rng, keys, counted, seed = random.Random(1), list(MEASURES)[1:], 0, 0
    while counted < NEIGHBOURS:
        seed += 1
        breaks = rng.sample(keys, rng.randrange(1, 6)) if seed % 2 else None
        wrong, neighbours = contradictions(
            random_swiss(seed).results, scheme("win-draw-loss"), breaks
        )
        assert wrong == [], (seed, breaks)
        counted += neighbours
