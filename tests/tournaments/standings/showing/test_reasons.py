"""Why a player stands where they do is computed once, and read in the language of each reader."""

import csv
import io
import json
from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

from games.texts import Text
from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament, minutes
from tests.languages import add_language
from tests.selecting import ON_SQLITE
from tests.tournaments.federation.copies import Copied
from tests.tournaments.seasons.gatherings import count, make_season, play
from tests.tournaments.standings.exporting.event_files import written
from tests.tournaments.standings.hands import play_round
from tournaments.models import Standing
from tournaments.results_version import count_change
from tournaments.seasons.computing import services as seasons
from tournaments.standings.computing import services
from tournaments.standings.exporting import event_reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("german")]
LATER = NOON + minutes(30)
GERMAN = {
    "Equal in {same}. {reason}": "Gleich bei {same}. {reason}",
    "score": "Wertung",
    "Roundhouse placement": "Roundhouse-Platzierung",
    "{items} and {item}": "{items} und {item}",
    "More wins: {mine} against {theirs}.": "Mehr Siege: {mine} gegen {theirs}.",
    "More points: {mine} against {theirs}.": "Mehr Punkte: {mine} gegen {theirs}.",
    "A higher total: {mine} against {theirs}.": "Eine höhere Summe: {mine} gegen {theirs}.",
}
ENGLISH = "More points: 4 against 3."
IN_GERMAN = "Mehr Punkte: 4 gegen 3."


@pytest.fixture
def german(settings, tmp_path):
    """A catalogue that has some sentences in German."""
    add_language(settings, tmp_path, GERMAN)


@pytest.fixture(scope="module")
def played_once(module_database):
    tournament = make_tournament(make_event("Reasons"))
    play_round(
        tournament,
        [list(zip(make_entries(tournament, 4), (120, 90, 60, 30), strict=True))],
        number=1,
    )
    services.refresh(tournament.pk, at=LATER)
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


def first(tournament):
    return Standing.objects.get(tournament=tournament, rank=1)


def count_again(tournament):
    """The results have another version, and are the same."""
    with transaction.atomic():
        count_change(tournament.pk, at=LATER)


def read(client, name, tournament, *args, **query):
    cache.clear()
    address = reverse(name, args=[tournament.event.slug, tournament.slug, *args])
    response = client.get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def part_of_the_table(client, tournament):
    return read(client, "standings-why", tournament, first(tournament).entry_id, part=1)


def everywhere(client, tournament):
    """The sentence about the first on each page, in each file and for programs."""
    entry = first(tournament).entry_id
    rows = csv.DictReader(io.StringIO(read(client, "standings-csv", tournament)))
    said = json.loads(read(client, "api-standings", tournament))
    return {
        "page": read(client, "standings-why", tournament, entry),
        "part of the table": read(client, "standings-why", tournament, entry, part=1),
        "earlier": read(client, "standings-why", tournament, entry, part=1, after=1),
        "CSV": next(rows)["above the next because"],
        "JSON": read(client, "standings-file", tournament, "json"),
        "API": said["results"][0]["why"],
    }


# PostgreSQL stores and finds sentences with their parts in TestARowOfAnEarlierRelease.
@ON_SQLITE
@pytest.mark.each_database  # sentences are stored with their parts, and found as they were
def test_a_row_computed_in_english_is_read_in_the_language_of_the_reader(client, tournament):
    for said in everywhere(client, tournament).values():
        assert ENGLISH in said
    with override("de"):
        for where, said in everywhere(client, tournament).items():
            assert IN_GERMAN in said, where
            assert ENGLISH not in said, where


def test_a_row_computed_in_german_is_read_in_english(client, tournament):
    count_again(tournament)
    Standing.objects.all().delete()
    with override("de"):
        services.refresh(tournament.pk, at=LATER)
    assert first(tournament).why == ENGLISH
    for said in everywhere(client, tournament).values():
        assert ENGLISH in said


