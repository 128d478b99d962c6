"""Each page as three readers get it: who keeps it, whom it asks, where its "?" leads."""

import re

import pytest
from django.db import transaction
from django.urls import reverse

from tests.routes.rows import ROUTES
from tests.routes.test_caching import FOR_STAFF, caching_of
from tests.routes.test_third_parties import Addresses, is_foreign
from tests.routes.visitors import address_of, rolled_back_later, visitor
from tournaments.help_topics import TOPICS

pytestmark = [pytest.mark.django_db, pytest.mark.once]

OK, HTML = 200, "text/html"
READERS = ("owner", "player at this table", "nobody")
#: The most that an answer may allow which is not private and kept nowhere.
EVERYBODY_S = (
    {"public", "max-age=0", "s-maxage=1", "stale-while-revalidate=1"},
    {"public", "no-cache"},
)
#: A file for its sender, which the browser may keep while its ETag holds.
FILE = {"private", "no-cache"}
#: Signs that a page is one person's: a form of theirs, or their account.
PERSONAL = re.compile(rb'name="csrfmiddlewaretoken"|"X-CSRFToken"|Sign out')
HELP = re.compile(r'href="([^"]*)"[^>]*data-help')
POLICY = "Content-Security-Policy"
#: What a policy may say without naming another server. Pictures that the site draws have styles.
WORDS = {"'self'", "'none'", "'unsafe-inline'", "data:"}


@pytest.fixture(scope="module", params=ROUTES)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def shown(name, world, django_db_blocker):
    """The answer to each reader; asked for once, as to render a page is what takes time."""
    answers = {}
    with django_db_blocker.unblock(), rolled_back_later():
        for role in READERS:
            answers[role] = visitor(role, world, ROUTES[name]).get(address_of(name, world))
        transaction.set_rollback(True)
    return answers


def test_what_does_not_say_otherwise_is_kept_by_no_proxy_and_no_browser(name, shown):
    """Nor is any page for staff, whatever it says."""
    for role, response in shown.items():
        said = caching_of(response)
        content = b"" if response.streaming else response.content
        is_for_staff = role == "owner" and name in FOR_STAFF
        if is_for_staff or PERSONAL.search(content) or said not in (*EVERYBODY_S, FILE):
            assert {"private", "no-store"} <= said, role


def test_a_page_asks_no_other_server_for_anything(shown):
    for role, response in shown.items():
        kind = response.get("Content-Type", "")
        if response.status_code != OK or not kind.startswith((HTML, "image/svg")):
            continue
        assert [one for one in Addresses(response.text).found if is_foreign(one)] == [], role
        policy = {part.split()[0]: part.split()[1:] for part in response[POLICY].split(";")}
        assert policy["default-src"] in (["'self'"], ["'none'"])
        assert {word for words in policy.values() for word in words} <= WORDS, role


def test_the_help_of_a_page_is_its_paragraph(name, shown):
    for role, response in shown.items():
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
