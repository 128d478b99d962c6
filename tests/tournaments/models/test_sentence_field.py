"""A computed sentence is stored with what it was made from."""

import pytest
from django.core import serializers
from django.db.migrations.writer import MigrationWriter
from hypothesis import given
from hypothesis import strategies as st

from games.texts import NO_TEXT, TN, T, Text, as_data, listed, named
from tests.builders import make_entries, make_tournament
from tournaments.models import Standing
from tournaments.models.sentence_field import SentenceField, as_stored, read

CHOSEN = T(
    "Equal in {same}. {reason}",
    same=listed([T("score"), T("wins"), "{braces}"]),
    reason=TN("{n} point: {mine}", "{n} points: {mine}", 3, mine="7/2"),
)


def stored(why):
    tournament = make_tournament()
    (entry,) = make_entries(tournament, 1)
    return Standing.objects.create(
        tournament=tournament, entry=entry, rank=1, place=1, score="0", wins=0, game_points=0,
        games=0, hands=0, in_progress=False, why=why,
    )  # fmt: skip


@pytest.mark.django_db
@pytest.mark.each_database
class TestAColumn:
    def test_gives_back_the_text_with_its_parts(self):
        found = Standing.objects.get(pk=stored(CHOSEN).pk).why
        assert found == CHOSEN
        assert as_data(found) == as_data(CHOSEN)

    @pytest.mark.parametrize("why", ["", "More points: 4 against 3.", '{"text": "x"}', '"', "{"])
    def test_gives_back_a_plain_string_as_it_was(self, why):
        found = Standing.objects.get(pk=stored(why).pk).why
        assert found == why
        assert type(found) is str

    def test_is_empty_for_the_empty_text(self):
        row = stored(NO_TEXT)
        assert Standing.objects.filter(why="").get() == row

    def test_is_found_by_its_text(self):
        row = stored(CHOSEN)
        assert Standing.objects.filter(why=CHOSEN).get() == row
        assert not Standing.objects.filter(why=str(CHOSEN)).exists()

    def test_goes_whole_through_a_dump_of_the_database(self):
        row = stored(CHOSEN)
        (again,) = serializers.deserialize("json", serializers.serialize("json", [row]))
        assert as_data(again.object.why) == as_data(CHOSEN)


def test_a_migration_sees_the_text_field_that_it_was():
    found, _imports = MigrationWriter.serialize(SentenceField(default="", blank=True))
    assert found == "models.TextField(blank=True, default='')"


@given(st.text())
def test_every_plain_string_comes_back(text):
    assert read(as_stored(text)) == text
    assert type(read(as_stored(text))) is str


@given(st.text(), st.text(), st.integers())
def test_every_text_comes_back(name, value, number):
    text = T("{name}: {value} of {number}", name=named(name), value=value, number=number)
    found = read(as_stored(text))
    assert isinstance(found, Text)
    assert (found, as_data(found)) == (text, as_data(text))