class TestARowOfAnEarlierRelease:
    @pytest.fixture(autouse=True)
    def old(self, tournament):
        for row in Standing.objects.filter(tournament=tournament):
            Standing.objects.filter(pk=row.pk).update(why=str.__str__(row.why))

    def test_stays_readable_in_every_language(self, client, tournament):
        with override("de"):
            for where, said in everywhere(client, tournament).items():
                assert (IN_GERMAN if where == "earlier" else ENGLISH) in said, where

    @pytest.mark.long("postgresql")
    @pytest.mark.each_database
    def test_is_no_difference_and_gets_its_parts_when_it_is_computed_again(
        self, client, tournament
    ):
        assert services.differences(tournament) == []
        assert not isinstance(first(tournament).why, Text)
        count_again(tournament)
        services.refresh(tournament.pk, at=LATER)
        with override("de"):
            for said in everywhere(client, tournament).values():
                assert IN_GERMAN in said


class TestAFileOfTheEvent:
    @pytest.mark.long
    def test_brings_what_the_reason_is_made_from(self, client, tournament):
        copy = event_reader.load(written(tournament.event), by=ANNA, at=LATER)
        (there,) = copy.tournaments.all()
        with override("de"):
            for said in everywhere(client, there).values():
                assert IN_GERMAN in said

    # TestARowOfAnEarlierRelease shows that such a sentence stays readable.
    @pytest.mark.long
    def test_of_an_earlier_release_brings_a_sentence_that_stays_readable(self, client, tournament):
        data = written(tournament.event)
        data["standings"][0]["why"] = ENGLISH
        copy = event_reader.load(data | {"version": 9}, by=ANNA, at=LATER)
        (there,) = copy.tournaments.all()
        with override("de"):
            assert part_of_the_table(client, there) == ENGLISH

    @pytest.mark.long("postgresql")
    def test_gives_a_copy_the_parts_of_a_sentence_that_it_has(self, tournament):
        copied = Copied(tournament.event)
        here = Standing.objects.filter(tournament__event=copied.copy, rank=1)
        here.update(why=ENGLISH)
        copied.publish()
        assert here.get().why.template == "More points: {mine} against {theirs}."
        assert "standings" not in copied.publish()

    @pytest.mark.long
    def test_that_somebody_wrote_themselves_is_shown_as_it_is(self, client, tournament):
        data = written(tournament.event)
        for why in (
            '{"text":"{mine.__class__}","values":{"mine":"<b>"}}',
            '{"text":"{mine:>99999999}","values":{"mine":"<b>"}}',
            '{"text":"<b>","number":3}',
            '{"text":' * 500,
        ):
            data["standings"][0]["why"] = why
            (there,) = event_reader.load(data, by=ANNA, at=LATER).tournaments.all()
            with override("de"):
                assert part_of_the_table(client, there) == escape(why)


def test_unchanged_reasons_are_not_stored_again(tournament):
    keys = set(Standing.objects.values_list("pk", flat=True))
    count_again(tournament)
    services.refresh(tournament.pk, at=LATER)
    assert set(Standing.objects.values_list("pk", flat=True)) == keys


def test_a_scheme_is_explained_in_the_language_of_the_reader(client, tournament):
    with override("de"):
        page = read(client, "standings", tournament)
        program = client.get(reverse("api-schemes")).content.decode()
    for said in (page, program):
        assert "Roundhouse-Platzierung" in said
        assert "Roundhouse placement<" not in said


def test_a_season_computed_in_english_is_read_in_the_language_of_the_reader(client, owner):
    season = make_season(owner, name="League 2026", rule="best-results")
    count(season, play("Winter", ("Ann", "Ben"), [40, 30]))
    season.refresh_from_db()
    seasons.refresh(season, at=LATER)
    page, program = (
        reverse(name, args=[season.slug]) for name in ("season", "api-season-standings")
    )
    with override("de"):
        cache.clear()
        for address in (page, program):
            said = client.get(address).content.decode()
            assert "Eine höhere Summe: 100 gegen 0." in said
            assert "A higher total" not in said
