"""The "?" of each page leads to the paragraph of the help that belongs to it."""

import pytest

from tests.routes.rows import ROUTES
from tournaments.help import guides
from tournaments.help_topics import PAGES_OF

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def paragraph_of(guide):
    return {"README": guides.contents()}.get(guide) or guides.guide(guide)


@pytest.mark.parametrize("topic", PAGES_OF)
def test_each_topic_is_a_heading_of_a_guide(topic):
    guide, _mark, anchor = topic.partition("#")

    assert anchor in {heading.anchor for heading in paragraph_of(guide).headings}


def test_each_page_has_one_topic_and_exists():
    named = [page for pages in PAGES_OF.values() for page in pages]

    assert len(named) == len(set(named))
    assert set(named) <= set(ROUTES) | {"api-documentation"}
