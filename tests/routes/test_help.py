"""The "?" of each page leads to the paragraph of the help that belongs to it."""

import re

import pytest
from django.urls import reverse

from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tournaments.help import guides
from tournaments.help_topics import PAGES_OF, TOPICS

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HELP = re.compile(r'href="([^"]*)"[^>]*data-help')
OK, HTML = 200, "text/html"


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


@pytest.mark.parametrize("name", ROUTES)
def test_each_page_leads_to_its_paragraph(name, world):
    for role in ("owner", "player at this table", "nobody"):
        with rolled_back_later():
            response = visitor(role, world, ROUTES[name]).get(address_of(name, world))
            for close in response._resource_closers:  # response.close() would end the transaction
                close()
        if response.status_code != OK or not response["Content-Type"].startswith(HTML):
            continue
        leads = HELP.findall(response.text)
        if not leads:
            assert 'class="sign"' not in response.text, role
            continue
        assert name in TOPICS, "say in help_topics.py which paragraph belongs to it"
        guide, anchor = TOPICS[name]
        page = reverse("help") if guide == "README" else reverse("help-guide", args=[guide])
        assert leads == [f"{page}#{anchor}"], role
