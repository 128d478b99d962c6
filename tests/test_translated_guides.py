"""A guide in another language says what the English one does, paragraph for paragraph."""

import re
from functools import cache
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.utils.translation import override

from docs import translated
from tests.messages import catalogues
from tests.test_screen_words import ARROW, FILLED, ITALICS, STRONG
from tournaments.help import guides

TRANSLATIONS = translated.translations()
#: What a translation has as the English guide does, sign for sign.
SAME = {"code_inline", "code_block", "fence"}


def english(path):
    return guides.FOLDER / path.name


@cache
def tokens_of(path):
    tokens = guides.MARKDOWN.parse(path.read_text("utf-8"))
    return [(token, token.children or ()) for token in tokens]


def test_the_main_guides_are_in_every_language():
    languages = {code for code, _name in settings.LANGUAGES} - {"en"}
    assert languages == {path.parent.name for path in TRANSLATIONS}
    for language in languages:
        names = {path.stem for path in TRANSLATIONS if path.parent.name == language}
        assert {"README", "players", "table", "first-tournament", "problems", "event-day"} <= names


def test_a_translation_was_made_of_the_english_guide_as_it_is():
    noted = translated.noted()
    older = [
        path
        for path in TRANSLATIONS
        if noted[path.parent.name].get(path.stem) != translated.digest(english(path))
    ]
    assert older == [], (
        "The English guide was changed: bring these up to it (or delete them: the site shows the "
        "English one), then run `python -m docs.translated`"
    )


def test_a_translation_has_the_same_headings_paragraphs_lists_and_tables():
    for path in TRANSLATIONS:
        ours, theirs = (
            [(token.type, token.tag, token.level) for token, _inside in tokens_of(one)]
            for one in (path, english(path))
        )
        assert ours == theirs, path


@pytest.mark.parametrize("language", sorted({path.parent.name for path in TRANSLATIONS}))
def test_a_translation_has_the_same_code_and_leads_to_the_same_places(language):
    for path in (one for one in TRANSLATIONS if one.parent.name == language):
        pairs = zip(tokens_of(path), tokens_of(english(path)), strict=True)
        for (ours, our_parts), (theirs, their_parts) in pairs:
            check_the_same(path, ours, our_parts, theirs, their_parts)


def check_the_same(path, ours, our_parts, theirs, their_parts):
    """The code in a part of a guide, and where its links and pictures lead."""
    if theirs.type in SAME:
        assert ours.content == theirs.content, path
    code = [
        sorted(part.content for part in parts if part.type in SAME)
        for parts in (our_parts, their_parts)
    ]
    assert code[0] == code[1], (path, theirs.content)
    places = [
        sorted(str(place_of(part, one)) for part in parts if part.type in ("link_open", "image"))
        for parts, one in ((our_parts, path), (their_parts, english(path)))
    ]
    assert places[0] == places[1], (path, theirs.content)


def place_of(part, path):
    """Where a link or a picture of a guide leads, the same in each language."""
    if part.type == "image":
        return (path.parent / part.attrs["src"]).resolve()
    target = unquote(str(part.attrs["href"]))
    if guides.ADDRESS.match(target):
        return target
    file, _mark, anchor = target.partition("#")
    led_to = (path.parent / file).resolve() if file else path
    if led_to.suffix != guides.SUFFIX:
        return led_to
    return f"{led_to.name}#{guides.anchors(led_to)[anchor] if anchor else ''}"


def test_a_translation_names_what_the_page_shows_in_its_language():
    """Buttons, fields and pages stand in italics, as in the English guide, or in brackets."""
    unknown = {path: words_not_shown(path) for path in TRANSLATIONS}
    assert {path: words for path, words in unknown.items() if words} == {}


def words_not_shown(path):
    """The words of a guide that the site does not say in its language."""
    whole, patterns = texts_of(path.parent.name)
    text = re.sub(r"\s+", " ", path.read_text("utf-8"))
    named = {
        part.strip().casefold()
        for name in NAMES.get(path.parent.name, ITALICS).findall(STRONG.sub("", text))
        for part in ARROW.split(name)
    }
    return [
        word
        for word in sorted(named - OTHERS.get(path.parent.name, set()))
        if word not in whole and not any(one.fullmatch(word) for one in patterns)
    ]


#: How a language marks the words of the site, if not by italics.
NAMES = {"ja": re.compile("「([^」]+)」")}
#: Words of phones and of files, and texts that the site puts together.
OTHERS: dict[str, set[str]] = {
    "ja": {"…フリープレイ", "卓24、部屋b", "lind, ada", "lee, zoë", "zoe lee", "tbd"},
}


@cache
def texts_of(language):
    """All texts of the site in one, and as patterns those in which something is filled in."""
    catalogue = catalogues.opened(catalogues.path_of(language, settings.BASE_DIR / "locale"))
    found = {
        text
        for entry in catalogue
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if text
    }
    texts = {re.sub(r"\s+", " ", text).casefold() for text in found}
    patterns = [
        re.compile(".+".join(map(re.escape, FILLED.split(text))))
        for text in texts
        if FILLED.search(text) and re.search(r"[^\W\d_]{3}", FILLED.sub("", text))
    ]
    return "\n".join(text for text in texts if not FILLED.search(text)), patterns


@pytest.mark.parametrize("language", sorted({path.parent.name for path in TRANSLATIONS}))
def test_the_site_shows_a_guide_in_the_language_of_its_reader_at_the_same_address(language):
    for name in guides.names():
        first = guides.guide(name)
        with override(language):
            shown = guides.guide(name)
        assert [one.anchor for one in shown.headings] == [one.anchor for one in first.headings]
        is_translated = (guides.FOLDER / language / f"{name}.md").exists()
        assert shown.language == (language if is_translated else "en")


def test_lines_of_a_language_without_spaces_are_joined_without_one(tmp_path, monkeypatch):
    monkeypatch.setattr(guides, "FOLDER", tmp_path)
    (tmp_path / "ja").mkdir()
    for path in (tmp_path / "play.md", tmp_path / "ja" / "play.md"):
        path.write_text("# 遊ぶ\n\n一行目。\n二行目。\n", "utf-8")
    japanese = guides.read(tmp_path / "ja" / "play.md")
    assert "一行目。二行目。" in japanese.html
    assert "一行目。二行目。" in japanese.blocks[0].text
    assert "一行目。\n二行目。" in guides.read(tmp_path / "play.md").html
