"""FIDE's tie-breaks beside gacrux's, in a thousand random tournaments."""

import pytest

from tests.scoring.test_fide import compare

TOURNAMENTS, AT_ONCE = 1000, 100


@pytest.mark.parametrize("first", range(1000, 1000 + TOURNAMENTS, AT_ONCE))
def test_every_tie_break_is_what_gacrux_finds(first):
    for seed in range(first, first + AT_ONCE):
        compare(seed)
