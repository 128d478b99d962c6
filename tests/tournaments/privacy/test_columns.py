"""Nothing is stored of a person that nobody has thought about: who sees it, how it is erased."""

import pytest
from django.apps import apps
from django.db import models

from tournaments.models import Event, Player
from tournaments.person_fields import PERSON_FIELDS, field_of
from tournaments.privacy.columns import (
    CLASSIFIED,
    PLACES,
    SECRETS,
    Erased,
    can_tell_of_people,
    unclassified,
)

MODELS = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_column_that_may_tell_of_a_person_is_classified(model):
    assert unclassified(model) == []


def test_a_new_column_of_a_player_is_not_classified_until_it_is_declared():
    trial = models.CharField(max_length=40, name="pronouns")
    trial.set_attributes_from_name("pronouns")
    assert can_tell_of_people(Player, trial)
    assert "pronouns" not in CLASSIFIED[Player]
    assert can_tell_of_people(Event, trial)
    assert not can_tell_of_people(Event, models.DateTimeField(name="at"))


@pytest.mark.parametrize("model", list(CLASSIFIED), ids=lambda model: model._meta.label)
def test_what_is_classified_is_a_column(model):
    columns = {field.name for field in model._meta.concrete_fields}
    assert set(CLASSIFIED[model]) <= columns
    assert SECRETS.get(model, frozenset()) <= columns


def test_every_declared_field_is_a_column_of_a_player_that_is_emptied_or_renamed():
    for field in PERSON_FIELDS:
        column = Player._meta.get_field(field.key)
        assert column.max_length == field.longest
        assert column.blank is not field.is_required
        assert CLASSIFIED[Player][field.key] is Erased.DECLARED
    with pytest.raises(KeyError):
        field_of("nothing")


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.model._meta.label)
def test_every_place_with_names_knows_the_way_to_its_event(place):
    assert place.model._base_manager.filter(**{place.event: 1}).query.where
    for column in (*place.names, *place.words):
        assert place.model._meta.get_field(column).max_length
