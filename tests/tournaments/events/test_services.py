"""A conductor sets up events and tournaments."""

from datetime import date, timedelta

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tournaments.events import errors, services
from tournaments.ledger import Actor
from tournaments.models import Event, LedgerEntry, Role, Tournament, User

pytestmark = pytest.mark.django_db

DAYS = {"starts_on": date(2026, 11, 21), "ends_on": date(2026, 11, 22)}


def create_event(name="Winter Meet", by=ANNA, **fields) -> Event:
    return services.create_event(name=name, by=by, at=NOON, **DAYS | fields)


def create_tournament(event, name="Express Open", **settings) -> Tournament:
    return services.create_tournament(
        event, name=name, game="express", by=ANNA, at=NOON, **settings
    )


def test_the_creator_of_an_event_owns_it():
    user = User.objects.create_user("anna@example.org", name="Anna")
    event = create_event(by=Actor(name="Anna", user=user), venue=" Town  hall ")

    assert [(staff.user, staff.role) for staff in event.staff.all()] == [(user, Role.OWNER)]
    assert (event.slug, event.venue, event.time_zone) == ("winter-meet", "Town hall", "UTC")


def test_an_event_created_by_the_system_has_no_owner():
    assert list(create_event(is_demo=True).staff.all()) == []


def test_two_events_of_one_name_have_two_slugs():
    assert [create_event().slug, create_event().slug] == ["winter-meet", "winter-meet-2"]


def test_an_invalid_event_is_refused_and_nothing_is_written():
    with pytest.raises(errors.EndsBeforeItStarts, match="before the first day") as refusal:
        create_event(ends_on=date(2026, 11, 20))
    assert refusal.value.field == "ends_on"
    assert not Event.objects.exists()


def test_changing_an_event_keeps_its_slug_and_records_what_changed():
    event = create_event()
    services.change_event(event, name="Winter Gathering", venue="Depot", by=ANNA, at=NOON)

    event.refresh_from_db()
    assert (event.name, event.slug) == ("Winter Gathering", "winter-meet")
    act = LedgerEntry.objects.filter(verb="change event").get()
    assert act.before == {"name": "Winter Meet", "venue": ""}
    assert act.after == {"name": "Winter Gathering", "venue": "Depot"}


def test_a_change_that_changes_nothing_leaves_no_line_in_the_ledger():
    event = create_event()
    services.change_event(event, name="Winter Meet", by=ANNA, at=NOON)
    assert list(LedgerEntry.objects.values_list("verb", flat=True)) == ["create event"]


def test_an_event_cannot_get_invalid_values():
    event = create_event()
    with pytest.raises(errors.NoSuchTimeZone):
        services.change_event(event, time_zone="Moon/Tranquility", by=ANNA, at=NOON)


def test_a_tournament_has_the_defaults_of_its_game():
    tournament = create_tournament(make_event())

    assert (tournament.game, tournament.slug, tournament.status) == (
        "express",
        "express-open",
        "open",
    )
    assert (tournament.target, tournament.slot) == (120, timedelta(hours=2))


def test_every_value_of_a_tournament_can_be_chosen():
    settings = {
        "target": 80,
        "slot": minutes(60),
        "final_slot": minutes(90),
        "cutoff": minutes(15),
        "force_end": minutes(5),
        "warning": minutes(25),
        "rounds_planned": 3,
        "finalists": 5,
        "table_min": 4,
        "table_preferred": 5,
        "table_max": 5,
    }
    tournament = create_tournament(make_event(), **settings)
    assert {field: getattr(tournament, field) for field in settings} == settings


def test_an_invalid_tournament_is_refused_with_its_field():
    event = make_event()
    with pytest.raises(errors.ForceEndBeforeCutoff, match="between 0 and 20 minutes") as refusal:
        create_tournament(event, force_end=minutes(30))
    assert refusal.value.field == "force_end"
    assert not event.tournaments.exists()


def test_only_games_of_the_catalogue_are_played():
    with pytest.raises(errors.NoSuchGame, match="This site does not have the game “chess”"):
        services.create_tournament(make_event(), name="Open", game="chess", by=ANNA, at=NOON)


def test_tournaments_of_one_name_have_different_slugs_within_an_event():
    event, other = make_event(), make_event("Summer Meet")
    slugs = [create_tournament(place).slug for place in (event, event, other)]
    assert slugs == ["express-open", "express-open-2", "express-open"]


def test_a_name_is_needed_and_must_fit():
    with pytest.raises(errors.TournamentNeedsName):
        create_tournament(make_event(), name="  ")
    with pytest.raises(errors.TextTooLong, match="At most 120 characters"):
        create_tournament(make_event("Summer Meet"), name="x" * 121)


def test_a_change_of_timing_leaves_the_clock_of_a_started_round_alone():
    tournament = make_tournament()
    running = make_round(tournament, [make_entries(tournament, 4)])
    services.change_tournament(tournament, slot=minutes(60), warning=minutes(25), by=ANNA, at=NOON)

    running.refresh_from_db()
    assert running.ends_at == NOON + minutes(120)
    tournament.refresh_from_db()
    assert tournament.slot == minutes(60)
    act = LedgerEntry.objects.get()
    assert (act.before, act.after) == (
        {"slot": 120, "warning": 30},
        {"slot": 60, "warning": 25},
    )


def test_a_finished_tournament_can_only_be_renamed():
    tournament = make_tournament(status=Tournament.Status.FINISHED)
    services.change_tournament(tournament, name="Express Cup", by=ANNA, at=NOON)

    with pytest.raises(errors.FinishedTournamentStays):
        services.change_tournament(tournament, target=80, by=ANNA, at=NOON)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.target) == ("Express Cup", 120)


def test_an_unknown_setting_is_a_programming_error():
    with pytest.raises(TypeError, match="colour"):
        services.change_tournament(make_tournament(), colour="red", by=ANNA, at=NOON)
