"""A conductor defines games without an engine, changes them, and removes them."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_title,
    make_title_tournament,
    make_tournament,
)
from tournaments.errors import RowGone
from tournaments.events.errors import NoSuchGame
from tournaments.events.services import create_tournament
from tournaments.events.titles import errors, rules, services
from tournaments.models import LedgerEntry, Title
from tournaments.results.reporting.services import deal_hand

pytestmark = pytest.mark.django_db

VALID = {"name": "Golf", "players_min": 2, "players_max": 4, "slot": timedelta(minutes=60)}
#: A row says these as well; the form takes them for granted.
STORED = VALID | {"key": "title-golf", "sheet_per": "game", "counting": "more"}


def change(title, **changes):
    return services.change_title(title, by=ANNA, at=NOON, **changes)


def dealt(tournament):
    """A round of the tournament with one table, at which a sheet is begun."""
    made = make_round(tournament, [make_entries(tournament, 3)], started_at=NOON)
    table = made.tables.get()
    deal_hand(table, 1, by=ANNA, at=NOON)
    return table


def test_a_title_has_a_key_that_no_game_of_the_site_has():
    title = make_title(make_event(), name="  Best   of 18xx ")
    assert (title.name, title.key) == ("Best of 18xx", "title-best-of-18xx")
    entry = LedgerEntry.objects.get()
    assert (entry.verb, entry.after["name"], entry.after["slot"]) == (
        "define title", "Best of 18xx", 240
    )  # fmt: skip


def test_the_key_of_a_name_is_the_same_everywhere_and_short_enough():
    names = ("Best of 18xx", "A" * 60, "鉄道", "Ö" * 60, "1830!", "A" * 59 + "b")
    keys = [rules.key_of(name) for name in names]
    assert len(set(keys)) == len(names)
    assert all(len(key) <= rules.LONGEST_KEY for key in keys)
    assert keys == [rules.key_of(name) for name in names]


def test_two_titles_of_an_event_have_two_names():
    event = make_event()
    make_title(event)
    with pytest.raises(errors.TitleNameTaken, match=r"Best of 18xx"):
        make_title(event, name="best of 18XX")
    make_title(make_event("Spring Meet"))


@pytest.mark.once
def test_what_makes_no_sense_is_refused_with_a_sentence():
    event = make_event()
    for wrong, refusal in (
        ({"name": " "}, errors.TitleNeedsName),
        ({"name": "metro x"}, errors.TitleNameOfEngine),
        ({"players_min": 1}, errors.PlayersOutOfRange),
        ({"players_max": 13}, errors.PlayersOutOfRange),
        ({"players_min": 4, "players_max": 3}, errors.PlayersOutOfOrder),
        ({"sheet_per": "day"}, errors.NoSuchSheet),
        ({"counting": "luck"}, errors.NoSuchCounting),
        ({"target": 50}, errors.TargetNeedsHands),
        ({"target": 50, "sheet_per": "hand", "counting": "places"}, errors.TargetNeedsHands),
        ({"target": 10_001, "sheet_per": "hand"}, errors.TitleTargetOutOfRange),
        ({"slot": timedelta(0)}, errors.TitleSlotOutOfRange),
        ({"slot": timedelta(hours=25)}, errors.TitleSlotOutOfRange),
        ({"counting": "places", "tie_break_1": "Cash"}, errors.PlacesHaveNoTieBreaks),
        ({"tie_break_2": "Cash"}, errors.TieBreakMissing),
        ({"fewer_1": True}, errors.TieBreakMissing),
        ({"tie_break_1": "Cash", "tie_break_2": "Cash"}, errors.TieBreakTwice),
    ):
        with pytest.raises(refusal) as refused:
            services.define_title(event, by=ANNA, at=NOON, **VALID | wrong)
        assert refused.value.field
        assert str(refused.value).endswith(".")
    assert not event.titles.exists()


def test_the_database_refuses_it_as_well():
    event = make_event()
    for wrong, constraint in (
        ({"key": "express"}, "title_key_is_that_of_no_engine"),
        ({"name": ""}, "title_has_a_name"),
        ({"players_min": 1}, "title_players_in_order"),
        ({"players_min": 4, "players_max": 3}, "title_players_in_order"),
        ({"players_max": 13}, "title_players_in_order"),
        ({"sheet_per": "day"}, "title_sheet_is_known"),
        ({"counting": "luck"}, "title_counting_is_known"),
        ({"target": 50}, "title_target_needs_hands_and_points"),
        (
            {"target": 50, "sheet_per": "hand", "counting": "places"},
            "title_target_needs_hands_and_points",
        ),
        ({"slot": timedelta(0)}, "title_slot_is_within_a_day"),
        ({"counting": "places", "tie_break_1": "Cash"}, "title_places_have_no_tie_breaks"),
        ({"tie_break_2": "Cash"}, "title_tie_breaks_in_order"),
        ({"tie_break_1": "Cash", "tie_break_2": "Cash"}, "title_tie_breaks_differ"),
        ({"fewer_1": True}, "title_only_a_tie_break_has_a_direction"),
    ):
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            Title.objects.create(event=event, **STORED | wrong)
    Title.objects.create(event=event, **STORED)


def test_a_tournament_has_a_title_if_its_game_is_one_and_no_other():
    made = make_title_tournament()
    with pytest.raises(IntegrityError), transaction.atomic():
        type(made).objects.filter(pk=made.pk).update(title=None)
    express = make_tournament(made.event)
    with pytest.raises(IntegrityError), transaction.atomic():
        type(express).objects.filter(pk=express.pk).update(title=made.title)


def test_a_tournament_of_a_title_starts_from_its_definition():
    made = make_title_tournament()
    assert (made.game, made.game_name) == ("title-best-of-18xx", "Best of 18xx")
    assert (made.table_min, made.table_preferred, made.table_max) == (3, 4, 5)
    assert (made.slot, made.target, made.whole_games) == (timedelta(minutes=240), 0, True)


def test_a_title_of_another_event_is_no_game_here():
    title = make_title(make_event("Spring Meet"))
    with pytest.raises(NoSuchGame):
        create_tournament(make_event(), name="Open", game=title.key, by=ANNA, at=NOON)


def test_a_title_changes_while_no_sheet_of_it_is_written():
    tournament = make_title_tournament()
    title = change(tournament.title, counting="fewer", tie_break_1="Trains", name="18xx")
    tournament.refresh_from_db()
    assert tournament.info.fewer_is_better
    # The key stays, because the tournament has it.
    assert (title.name, title.key) == ("18xx", "title-best-of-18xx")


def test_a_title_without_a_tournament_takes_the_key_of_its_new_name():
    title = change(make_title(make_event()), name="18xx")
    assert title.key == "title-18xx"


def test_what_is_on_written_sheets_stays():
    tournament = make_title_tournament()
    dealt(tournament)
    for changes in ({"counting": "fewer"}, {"tie_break_1": "Cash"}, {"players_max": 4}):
        with pytest.raises(errors.TitleHasSheets) as refused:
            change(tournament.title, **changes)
        assert refused.value.field in changes
    title = change(tournament.title, name="18xx", slot=timedelta(minutes=200))
    assert (title.name, title.slot) == ("18xx", timedelta(minutes=200))


def test_a_tournament_that_would_not_fit_any_more_stops_a_change():
    tournament = make_title_tournament()
    with pytest.raises(errors.TournamentNoLongerFits, match=r"18xx Open"):
        change(tournament.title, players_max=4)
    assert Title.objects.get().players_max == 5


def test_a_title_is_removed_unless_a_tournament_is_of_it():
    tournament = make_title_tournament()
    with pytest.raises(errors.TitleInUse, match=r"18xx Open"):
        services.remove_title(tournament.title, by=ANNA, at=NOON)
    other = make_title(tournament.event, name="Golf")
    services.remove_title(other, by=ANNA, at=NOON)
    assert [title.name for title in Title.objects.all()] == ["Best of 18xx"]
    with pytest.raises(RowGone):
        change(other, name="Croquet")


def test_an_event_is_deleted_with_its_titles_and_their_tournaments():
    event = make_title_tournament().event
    event.delete()
    assert not Title.objects.exists()
