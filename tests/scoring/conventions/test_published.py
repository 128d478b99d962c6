"""Lists of categories that conventions have published."""

import pytest

from scoring.conventions.profile_text import read_categories
from scoring.conventions.published import PUBLISHED


@pytest.mark.parametrize("published", PUBLISHED.values(), ids=PUBLISHED)
def test_a_published_list_is_read_as_it_was_announced(published):
    found = read_categories(published.text)
    assert tuple(found.values()) == published.categories
    assert list(found) == [str(number) for number in range(1, len(found) + 1)]
    assert len(published.text) <= 2000  # what a profile holds
