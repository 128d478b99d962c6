"""The guides inside the site: their links, their anchors, and the search."""

import re
from urllib.parse import urldefrag

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils import translation

from tournaments.help import guides
from tournaments.help.queries import LONGEST_SEARCH, excerpt, search

DOCS = settings.BASE_DIR / "docs"
HREF = re.compile(r'<a href="([^"]*)"')
SOURCE = re.compile(r'<img src="([^"]*)"')
ANCHOR = re.compile(r' id="([^"]*)"')
#: Written for those who change the code.
INTERNAL = {"architecture", "adding-a-game", "performance", "seating", "threat-model", "api"}


def every_guide():
    return [guides.contents(), *guides.guides()]


def anchors_of(guide):
    return {guide.headings[0].anchor, *ANCHOR.findall(guide.html)}


def test_each_guide_is_a_page_with_its_title_and_its_headings(client, db):
    for name in guides.names():
        page = client.get(f"/help/{name}/")
        first = (DOCS / f"{name}.md").read_text("utf-8").splitlines()[0].removeprefix("# ")

        assert (name, page.status_code) == (name, 200)
        assert (name, page.text.count("<h1")) == (name, 1)
        assert f">{first}</h1>" in page.text
        for heading in guides.guide(name).headings:
            assert f'id="{heading.anchor}"' in page.text, name


def test_the_contents_page_leads_to_every_guide_and_to_none_for_those_who_change_the_code(
    client, db
):
    page = client.get("/help/").text

    assert [name for name in guides.names() if f'href="/help/{name}/"' not in page] == []
    assert {"players", "operators", "glossary"} <= set(guides.names())
    assert not INTERNAL & set(guides.names())


def test_a_guide_that_the_help_does_not_have_is_not_found(client, db):
    for name in (*INTERNAL, "nothing", "README"):
        assert client.get(f"/help/{name}/").status_code == 404, name


def test_every_link_leads_to_a_paragraph_of_the_help_and_every_picture_is_there():
    anchors = {f"/help/{one.name}/": anchors_of(one) for one in guides.guides()}
    anchors["/help/"] = anchors_of(guides.contents())

    for guide in every_guide():
        anchors[""] = anchors_of(guide)
        for href in HREF.findall(guide.html):
            if href.startswith(("http://", "https://")):
                continue
            page, anchor = urldefrag(href)
            assert page in anchors, (guide.name, href)
            assert not anchor or anchor in anchors[page], (guide.name, href)
        for source in SOURCE.findall(guide.html):
            assert finders.find(source.removeprefix(settings.STATIC_URL)), (guide.name, source)


def test_every_anchor_of_a_guide_is_there_once():
    for guide in every_guide():
        anchors = ANCHOR.findall(guide.html)

        assert len(anchors) == len(set(anchors)), guide.name
        # The page itself has that of the title.
        assert guide.headings[0].anchor not in anchors, guide.name
        assert {block.anchor for block in guide.blocks} <= set(anchors), guide.name


def test_a_link_to_what_only_the_repository_has_is_plain_text():
    contents = DOCS / "README.md"
    assert guides.address_of("decisions/README.md", contents) is None
    assert guides.address_of("deploy", contents) is None
    assert guides.address_of("players.md#for-players", contents) == "/help/players/#for-players"
    assert guides.address_of("https://example.org/a.md", contents) == "https://example.org/a.md"


def test_html_in_a_guide_is_shown_and_not_passed_on(tmp_path):
    path = tmp_path / "guide.md"
    path.write_text("# Title\n\n<script>alert(1)</script> [a](javascript:alert(1))\n")

    html = guides.read(path).html

    assert "&lt;script&gt;" in html
    assert "<script" not in html
    assert "href" not in html


def test_a_search_finds_paragraphs_with_all_of_its_words_and_leads_to_them(client, db):
    page = client.get("/help/", {"q": "no new HAND"}).text

    assert "<mark>" in page
    for href in re.findall(r'<a href="(/help/[\w-]+/)#([^"]+)">', page):
        assert f'id="{href[1]}"' in client.get(href[0]).text
    for found in search("no new HAND").shown:
        words = f"{found.block.text} {found.block.heading.text}".casefold()
        assert all(word in words for word in ("no", "new", "hand"))


def test_paragraphs_whose_heading_has_the_words_come_first():
    found = search("glossary").shown

    assert found[0].block.heading.text.casefold() == "glossary"


def test_words_that_begin_so_come_before_what_is_within_another_word():
    found = [one.block for one in search("pin").shown]
    begins = [bool(re.search(r"(?i)\bpin", f"{one.heading.text} {one.text}")) for one in found]

    assert begins[0]
    assert begins == sorted(begins, reverse=True)
    assert not all(begins)  # such as "keeping"


def test_guides_in_the_language_of_the_reader_come_first():
    with translation.override("de"):
        languages = [one.guide.language for one in search("PIN").shown]

    assert languages == sorted(languages)
    assert set(languages) == {"de", "en"}


@pytest.mark.parametrize("sought", ["zzzz", "<b>", "a" * 10 * LONGEST_SEARCH, "(?"])
def test_a_search_that_finds_nothing_says_so(client, db, sought):
    page = client.get("/help/", {"q": sought})

    assert page.status_code == 200
    assert "Nothing matches" in page.text
    assert "<b>" not in page.text


def test_what_is_found_is_escaped():
    found = search("phone")

    assert found.number > 3
    for one in found.shown:
        assert re.sub(r"</?mark>", "", one.excerpt).count("<") == 0


def test_a_guide_costs_no_query(client, db, same_queries):
    client.get("/help/players/")
    with same_queries(at_most=0):
        client.get("/help/players/")
    with same_queries(at_most=0):
        client.get("/help/", {"q": "hand"})


@pytest.mark.parametrize(
    ("text", "sought"),
    [("あ" * 300 + "時計" + "い" * 300, "時計"), ("word " * 60 + "clock " + "end " * 90, "clock")],
)
def test_an_excerpt_shows_what_was_sought_also_where_no_space_parts_the_words(text, sought):
    shown = excerpt(text, [sought])

    assert f"<mark>{sought}</mark>" in shown
    assert 200 < len(re.sub(r"</?mark>", "", shown)) < 260
    assert not re.search(r"\b(wor|nd|ord|en)\b", shown)


def test_what_is_not_translated_says_so_and_is_marked_as_english(client, db):
    with translation.override("de"):
        page = client.get("/help/operators/").text

    assert "Diese Anleitung ist auf Englisch." in page
    assert '<article class="guide" lang="en">' in page
    assert "Diese Anleitung ist" not in client.get("/help/operators/").text
