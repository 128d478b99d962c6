"""Whoever asks is handed everything that is stored about them, and no secret."""

import pytest
from django.apps import apps

from tests.builders import ANNA, NOON, make_tournament
from tournaments.models import Entry, Phone, Player, Seat
from tournaments.privacy.queries import NOT_HANDED_OUT, plain, sections_of
from tournaments.privacy.visibility import SECRETS
from tournaments.registration.services import walk_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def player():
    tournament = make_tournament()
    return walk_in(tournament.event, [tournament], name="Ada", by=ANNA, at=NOON)


def test_every_table_that_leads_to_a_player_is_handed_out_or_says_why_not(player):
    leading = {
        model
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model in {Player, Entry, Seat}
    }
    handed_out = {rows.model for rows in sections_of(player).values()}
    assert leading - handed_out == set(NOT_HANDED_OUT)
    assert not handed_out & set(NOT_HANDED_OUT)


def test_a_row_is_handed_out_without_its_secrets(player):
    row = plain(player)
    assert row["name"] == "Ada"
    assert not {"pin", "badge"} & set(row)
    assert {"token_hash"} == SECRETS[Phone]
    assert "token_hash" not in plain(Phone(player=player, token_hash="secret"))
