"""Each page as three readers get it: who keeps it, whom it asks, where its "?" and forms lead.

The pages are in the pseudo-language, where every text is another one than in English.
"""

import re
from functools import cache, partial
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test.client import ClientHandler
from django.test.utils import override_settings
from django.urls import resolve, reverse
from django.utils import translation

from tests.examples import ALL
from tests.routes import test_old_acts as old_acts
from tests.routes import test_two_editors as two_editors
from tests.routes.controls import PageForms
from tests.routes.finders import HEBREW, Bare, Contradictions, Forms
from tests.routes.rows import ROUTES
from tests.routes.test_caching import FOR_STAFF, caching_of
from tests.routes.test_third_parties import Addresses, is_foreign
from tests.routes.texts import Texts, may_be_english, names, untranslated
from tests.routes.texts import page as page_of
from tests.routes.visitors import (
    address_of,
    answer_in,
    expected,
    is_of_the_api,
    noting_writes,
    rolled_back_later,
    visitor,
)
from tournaments.access.shared import sharing_of
from tournaments.help_topics import TOPICS
from tournaments.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.once]

OK, FORBIDDEN, HTML = 200, 403, "text/html"
OWNER, PLAYER, NOBODY = "owner", "player at this table", "nobody"
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
TOKEN = "csrfmiddlewaretoken"
#: The heading of the page that refuses a forged request.
FORGED = "Please send it again"
#: What Django's selects say where nothing is chosen yet. Ours say so in a word.
DASHES = ">---------<"
#: Pages that are English in part, and why. A page that is not named here is translated whole.
STILL_ENGLISH = {
    "api-documentation": "the schema of the API describes it, for programmers",
    "help": "guides that nobody has translated, and the page says so",
    "help-guide": "guides that nobody has translated, and the page says so",
    "ledger": "fields are called as they are stored",
    "rules-board": "a drawing, whose totals are in English",
    "rules-game": "the sources of rulings",
    "rules-position": "the sources of rulings",
    "styleguide": "made-up names, and names of colours in the style sheet",
}
#: Shared pages that a player gets in each run: these have something of a player's own. A long run
#: gives them all; that no other has anything of the sender's is for test_caching.py to see.
A_PLAYER_S_OWN = {"event", "find", "player", "round", "season", "standings", "tournament"}
METHOD_NOT_ALLOWED = 405
SEEN = {"seen", "version", "last", "change", "with"}
BEGAN = "initial-"


@pytest.fixture(scope="module")
def pseudo_language(pseudo_catalogue):
    """Have the site offer the pseudo-language beside English; its code."""
    offered = [("en", "English"), ("en-xa", "[Éñğlîîšh]")]
    with override_settings(LOCALE_PATHS=[pseudo_catalogue], LANGUAGES=offered):
        yield "en-xa"


@pytest.fixture(scope="module")
def shown(world, pseudo_language, django_db_blocker):
    """The answers by role and route, asked for once: to render a page is what takes time.

    An owner and a player get a shared page with what is personal on it; nobody gets what everybody
    gets. Who is answered alike elsewhere is left out. All players have Hebrew names.
    """
    answers = {}
    with django_db_blocker.unblock(), rolled_back_later():
        for number, player in enumerate(Player.objects.order_by("pk"), start=1):
            Player.objects.filter(pk=player.pk).update(name=f"{HEBREW} {number:03}")
        for name in ROUTES:
            address = address_of(name, world)
            is_shared = sharing_of(address) and not is_of_the_api(name)
            for role in (OWNER, PLAYER, NOBODY):
                if not (ALL or is_asked(role, name, world)):
                    continue
                own = {"own": "page"} if is_shared and role != NOBODY else {}
                with translation.override(pseudo_language), rolled_back_later():
                    with noting_writes() as writes:
                        answer = visitor(role, world, ROUTES[name]).get(address, own)
                    transaction.set_rollback(True)
                answer.wrote = writes
                answers[role, name] = answer
        yield answers
        transaction.set_rollback(True)


