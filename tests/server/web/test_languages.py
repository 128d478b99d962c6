"""The front decides in which language a request is answered, and what is kept in which."""

import gzip
import json
import re
from base64 import b64decode
from functools import partial
from urllib.parse import quote

import pytest
import requests
from django.utils import translation

from server.web import languages
from tests.server.web.sharing_site import PAGE, Site, on_a_loop

ENGLISH, PSEUDO = "en", "en-xa"


def chosen(*headers: tuple[bytes, bytes]) -> tuple[str, str]:
    """The language in the scope of a request, and the one that is spoken then."""
    scope = {"type": "http", "headers": list(headers)}

    async def choose():
        languages.choose(scope)
        return translation.get_language()

    spoken = on_a_loop(choose())
    return scope[languages.LANGUAGE], spoken


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ([], ENGLISH),
        ([(b"accept-language", b"en-XA,de;q=0.5")], PSEUDO),
        ([(b"accept-language", b"de, en-XA;q=0.3, en;q=0.2")], PSEUDO),
        ([(b"accept-language", b"fr")], ENGLISH),
        ([(b"accept-language", b"en-XA" + b", fr" * 100)], ENGLISH),
        ([(b"accept-language", "dé;;q=x,\N{SNOWMAN}".encode())], ENGLISH),
        ([(b"cookie", b"language=en-xa")], PSEUDO),
        ([(b"cookie", b"device=x; language=en-xa; y=z")], PSEUDO),
        ([(b"cookie", b"device=x"), (b"cookie", b"language=en-xa")], PSEUDO),
        ([(b"cookie", b"language=en"), (b"accept-language", b"en-XA")], ENGLISH),
        ([(b"cookie", b"language=xx"), (b"accept-language", b"en-XA")], PSEUDO),
        ([(b"cookie", b"my-language=en-xa")], ENGLISH),
    ],
)
@pytest.mark.usefixtures("pseudo_language")
def test_a_choice_comes_before_what_the_browser_accepts(headers, language):
    assert chosen(*headers) == (language, language)


def test_a_language_that_is_offered_no_longer_is_chosen_no_longer(settings):
    wished = (b"accept-language", b"de")
    assert chosen(wished) == ("de", "de")
    settings.LANGUAGES = [("en", "English"), ("fr", "French")]
    assert chosen(wished) == (ENGLISH, ENGLISH)


def test_a_site_of_one_language_asks_for_none(settings):
    settings.LANGUAGES = [("en", "English")]
    assert not languages.load()


# --- What is kept ---------------------------------------------------------------------------------


class Speaking(Site):
    """A site whose pages say in which language they were made; ``language`` is the reader's."""

    language = ENGLISH

    async def _render(self, scope):
        made = await super()._render(scope)
        made.body += f" in {languages.current.get()}".encode()
        return made

    def scope(self, *asked):
        return super().scope(*asked) | {languages.LANGUAGE: self.language}


@pytest.mark.usefixtures("pseudo_language")
def test_each_language_has_a_copy_of_its_own_which_says_what_it_depends_on():
    site = Speaking()

    async def ask():
        found = []
        for site.language in (ENGLISH, PSEUDO, ENGLISH, PSEUDO):
            found.append(await site.ask())
        return found

    english, other, *again = on_a_loop(ask())
    assert [one.body for one in again] == [english.body, other.body]
    assert len(site.made) == 2
    assert english.body.endswith(b" in en")
    assert other.body.endswith(b" in en-xa")
    for one in (english, other):
        assert dict(one.headers)[b"vary"] == b"Accept-Encoding, Accept-Language, Cookie"
    assert dict(english.headers)[b"etag"] != dict(other.headers)[b"etag"]


@pytest.mark.usefixtures("pseudo_language")
def test_a_message_brings_each_page_its_part_in_its_language():
    site = Speaking(body=b'<section id="standings" data-live="standings-4">' + PAGE)
    shown = {}
    for site.language in (ENGLISH, PSEUDO):
        shown[site.language] = site.pages.part(site.scope("/stream/"), "/shared/")
    found = on_a_loop(site.pages.parts(shown.values(), ["standings-4"], "7"))
    for language, part in shown.items():
        assert gzip.decompress(found[part]).endswith(f" in {language}".encode())


# --- The real site --------------------------------------------------------------------------------

MAKE = """
from tests.builders import make_event
from tournaments.live.stream import stream_address
event = make_event(name="Two languages {number}", slug="two-languages-{number}")
answer = [event.pk, event.get_absolute_url(), stream_address(event.pk)]
"""
HINT = "from tournaments.live.publish import hint\nhint({event}, 'event-{event}')\nanswer = None"
GERMAN = "de"
LANGUAGE = re.compile(r'<html lang="([^"]+)"')


@pytest.fixture
def event(stack, number):
    """The key of an event there, and the addresses of its page and of its stream."""
    return stack.ask(MAKE.replace("{number}", str(number)))


def read(site, address, **headers):
    return requests.get(site.url + address, headers=headers, timeout=60)


@pytest.mark.once
def test_two_readers_get_the_page_and_its_parts_each_in_their_language(stack, event):
    key, page, stream = event
    english, other = read(stack, page), read(stack, page, **{"Accept-Language": GERMAN})
    assert [LANGUAGE.search(one.text)[1] for one in (english, other)] == [ENGLISH, GERMAN]
    part = re.search(r'hx-get="([^"?]+live/)"', english.text)[1]
    listening = {}
    for language in (ENGLISH, GERMAN):
        address = f"{stack.url}{stream}&kinds=event&part={quote(part)}"
        opened = requests.get(
            address, headers={"Accept-Language": language}, stream=True, timeout=60
        )
        listening[language] = opened.iter_lines(chunk_size=1)
        assert next(listening[language]) == b"retry: 1500"
    hint = partial(stack.ask, HINT.format(event=key))
    hint()
    said = {language: brought(lines, hint)[part] for language, lines in listening.items()}
    assert said[ENGLISH] != said[GERMAN]
    for language, text in said.items():
        assert text == read(stack, part, **{"Accept-Language": language}).text


def brought(lines, hint) -> dict[str, str]:
    """The parts that a message of the stream brings."""
    for said in lines:
        if said == b"event: resync":
            hint()  # the first may have come before this process listened to the event
        if said.startswith(b'data: {"topics"'):
            break
    parts = json.loads(said.partition(b"data: ")[2])["parts"]
    return {path: gzip.decompress(b64decode(packed)).decode() for path, packed in parts.items()}


@pytest.mark.once
def test_a_reader_chooses_and_keeps_a_language(stack, event):
    _key, page, _stream = event
    browser = requests.Session()
    form = browser.get(f"{stack.url}/language/?next={page}", timeout=60)
    assert f'href="/language/?next={page}"' in read(stack, page).text
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text)[1]
    sent = {"csrfmiddlewaretoken": token, "language": GERMAN, "next": page}
    shown = browser.post(f"{stack.url}/language/", sent, timeout=60)
    assert shown.url.startswith(stack.url + page)
    assert LANGUAGE.search(shown.text)[1] == GERMAN
    assert LANGUAGE.search(browser.get(stack.url + page, timeout=60).text)[1] == GERMAN
    forged = requests.post(f"{stack.url}/language/", {"language": GERMAN}, timeout=60)
    assert forged.status_code == 403
