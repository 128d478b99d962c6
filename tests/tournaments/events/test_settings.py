"""Every setting of an event or a tournament is declared once, and is everywhere it belongs."""

from dataclasses import asdict, replace

import pytest
from django.db.models import DurationField

from games.catalogue import game, games
from tests.builders import minutes
from tournaments.api.reading.serializers import EventSerializer, TournamentSerializer
from tournaments.api.writing.serializers import NewEventSerializer, NewTournamentSerializer
from tournaments.events import errors, queries, rules
from tournaments.events.forms import EventForm, TournamentForm
from tournaments.events.settings.declaring import (
    NO_DEFAULT,
    Line,
    Minutes,
    declared,
    values_of,
)
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.events.settings.of_tournament import (
    OF_TOURNAMENT,
    defaults,
    for_format,
)
from tournaments.models import Event, Tournament
from tournaments.standings.exporting.event_schema import is_required, schema, versions
from tournaments.standings.exporting.event_writer import FIRST_VERSION, VERSION

EXPRESS = game("express")

#: The columns that are no settings, and why. A column in neither list fails a test.
NO_SETTING = {
    Event: {
        "id": "of this database",
        "uid": "drawn by itself, and never changes",
        "slug": "made from the name, and never changes",
        "code_of_conduct": "has a page of its own",
        "is_demo": "only the site makes a demo",
        "runs_at": "said by who takes an event over, on a page of its own",
        "serves_archive": "has a page of its own",
        "announced_at": "what is done at the event",
        "created_at": "written by itself",
        "updated_at": "written by itself",
    },
    Tournament: {
        "id": "of this database",
        "event_id": "where it belongs",
        "name": "beside the settings: it stays changeable when the tournament is finished",
        "slug": "made from the name, and never changes",
        "game": "chosen before the settings, and never changes",
        "title_id": "follows from the game",
        "status": "what is done at the event",
        "tie_breaks": "has a page of its own, with the scheme",
        "lot_seed": "drawn by the site",
        "next_round_at": "what is done at the event",
        "clock_epoch": "counts changes of the clock",
        "is_open_play": "said once, by the first pick-up game",
        "created_at": "written by itself",
        "updated_at": "written by itself",
    },
}
SETTINGS = {Event: OF_EVENT, Tournament: OF_TOURNAMENT}
EACH = [(model, key) for model, settings in SETTINGS.items() for key in settings]


def columns(model):
    return {field.attname: field for field in model._meta.concrete_fields}


@pytest.mark.parametrize("model", SETTINGS)
def test_every_column_is_a_setting_or_has_a_reason_not_to_be(model):
    said = [*SETTINGS[model], *NO_SETTING[model]]
    assert sorted(said) == sorted(columns(model))


def test_a_setting_is_like_its_column():
    for model, key in EACH:
        column, setting = columns(model)[key], SETTINGS[model][key]
        if column.has_default() and setting.default is not NO_DEFAULT:
            assert column.get_default() == setting.default, key
        if isinstance(setting.kind, Line):
            assert column.max_length == setting.kind.longest, key
        assert isinstance(column, DurationField) == isinstance(setting.kind, Minutes), key


def test_a_setting_is_in_the_event_file_and_old_files_can_do_without_a_new_one():
    file = schema()["properties"]
    for model, key in EACH:
        row = file["event"] if model is Event else file["tournaments"]["items"]
        assert key in row["properties"]
        since = SETTINGS[model][key].since
        assert since == FIRST_VERSION or not is_required(columns(model)[key]), key
        assert FIRST_VERSION <= since <= VERSION, key


def test_every_version_of_the_file_up_to_the_newest_can_be_read():
    assert versions(1) == {"const": 1}
    assert versions(3) == {"enum": [1, 2, 3]}


def test_the_api_reads_and_writes_every_setting():
    assert OF_EVENT.keys() <= EventSerializer().fields.keys()
    assert OF_EVENT.keys() | {"is_draft"} == NewEventSerializer().fields.keys()
    assert OF_TOURNAMENT.keys() <= TournamentSerializer().fields.keys()
    assert OF_TOURNAMENT.keys() | {"name", "game"} == NewTournamentSerializer().fields.keys()


def test_the_api_takes_durations_in_minutes():
    sent = NewTournamentSerializer(data={"name": "Open", "game": "express", "slot": 90})
    assert sent.is_valid()
    assert sent.validated_data["slot"] == minutes(90)


def test_the_api_fills_in_what_an_event_has_a_default_for():
    sent = NewEventSerializer(
        data={"name": "Meet", "starts_on": "2026-11-21", "ends_on": "2026-11-22"}
    )
    assert sent.is_valid()
    assert (sent.validated_data["venue"], sent.validated_data["time_zone"]) == ("", "UTC")


def test_the_form_of_an_event_asks_for_every_setting():
    assert list(EventForm().fields) == list(OF_EVENT)


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("is_new", [True, False])
def test_the_form_of_a_tournament_asks_for_what_the_game_has_once(key, is_new):
    form = TournamentForm(
        initial=queries.new_tournament_values(game(key)), game=game(key), is_new=is_new
    )
    asked = [field.name for _heading, fields in form.panels() for field in fields]
    assert sorted(asked) == sorted(form.fields)
    assert ("target" in asked) == game(key).has_target
    assert ("scheme" in asked) == is_new


def test_a_form_that_is_left_empty_where_it_may_be_has_the_defaults():
    values = queries.new_tournament_values(EXPRESS)
    needed = {
        name: values[name] // minutes(1) if OF_TOURNAMENT[name].panel == "time" else values[name]
        for name in OF_TOURNAMENT
        if OF_TOURNAMENT[name].is_needed
    }
    form = TournamentForm(needed | {"name": "Open"}, game=EXPRESS, is_new=True)
    assert form.is_valid(), form.errors
    given = {key: value for key, value in form.cleaned_data.items() if key != "name"}
    usual = asdict(defaults(EXPRESS)) | {"options": {}}
    assert given.keys() >= {"scheme", "qualifying_games", "objection_minutes"}
    assert given == {key: usual[key] for key in given}


@pytest.mark.parametrize("key", games())
def test_a_tournament_needs_nothing_but_a_name_and_a_game(key):
    assert NO_DEFAULT not in values_of(defaults(game(key)), OF_TOURNAMENT).values()
    assert rules.faults(defaults(game(key)), game(key)) == []


def test_a_format_for_two_seats_two_and_brings_its_scheme():
    said = {"pairing": "dutch", "table_max": 6}
    found = for_format(said)
    two = dict.fromkeys(("finalists", "table_min", "table_preferred", "table_max"), 2)
    assert found == {"pairing": "dutch", "scheme": "win-draw-loss", "final_tables": 1} | two
    assert for_format(said | {"scheme": "house"})["scheme"] == "house"
    assert for_format({"table_max": 6}) == {"table_max": 6}


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"rounds_planned": 0}, errors.RoundsOutOfRange),
        ({"rounds_planned": 31}, errors.RoundsOutOfRange),
        ({"objection_minutes": -1}, errors.ObjectionOutOfRange),
        ({"objection_minutes": 24 * 60 + 1}, errors.ObjectionOutOfRange),
    ],
)
def test_a_number_outside_its_bounds_is_refused_by_its_own_sentence(changes, refusal):
    [fault] = rules.faults(replace(defaults(EXPRESS), **changes), EXPRESS)
    assert isinstance(fault, refusal)


def test_a_class_that_leaves_one_of_its_settings_undeclared_cannot_be_used():
    class Bare:
        slot: int

    with pytest.raises(TypeError, match="Bare does not declare slot"):
        declared(Bare)
