"""The texts of files of data are found for translators, and said when they are shown."""

import tomllib
from collections import defaultdict

import pytest

from games.catalogue import engine, games, rules
from games.rulings import rulings as rulings_of
from games.texts import Text
from scoring.leagues import leagues
from scoring.schemes import schemes
from scoring.texts_of_data import ROOT, texts_of_data


@pytest.fixture(scope="module")
def by_file():
    found = defaultdict(set)
    for text, file in texts_of_data():
        found[file].add(text)
    return found


#: Where sources stand, for engineers, and what districts of a town are called.
NOT_SAID = {"source", "districts"}


def strings(value):
    if isinstance(value, dict):
        value = [one for key, one in value.items() if key not in NOT_SAID]
    if isinstance(value, list):
        return {text for one in value for text in strings(one)}
    return {value} if isinstance(value, str) else set()


def test_each_text_stands_in_its_file(by_file):
    assert len(by_file) > 20
    for file, texts in by_file.items():
        if file.endswith(".md"):
            page = " ".join((ROOT / file).read_text("utf-8").split())
            assert all(text in page for text in texts)
            continue
        data = strings(tomllib.loads((ROOT / file).read_text("utf-8")))
        base = ROOT / file.replace("printed.toml", "house.toml")
        data |= strings(tomllib.loads(base.read_text("utf-8")))
        assert texts <= data


def test_every_scheme_and_league_is_a_text_in_all_that_people_read(by_file):
    for folder, found in (("schemes", schemes()), ("leagues", leagues())):
        for key, one in found.items():
            said = {one.name, one.about, *one.ours}
            assert all(isinstance(text, Text) for text in said)
            assert said <= by_file[f"scoring/{folder}/{key}.toml"]


def test_cards_seats_and_notices_are_texts(by_file):
    assert {"Box Car", "House profile"} <= by_file["games/express/content/house.toml"]
    assert "Reporter" in by_file["games/night_express/content/house.toml"]
    assert "Mind the Gap" in by_file["games/expect_delays/content/house.toml"]
    assert "Uptown" in by_file["games/expect_delays/content/tournament.toml"]
    for info in games().values():
        assert all(isinstance(text, Text) for text in (info.rulebook, *info.seat_names))
        for pack in engine(info.key).PACKS if info.has_rules else ():
            notice = rules(info.key, pack).notice
            assert not notice or isinstance(notice, Text), (info.key, pack)


def test_rulings_are_texts(by_file):
    for key in games():
        said = {one.text for one in rulings_of(key)}
        assert all(isinstance(text, Text) for text in said)
        assert said == by_file[f"games/{key}/notation.md"]


def test_nothing_else_of_the_files_is_more_than_a_word_but_names_of_games_and_boards(by_file):
    for folder in ("games", "scoring"):
        for path in sorted((ROOT / folder).rglob("*.toml")):
            file = path.relative_to(ROOT).as_posix()
            data = tomllib.loads(path.read_text("utf-8"))
            names = {data.get("name")} | {one["name"] for one in data.get("game", ())}
            words = {text for text in strings(data) if " " in text}
            assert words - names <= by_file[file], file
