"""Options of a game: data of its tournament, fixed once a round is seated."""

import pytest
from django.urls import reverse

from games import catalogue
from games.options import Option
from tests.builders import ANNA, NOON, make_conductor, make_entries, make_event
from tournaments.events import errors
from tournaments.events.services import change_tournament, create_tournament
from tournaments.standings.next_round.services import seat_next_round

pytestmark = pytest.mark.django_db

VERSION = Option(
    "version", "choice", "Version", "Which rules are played.", "simple", ("simple", "expert")
)
EVENTS = Option("events", "flag", "More events", "One more event a round.", default=False)


@pytest.fixture(autouse=True)
def a_game_with_options(monkeypatch):
    game = catalogue.rules("express")
    monkeypatch.setattr(game, "options", (*game.options, VERSION, EVENTS))
    catalogue._setup.cache_clear()
    yield
    catalogue._setup.cache_clear()


def make(**settings):
    return create_tournament(
        make_event(), name="Open", game="express", by=ANNA, at=NOON, **settings
    )


def test_every_option_is_stored_with_the_tournament():
    assert make().options == {"version": "simple", "events": False}


def test_what_is_chosen_makes_the_sheets():
    chosen = make(options={"version": "expert"})
    assert chosen.options == {"version": "expert", "events": False}
    assert chosen.setup.options == chosen.options


@pytest.mark.once
def test_an_option_that_the_game_does_not_declare_so_is_refused():
    event = make_event()
    for options, refusal in (
        ({"weather": "fine"}, errors.NoSuchOption),
        ({"version": "hard"}, errors.OptionRefused),
        ({"events": 1}, errors.OptionRefused),
        ({"dealer": 1}, errors.NoSuchOption),
    ):
        facts = {"name": "Open", "game": "express", "by": ANNA, "at": NOON}
        with pytest.raises(refusal):
            create_tournament(event, options=options, **facts)


def test_options_change_until_a_round_is_seated():
    tournament = make()
    changed = change_tournament(tournament, options={"events": True}, by=ANNA, at=NOON)
    assert changed.options == {"version": "simple", "events": True}
    make_entries(tournament, 4)
    seat_next_round(tournament, by=ANNA, at=NOON)
    with pytest.raises(errors.OptionsAreFixed):
        change_tournament(tournament, options={"events": False}, by=ANNA, at=NOON)
    change_tournament(tournament, options={"events": True}, name="Late", by=ANNA, at=NOON)


def test_the_form_asks_for_them_with_their_sentences(client):
    event = make_event()
    client.force_login(make_conductor(event))
    address = f"{reverse('tournament-new', args=[event.slug])}?game=express"
    form = client.get(address).context["form"]
    assert form["option_version"].help_text == "Which rules are played."
    assert "option_dealer" not in form.fields
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    answer = client.post(address, sent | {"name": "Expert", "option_version": "expert"})
    assert answer.status_code == 302
    assert event.tournaments.get().options == {"version": "expert", "events": False}
