"""Nothing is stored of a person that nobody has thought about: who sees it, how it is erased."""

import pytest
from django.apps import apps
from django.db import models
from rest_framework.serializers import ModelSerializer

from tournaments.api.fixtures import serializers as fixtures
from tournaments.api.reading import round_serializers as rounds
from tournaments.api.reading import serializers as reading
from tournaments.models import Call, Event, FixtureGame, LedgerEntry, Player, User
from tournaments.person_fields import PERSON_FIELDS, SeenBy, field_of
from tournaments.privacy.columns import (
    CLASSIFIED,
    PLACES,
    Erased,
    can_tell_of_people,
    unclassified,
)
from tournaments.privacy.visibility import PUBLIC, SECRETS, seen_by

EVERYBODY = SeenBy.EVERYBODY
MODELS = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]


def test_every_column_that_may_tell_of_a_person_is_classified():
    assert {model: unclassified(model) for model in MODELS if unclassified(model)} == {}


def test_a_new_column_of_a_player_is_not_classified_until_it_is_declared():
    trial = models.CharField(max_length=40, name="shoe_size")
    trial.set_attributes_from_name("shoe_size")
    assert can_tell_of_people(Player, trial)
    assert "shoe_size" not in CLASSIFIED[Player]
    assert can_tell_of_people(Event, trial)
    assert not can_tell_of_people(Event, models.DateTimeField(name="at"))


def test_what_is_classified_is_a_column():
    for model, classified in CLASSIFIED.items():
        columns = {field.name for field in model._meta.concrete_fields}
        assert set(classified) <= columns, model
        assert SECRETS.get(model, frozenset()) <= columns, model
        assert PUBLIC.get(model, frozenset()) <= set(classified), model


def test_every_declared_field_is_a_column_of_a_player_that_is_emptied_or_renamed():
    for field in PERSON_FIELDS:
        column = Player._meta.get_field(field.key)
        assert column.max_length == field.longest
        assert column.blank is not field.is_required
        assert CLASSIFIED[Player][field.key] is Erased.DECLARED
    with pytest.raises(KeyError):
        field_of("nothing")


def test_the_public_api_shows_of_each_table_only_what_everybody_may_see():
    shown = [
        (kind.Meta.model, name)
        for module in (reading, rounds, fixtures)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, ModelSerializer) and hasattr(kind, "Meta")
        for name in kind.Meta.fields
    ]
    assert (Player, "home_town") in shown
    hidden = {(model, name) for model, name in shown if seen_by(model, name) is not EVERYBODY}
    assert hidden == set()


@pytest.mark.parametrize(
    ("model", "column", "who"),
    [
        (Player, "name", EVERYBODY),
        (Player, "notes", SeenBy.STAFF),
        (Player, "pin", SeenBy.NOBODY),
        (FixtureGame, "reason", EVERYBODY),
        (Call, "words", SeenBy.STAFF),
        (LedgerEntry, "after", SeenBy.STAFF),
        (User, "email", SeenBy.STAFF),
        (User, "password", SeenBy.NOBODY),
        (Event, "venue", EVERYBODY),
    ],
)
def test_every_column_says_who_may_see_it(model, column, who):
    assert seen_by(model, column) is who


def test_every_place_with_names_knows_the_way_to_its_event():
    for place in PLACES:
        assert place.model._base_manager.filter(**{place.event: 1}).query.where, place
        for column in (*place.names, *place.words):
            assert place.model._meta.get_field(column).max_length, (place, column)