def is_asked(role, name, world):
    """Whether somebody may be answered otherwise than the others are here or in test_caching.py,
    where nobody gets each shared address."""
    is_shared = bool(sharing_of(address_of(name, world)))
    if role == NOBODY:
        return not is_shared
    if role == OWNER:
        return set(ROUTES[name].get.values()) != {METHOD_NOT_ALLOWED}
    if expected(name, "get", PLAYER, world) != OK:
        return False
    of = ROUTES[name].at(world)
    if "code" in of or is_of_the_api(name):
        return "code" in of
    return name in A_PLAYER_S_OWN if is_shared else "event" in of


@pytest.fixture(scope="module")
def pages(shown):
    """The pages among them."""
    return {key: one for key, one in shown.items() if is_page(one)}


def is_page(response):
    return response.status_code == OK and response["Content-Type"].startswith(HTML)


def test_those_who_may_see_a_page_are_shown_it_and_looking_writes_nothing(shown, world):
    """Others are asked by test_matrix.py."""
    answers = {key: answer_in(response) for key, response in shown.items()}
    assert answers == {(role, name): expected(name, "get", role, world) for role, name in shown}
    assert [key for key, response in shown.items() if response.wrote] == []


def test_what_does_not_say_otherwise_is_kept_by_no_proxy_and_no_browser(shown):
    """Nor is any page for staff, whatever it says, nor a shared page with what is personal."""
    kept = []
    for (role, name), response in shown.items():
        said = caching_of(response)
        content = b"" if response.streaming else response.content
        is_for_staff = role == OWNER and name in FOR_STAFF
        is_for_one = is_for_staff or response.request["QUERY_STRING"] == "own=page"
        if is_for_one or PERSONAL.search(content) or said not in (*EVERYBODY_S, FILE):
            kept += [] if {"private", "no-store"} <= said else [(name, role)]
    assert kept == []


def test_a_page_asks_no_other_server_for_anything(shown):
    for key, response in shown.items():
        kind = response.get("Content-Type", "")
        if response.status_code != OK or not kind.startswith((HTML, "image/svg")):
            continue
        assert [one for one in Addresses(response.text).found if is_foreign(one)] == [], key
        policy = {part.split()[0]: part.split()[1:] for part in response[POLICY].split(";")}
        assert policy["default-src"] in (["'self'"], ["'none'"]), key
        assert {word for words in policy.values() for word in words} <= WORDS, key


def test_the_help_of_a_page_is_its_paragraph(pages):
    for (role, name), response in pages.items():
        leads = HELP.findall(response.text)
        if not leads:
            assert 'class="sign"' not in response.text, (name, role)
            continue
        assert name in TOPICS, "say in help_topics.py which paragraph belongs to it"
        guide, anchor = TOPICS[name]
        page = reverse("help") if guide == "README" else reverse("help-guide", args=[guide])
        assert leads == [f"{page}#{anchor}"], (name, role)


def test_a_name_from_right_to_left_turns_nothing_round_that_stands_beside_it(pages):
    bare = {key: found[:3] for key, one in pages.items() if (found := Bare(one.text).found)}
    assert bare == {}
    assert sum(HEBREW in one.text for (role, _name), one in pages.items() if role == OWNER) > 30


# --- Nothing is said in English alone -------------------------------------------------------------


def test_every_page_is_translated(world, pages):
    known, found = names(), {}
    read = {key: one.text for key, one in pages.items() if is_read(*key, world)}
    is_suspicious = cache(partial(may_be_english, known=known))  # most texts are on many pages
    for (role, name), said in read.items():
        # Most pages have nothing that could be English, and need not be made in English as well.
        if any(map(is_suspicious, Texts(said).found)):
            found[name, role] = untranslated(page_of(name, role, world), said, known)
    assert len(read) > 100
    new = {page: left for page, left in found.items() if left and page[0] not in STILL_ENGLISH}
    assert new == {}, "\n".join(f"{page}: {sorted(left)}" for page, left in new.items())


def is_read(role, name, world):
    """Whether a page says something that the owner's does not."""
    is_a_player_s = "code" in ROUTES[name].at(world) or name in ("me", "find")
    return role == OWNER or (role == PLAYER and is_a_player_s)


# --- Each form brings the token against forged requests, and is accepted with it ------------------


class StopsBeforeTheView(ClientHandler):
    """Answers once CSRF and all else that comes before a view is checked."""

    def load_middleware(self, is_async=False):  # noqa: FBT002 - as Django has it
        super().load_middleware(is_async)
        self._view_middleware.append(lambda _request, *_view: HttpResponse())


