"""The pages of the projector's board."""

from datetime import timedelta

import pytest

from tests.builders import NOON
from tournaments.boards.projector.rules import (
    MOST_PAGES,
    SECONDS_FOR_ALL,
    chunks,
    page_shown,
    seconds_a_page,
    slots_a_page,
)


@pytest.mark.parametrize("running", [1, 4, 5, 14, 16, 17, 30])
def test_every_running_slot_is_shown_within_forty_seconds(running):
    pages = chunks(range(running), slots_a_page(running))
    seconds = seconds_a_page(len(pages))
    seen = {
        slot
        for second in range(SECONDS_FOR_ALL)
        for slot in pages[
            page_shown(NOON + timedelta(seconds=second), pages=len(pages), seconds=seconds)
        ]
    }
    assert seen == set(range(running))


def test_four_clocks_are_shown_for_ten_seconds():
    assert [len(page) for page in chunks(range(14), slots_a_page(14))] == [4, 4, 4, 2]
    assert seconds_a_page(4) == seconds_a_page(1) == 10
    assert seconds_a_page(MOST_PAGES) * MOST_PAGES <= SECONDS_FOR_ALL


def test_nothing_has_no_page():
    assert chunks([], 4) == []
    assert page_shown(NOON, pages=0, seconds=10) == 0
