"""The ledger as conductors read it."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.results.tables import FIRST, at_seat, deal, play
from tournaments import ledger
from tournaments.events.ledger.words import changes, in_words, name_of
from tournaments.ledger import Actor
from tournaments.models import FixtureGame, LedgerEntry, Role
from tournaments.results.ruling import services as ruling
from tournaments.verbs import Verb

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    tournament = make_tournament(make_event())
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


@pytest.fixture
def owner(client, table):
    client.force_login(make_conductor(table.round.tournament.event))
    return client


def ledger_of(client, **filters):
    return client.get(reverse("ledger", args=["winter-meet"]), filters).content.decode()


def test_the_newest_entry_comes_first_in_words(owner, table):
    play(table)
    page = ledger_of(owner).partition('id="act-')[2]
    assert page.index("entered a hand") < page.index("dealt a hand")
    assert "report hand" not in page


def test_before_and_after_can_be_read(owner, table):
    play(table)
    ruling.void_hand(table, 1, by=ANNA, at=NOON + minutes(30), reason="misdeal")
    page = ledger_of(owner)
    assert "misdeal" in page
    assert "points: 30, 12, 0, \N{MINUS SIGN}5" in page


@pytest.mark.each_database  # the page filters by dates and by what stands in JSON
def test_filters_choose(owner, table):
    play(table)
    deal(table, 2, at=NOON + minutes(20), seat=2)
    for filters, acts in (
        ({}, 3),
        ({"who": "player 002"}, 1),
        ({"what": "deal hand"}, 2),
        ({"about": "Hand 1"}, 2),
        ({"about": "table 9"}, 0),
        ({"since": "2026-11-21T12:15"}, 1),
        ({"until": "2026-11-21T12:05"}, 1),
        ({"since": "nonsense", "page": "none"}, 3),
    ):
        assert ledger_of(owner, **filters).count('id="act-') == acts, filters


def test_long_ledgers_have_pages(owner, table):
    for number in range(120):
        ledger.record(table.round.tournament.event, Verb.DROP, number, by=ANNA, at=NOON)
    assert "Page 2 of 3" in ledger_of(owner, page="2")


@pytest.mark.each_database
@pytest.mark.long("postgresql")
def test_only_owners_see_reports_of_conduct(client, owner, table):
    event = table.round.tournament.event
    after = {"kind": "conduct", "text": "shouted"}
    ledger.record(event, Verb.CALL_CONDUCTOR, table, by=ANNA, at=NOON, after=after)
    assert "shouted" in ledger_of(owner)
    client.force_login(make_conductor(event, "other@example.org", Role.CONDUCTOR))
    assert "shouted" not in ledger_of(client)
    desk = client.get(reverse("desk", args=["winter-meet"])).content.decode()
    assert "call conductor" not in desk


def test_an_action_at_a_conductor_s_own_table_is_marked(owner, table):
    play(table)
    user = table.round.tournament.event.staff.get().user
    by = Actor("Clara", user=user, player=at_seat(table, 2).player)
    ruling.correct_hand(table, 1, FIRST, by=by, at=NOON + minutes(30), reason="x")
    assert "at own table" in ledger_of(owner)


@pytest.mark.each_database
@pytest.mark.parametrize("entries", [20, 40])
@pytest.mark.long("postgresql")
def test_it_takes_the_same_queries_for_any_number_of_entries(owner, table, entries, same_queries):
    for number in range(entries):
        ledger.record(table.round.tournament.event, Verb.DROP, number, by=ANNA, at=NOON)
    # Session, account, event, role; waiting, verbs, count and page.
    with same_queries(at_most=10):
        ledger_of(owner)


@pytest.mark.once
def test_values_are_shown_in_words():
    assert in_words(value=True) == "yes"
    assert in_words([1, -2]) == "1, \N{MINUS SIGN}2"
    assert in_words({}) == "\N{EN DASH}"
    assert changes({"status": "dealt"}, {"status": "reported"})[0][1:] == (
        "being played",
        "reported",
    )


@pytest.mark.once
def test_what_was_changed_is_called_as_in_the_forms_in_the_language_of_the_reader():
    noted = {"capacity": 12, "starts_on": "2026-11-21", "members": 3, "went_out": "Ada"}
    noted |= {"session": "Rails, heat 2"}
    assert [one.what for one in changes({}, noted)] == [
        "places", "first day", "members", "went out", "session"
    ]  # fmt: skip
    with override("de"):
        found = changes({}, noted)
    assert [one.what for one in found] == [
        "Plätze", "erster Tag", "Mitglieder", "Schluss gemacht", "Termin"
    ]  # fmt: skip
    assert found[-1].after == "Rails, Vorlauf 2"
    several = {"sessions": ["Rails, heat 2", "Rails, final"]}
    with override("de"):
        assert changes({}, several)[0].after == "Rails, Vorlauf 2, Rails, Finale"
        assert changes({}, {"sessions": 2})[0].after == "2"


@pytest.mark.once
@pytest.mark.parametrize(
    ("key", "english", "german"),
    [
        ("bookings", "places taken", "vergebene Plätze"),
        ("elsewhere", "booked elsewhere", "anderswo gebucht"),
        ("tables_taken", "tables taken by others", "Tische, die andere haben"),
        ("audience", "for", "für"),
        ("role", "role", "Rolle"),
        ("invited_by", "invited by", "eingeladen von"),
        ("category", "category", "Kategorie"),
        ("first", "first table", "erster Tisch"),
        ("place", "place", "Platz"),
        ("promoted", "go up", "Aufsteiger"),
        ("lot_seed", "seed of the lots", "Startwert der Lose"),
    ],
)
def test_what_no_form_of_an_event_asks_is_called_in_the_language_of_the_reader(
    key, english, german
):
    assert name_of(key) == english
    with override("de"):
        assert name_of(key) == german


@pytest.mark.once
def test_what_is_stored_by_a_key_is_said_in_the_language_of_the_reader():
    noted = {
        "role": "owner", "audience": "conductors", "of": "iron", "counts_for": "plays_on",
        "topics": ["results"], "private": ["email", "notes"], "tie_breaks": ["wins", "iron"],
        "reason": "other",
    }  # fmt: skip
    with override("de"):
        found = changes({}, noted, "change ranking")
    assert [one.after for one in found] == [
        "Veranstalter", "Turnierleitung", "Iron Man", "die Person, die weiterspielt",
        "ein Ergebnis hat sich geändert", "E-Mail, Notizen",
        "gewonnene Kategorien, Summe aller Kategorien", "other",
    ]  # fmt: skip


@pytest.mark.once
def test_games_and_their_options_have_their_names():
    noted = {"game": "title-rails", "options": {"version": "expert", "automa": True}}
    with override("de"):
        found = changes({}, noted, titles={"title-rails": "Rails"})
    assert [one.after for one in found] == ["Rails", "Version: Experten; Mit dem Automa: ja"]


@pytest.mark.once
def test_clocks_and_games_of_a_league_are_called_in_the_language_of_the_reader():
    clock = {"started_at": 1, "warning_at": 2, "cutoff_at": 3, "force_end_at": 4, "ends_at": 5}
    noted = clock | {"next_round_at": 6, "due_on": 7, "outcome": "home", "status": "open"}
    with override("de"):
        found = changes({}, noted)
    assert [one.what for one in found] == [
        "Beginn", "frühe Warnung", "Startschluss", "Abbruchzeit", "Ende", "nächste Runde",
        "zu spielen bis", "Ergebnis", "Status",
    ]  # fmt: skip
    with override("de"):
        labels = [str(FixtureGame.Outcome.HOME.label), str(FixtureGame.Status.OPEN.label)]
    assert [one.after for one in found[-2:]] == labels


@pytest.mark.parametrize(
    "written",
    [
        "2026-11-21T13:40:10.779152+00:00",
        "2026-11-21T14:40:10+01:00",  # as a form of the event had it
        "2026-11-21T08:40:10-05:00",
    ],
)
def test_moments_are_shown_in_the_time_of_the_event(owner, table, written):
    after = {"cutoff_at": written}
    event = table.round.tournament.event
    event.time_zone = "Europe/Berlin"
    event.save()
    ledger.record(event, Verb.CLOCK_EXTRA, "Table 1", by=ANNA, at=NOON, after=after)
    assert "21 Nov 14:40:10" in ledger_of(owner)


def test_what_an_earlier_release_wrote_is_chosen_with_what_is_written_now(owner, table):
    event = table.round.tournament.event
    ledger.record(event, Verb.REPAIR_SEATING, "round 2", by=ANNA, at=NOON)
    for subject, stored in (("round 1", "mend seating"), ("round 0", "shuffle")):
        LedgerEntry.objects.create(event=event, at=NOON, verb=stored, subject=subject, actor="A")
    page = ledger_of(owner)
    assert page.count('<option value="repair seating">repaired the seating</option>') == 1
    assert '<option value="shuffle">shuffle</option>' in page
    assert ledger_of(owner, what="repair seating").count('id="act-') == 2