def send(role, name, world, cookies, form, *, is_asking):
    """Whether the form is accepted as one of the site's own, and which of its fields contradict
    themselves. What it does is rolled back.

    `make test` does not do what a form is for that asks nothing, such as a button: no field of it
    contradicts itself, and test_matrix.py does it.
    """
    action, values = form
    client = visitor(role, world, ROUTES[name])
    handler = ClientHandler if is_asking or ALL else StopsBeforeTheView
    client.handler = handler(enforce_csrf_checks=True)
    client.cookies.load({one.key: one.value for one in cookies.values()})
    with rolled_back_later():
        response = client.post(action, values)
        transaction.set_rollback(True)
    if response.streaming or not response["Content-Type"].startswith(HTML):
        return True, []
    is_ours = response.status_code != FORBIDDEN or FORGED not in response.text
    return is_ours, Contradictions(response.text).found


@pytest.mark.parametrize("role", [PLAYER, OWNER])
def test_every_form_of_every_page_is_accepted_as_the_sites_own(role, world, pages):
    refused, sent = [], set()
    for (of, name), page in pages.items():
        if of != role:
            continue
        assert DASHES not in page.text, name
        asking = {
            (one.action, one.values.get("act", ""))
            for one in PageForms(page.text).found
            if one.asked
        }
        for action, values in Forms(page.text).found:
            if TOKEN not in values:
                refused.append((name, action, "has no token"))
                continue
            to = urldefrag(urljoin(address_of(name, world), action)).url
            what = (resolve(urlsplit(to).path).view_name, values.get("act", ""))
            if what in sent:
                continue
            sent.add(what)
            is_asking = (action, values.get("act", "")) in asking
            is_ours, contradictions = send(
                role, name, world, page.cookies, (to, values), is_asking=is_asking
            )
            if not is_ours:
                refused.append((name, action, "was refused"))
            refused += [(name, action, f"{one} is optional and missing") for one in contradictions]
    assert refused == []
    assert sent


# --- Each form is tried by two people -------------------------------------------------------------


@pytest.fixture(scope="module")
def forms(world, pages):
    """Each form of each page that an owner sees, with the act that it is for."""
    found = []
    for (role, name), page in pages.items():
        for form in PageForms(page.text).found if role == OWNER else ():
            to = urldefrag(urljoin(address_of(name, world), form.action)).url
            found.append((resolve(urlsplit(to).path).view_name, form))
    return found


def began(form):
    """The fields of a form that carry what they began with."""
    return {one.removeprefix(BEGAN) for one in form.values if one.startswith(BEGAN)}


def says_of_what_it_saw(form):
    """Whether a form names what it saw, or began with it."""
    return "names" if SEEN & form.values.keys() else "began" if began(form) else "silent"


def test_every_form_is_tried_by_two_people_or_it_is_said_why_not(forms):
    found = {}
    for act, form in forms:
        found.setdefault(act, set()).add(says_of_what_it_saw(form))
    assert {act: hows for act, hows in found.items() if len(hows) > 1} == {}
    by_how = {
        how: {act for act, hows in found.items() if how in hows} for how in ("names", "began")
    }
    silent = found.keys() - by_how["names"] - by_how["began"]
    tried = (
        old_acts.OVERTAKEN.keys() | old_acts.TRIED_ELSEWHERE.keys() | two_editors.VERSIONED.keys()
    )
    assert by_how["names"] == tried
    assert by_how["began"] == two_editors.EDITS.keys() | two_editors.ELSEWHERE
    assert silent - set().union(*old_acts.SILENT.values()) == set()
    assert not tried & set().union(*old_acts.SILENT.values())


def test_every_form_that_holds_a_value_is_known_and_says_what_it_was_made_from(forms):
    """It carries both each value as it began, or a version; or the value is only a suggestion."""
    found = {
        (act, form.asked <= began(form), "version" in form.values)
        for act, form in forms
        if began(form) or any(form.values.get(one) for one in form.asked)
    }
    edits = two_editors.EDITS.keys() | two_editors.ELSEWHERE
    assert {act for act, is_whole, _ in found if is_whole} == edits
    assert {act for act, _, version in found if version} == set(two_editors.VERSIONED)
    starts = {act for act, is_whole, version in found if not is_whole and not version}
    assert starts == two_editors.STARTS
