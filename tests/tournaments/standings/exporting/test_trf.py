"""FIDE's report format, read back by gacrux, FIDE's own checker."""

from copy import deepcopy
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.builders import make_event, make_round
from tests.scoring.swiss import by_gacrux
from tests.tournaments.seating.head_to_head.playing import (
    head_to_head,
    play,
    seat,
    standings,
    uptown,
)
from tournaments.models import Player, Tournament
from tournaments.standings.exporting import trf

# No test here asks for SQL that others do not ask PostgreSQL for.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

P = Tournament.Pairing
EDITIONS = [2016, 2026]


def read(text):
    """The tournament as gacrux reads it, with the names of its players by number."""
    from gacrux import trf2json  # noqa: PLC0415 - takes half a second

    file = trf2json.trf2json()
    file.parse_file(text, False)  # noqa: FBT003 - gacrux's own signature
    assert file.get_status() == 0, file.chessjson["status"]
    names = {profile["id"]: profile["fideName"] for profile in file.chessjson["event"]["profiles"]}
    found = file.get_tournament(1)
    return found, {one["cid"]: names[one["profileId"]] for one in found["competitors"]}


def draw_or_first(one, other):
    """Draws where the keys add up to a multiple of three; else who entered first wins."""
    return None if (one + other) % 3 == 0 else min(one, other)


@pytest.fixture(scope="module")
def three_rounds(module_database):
    """Seven people after three rounds, with draws and a bye in each."""
    tournament = head_to_head(P.FIELD, 7, make_event("Three rounds"))
    first = tournament.entries.order_by("pk").first()
    Player.objects.filter(pk=first.player_id).update(name="Zoë Großmann-Œuvre\nof Łódź and Århus")
    for _round in range(3):
        made = seat(tournament)
        play(made, draw_or_first)
    # Paired without gacrux, which takes its time, and reported as if with it.
    Tournament.objects.filter(pk=tournament.pk).update(pairing=P.DUTCH)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def swiss(three_rounds):
    return deepcopy(three_rounds)


@pytest.mark.parametrize("edition", EDITIONS)
def test_gacrux_reads_every_game_of_a_swiss(swiss, edition):
    found, names = read(trf.write(swiss, edition=edition))
    assert (found["numRounds"], len(found["competitors"])) == (3, 7)
    games = [game for game in found["gameList"] if game["black"]]
    byes = [game for game in found["gameList"] if not game["black"]]
    assert (len(games), len(byes)) == (9, 3)
    seats = {
        (round_.number, *(names_of(table))) for round_ in swiss.rounds.all()
        for table in round_.tables.all()
    }  # fmt: skip
    plain = {trf.anyascii(name): name for pair in seats for name in pair[1:]}
    as_read = {
        (game["round"], *(names[game[side]["cid"]] for side in ("white", "black")))
        for game in games
    }
    if edition == 2016:
        seats = {(number, *map(trf.anyascii, pair)) for number, *pair in seats}
    assert len(plain) == 7
    assert as_read == {(number, up[:33].rstrip(), down[:33].rstrip()) for number, up, down in seats}


def names_of(table):
    seats = table.seats.order_by("position").select_related("entry__player")
    return [" ".join(seat.entry.player.name.split()) for seat in seats]


@pytest.mark.parametrize("edition", EDITIONS)
def test_gacrux_ranks_what_it_reads_as_we_do(swiss, edition):
    swiss.tie_breaks = ["buchholz", "sonneborn-berger"]
    swiss.save()
    standings(swiss)
    text, rows = trf.write(swiss, edition=edition), swiss.standings.select_related("entry")
    for key, code in (("score", "PTS"), ("buchholz", "BH"), ("sonneborn-berger", "SB")):
        ours = {
            row.entry.seed: Fraction(row.score if key == "score" else row.measures[key])
            for row in rows
        }
        assert by_gacrux(text, code) == ours, code


def test_the_edition_of_2026_names_rounds_points_system_and_tie_breaks(swiss):
    lines = trf.write(swiss, edition=2026).splitlines()
    assert "142 3" in lines
    assert "192 FIDE_DUTCH_2026" in lines
    assert "212 PTS,BH/M1,BH,DE,WON,SB,BPG" in lines
    assert not [line for line in lines if line.startswith("XXR")]
    assert "XXR 3" in trf.write(swiss, edition=2016).splitlines()


def test_a_letter_that_becomes_two_moves_no_column(swiss):
    text = trf.write(swiss, edition=2016)
    assert text.isascii()
    assert any(line[14:47] == "Zoe Grossmann-Oeuvre of Lodz and " for line in text.splitlines())


def test_a_round_that_is_played_now_is_left_out(swiss):
    make_round(swiss, [], number=4)
    found, _names = read(trf.write(swiss, edition=2026))
    assert {game["round"] for game in found["gameList"]} == {1, 2, 3}


@pytest.mark.parametrize("pairing", [P.ROUND_ROBIN, pytest.param(P.SINGLE, marks=pytest.mark.long)])
def test_other_formats_for_two_are_read_too(pairing):
    tournament = head_to_head(pairing, 4)
    play(seat(tournament), uptown)
    found, names = read(trf.write(tournament, edition=2026))
    assert len(names) == 4
    assert [game["white"]["result"] for game in found["gameList"]] == ["W", "W"]


def test_before_the_first_round_there_is_an_empty_report():
    found, names = read(trf.write(head_to_head(P.DUTCH, 4), edition=2026))
    assert (names, found["gameList"]) == ({}, [])


def test_only_formats_for_two_have_such_a_file(client, swiss, django_assert_max_num_queries):
    here = {"event": swiss.event.slug, "tournament": swiss.slug}
    with django_assert_max_num_queries(25):
        answer = client.get(reverse("trf-file", kwargs=here | {"edition": 2026}))
    assert answer["Content-Disposition"].endswith('-trf-2026.txt"')
    assert answer.content.decode() == trf.write(swiss, edition=2026)
    assert client.get(reverse("trf-file", kwargs=here | {"edition": 2006})).status_code == 404
    Tournament.objects.filter(pk=swiss.pk).update(pairing="tables")
    assert client.get(reverse("trf-file", kwargs=here | {"edition": 2026})).status_code == 404


@pytest.mark.long
def test_the_api_has_both_editions_too(client, swiss):
    here = {"event": swiss.event.slug, "tournament": swiss.slug}
    base = f"/api/v1/events/{swiss.event.slug}/tournaments/{swiss.slug}"
    for edition in EDITIONS:
        page = client.get(reverse("trf-file", kwargs=here | {"edition": edition}))
        for name in (edition, edition % 100):  # the second is how programs called it before
            answer = client.get(f"{base}/export/trf-{name}.txt/")
            assert answer.content == page.content, name
            assert answer["Content-Disposition"].endswith(f'-trf-{edition}.txt"')
