"""A tournament of Terminus: the score pad on the phone, its total never typed."""

from __future__ import annotations

from random import Random

import pytest

from games import catalogue
from games.terminus import greedy
from games.testing import play_out
from tests.builders import open_seat
from tests.tournaments.results.reporting.test_games import begin, table_of
from tests.tournaments.results.reporting.test_night_express import typed
from tournaments.models import ScoreSheet, SheetLine

pytestmark = pytest.mark.django_db


def played():
    """A game of two, as the score pad has it, and the Prestige of each seat."""
    game = catalogue.rules("terminus")
    state = play_out(game, 2, Random(5), choose=greedy).state
    data = catalogue.sheet("terminus").of(state)
    return data, [placing.score for placing in state.placings()]


def on_paper(data):
    """As a browser sends it: a box that is ticked, or not there."""
    form = typed(data)
    for name in [name for name, value in form.items() if value in ("True", "False")]:
        if form.pop(name) == "True":
            form[name] = "on"
    return form


def test_a_game_is_entered_on_a_phone(client):
    table = table_of("terminus")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    data, scores = played()
    answer = client.post(f"{table.get_absolute_url()}hands/1/", on_paper(data), follow=True)
    assert "The result is saved." in answer.content.decode()
    assert [line.points for line in SheetLine.objects.order_by("seat__position")] == scores


def test_discs_that_do_not_add_up_are_refused(client):
    table = table_of("terminus")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    data, _scores = played()
    data["discs"][0] -= 1
    answer = client.post(f"{table.get_absolute_url()}hands/1/", on_paper(data))
    assert answer.status_code == 422
    assert "are 12 together" in answer.content.decode()
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.DEALT


def test_the_source_says_who_chose_the_times():
    assert "house choice" in catalogue.game("terminus").source
