"""FIDE's report format: what is written is read back, and files of other programs are read."""

import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import trf
from hypothesis import given
from hypothesis import strategies as st

from pairing.head_to_head import (
    DOWNTOWN,
    EDITIONS,
    UPTOWN,
    Past,
    Record,
    Report,
    ReportError,
    is_report,
    read_report,
    report,
)
from tournaments.text_files import decode

FILES = sorted((Path(__file__).parents[2] / "data" / "trf").iterdir())
BYES = [Past(None, "", 2), Past(None, "", 2, was_given=True), Past(None, "", 1), Past(None, "", 0)]


def text_of(file):
    return decode(file.read_bytes(), most=100_000)[0]


def random_round(keys, rng):
    """A round of some people by their keys: games, forfeits and byes of every kind."""
    keys = rng.sample(keys, len(keys))
    found = {}
    while keys:
        one = keys.pop()
        if not keys or rng.random() < 0.2:
            found[one] = rng.choice(BYES)
            continue
        other, played = keys.pop(), rng.random() < 0.8
        points = rng.choice((2, 1, 0) if played else (2, 0))
        found[one] = Past(other, UPTOWN, points, played)
        found[other] = Past(one, DOWNTOWN, 2 - points, played)
    return found


@given(
    people=st.integers(1, 12),
    rounds=st.integers(0, 7),
    seed=st.integers(0, 2**32),
    edition=st.sampled_from(EDITIONS),
)
def test_what_is_written_is_read_back(people, rounds, seed, edition):
    rng = random.Random(seed)
    keys = list(range(1, people + 1))
    played = [random_round(keys, rng) for _round in range(rounds)]
    before = [Record(key, key, tuple(one[key] for one in played)) for key in keys]
    ratings = {key: rng.choice((0, 1, 1500, 9999)) for key in keys}
    about = Report(name="Meet", rounds=rounds + 1, ratings=ratings)
    text = report(before, about, edition=edition)
    found = read_report(text)
    assert [one.record for one in found.players] == before
    assert [one.rating for one in found.players] == list(ratings.values())
    assert [one.points for one in found.players] == [one.score for one in before]
    assert (found.name, found.rounds) == ("Meet", rounds + 1)
    check_with_another_reader(text, found)


def check_with_another_reader(text, found):
    """The package trf reads the same players, points and rounds."""
    lines = [line.ljust(89) if line.startswith("001") else line for line in text.splitlines()]
    there = trf.loads("\n".join(lines).lstrip("\ufeff"))
    assert [
        (one.startrank, one.name, one.rating, one.fed, one.points * 2) for one in there.players
    ] == [(one.number, one.name, one.rating, one.federation, one.points) for one in found.players]
    for one, ours in zip(there.players, found.players, strict=True):
        assert [game.startrank or None for game in one.games if game.result.strip()] == [
            past.opponent for game, past in zip(one.games, ours.past, strict=False)
            if game.result.strip()
        ]  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_points_of_a_file_are_those_of_its_rounds(file):
    text = text_of(file)
    assert is_report(text)
    found = read_report(text)
    assert [one.points for one in found.players] == [one.record.score for one in found.players]
    check_with_another_reader(text, found)


def test_a_half_point_bye_a_forfeit_and_a_late_player_are_read():
    found = read_report(text_of(FILES[0])).players
    assert found[2].past[0] == Past(None, "", 1)
    assert found[3].past[1] == Past(5, UPTOWN, 2, played=False)
    assert found[5].past[0] == Past(None, "", 0)
    assert (found[1].name, found[1].rating, found[1].federation) == ("Novák, Petr", 1600, "CZE")


GAME = "    2 w 1", "    1 b 0"


def two(first, second):
    def line(number, cell):
        return f"001 {number:4d}      {'Ada':<33} 1500" + " " * 28 + f" 1.0 {number:4d}{cell}"

    return f"012 Meet\n{line(1, first)}\n{line(2, second)}\n"


def test_two_players_must_have_the_same_game():
    first, second = ("  " + cell[1:] for cell in GAME)
    assert read_report(two(first, second)).players[0].past == (Past(2, UPTOWN, 2),)
    for wrong in (
        (first, ""),
        (first, second.replace("b", "w")),
        (first, second.replace("1 b", "3 b")),
        (first, second.replace("0", "-")),
        (first.replace("w 1", "w x"), second),
        (first.replace("   2", " two"), second),
    ):
        with pytest.raises(ReportError) as error:
            read_report(two(*wrong))
        assert error.value.line in (2, 3)


@given(text=st.text(max_size=300), at=st.integers(0, 2000))
def test_no_text_raises_anything_else(text, at):
    whole = text_of(FILES[2])
    for one in (text, whole[:at] + text + whole[at:]):
        is_report(one)
        with suppress(ReportError):
            read_report(one)


def test_a_rating_past_four_digits_moves_no_column():
    person = Record(1, 1)
    text = report([person], Report(name="Meet", ratings={1: 12345}), edition=2016)
    assert read_report(text).players == (replace(read_report(text).players[0], rating=9999),)
