"""A round that is given up is annulled: nobody has met in it, and its results count nowhere."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.results.tables import deal, play, report
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.clock import errors as clock_errors
from tournaments.clock import services as clock
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.errors import ChangedSinceSeen
from tournaments.models import (
    Bye,
    Entry,
    LedgerEntry,
    Round,
    ScoreSheet,
    SheetVersion,
    Standing,
    Table,
    Tournament,
)
from tournaments.results import errors
from tournaments.results.confirming.services import confirm_due
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.annulling import annul_round, restore_round, state_of
from tournaments.seating import errors as seating_errors
from tournaments.seating import roster, services
from tournaments.seating.persistence import as_lists
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding.services import adjust, take_back
from tournaments.standings.next_round.services import seat_next_round

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


ALARM = "a fire alarm"


@pytest.fixture
def tournament():
    made = make_tournament(finalists=4)
    make_entries(made, 8)
    return made


@pytest.fixture
def roomy():
    """A tournament of sixteen: the second round has no repeats, and is found at once."""
    made = make_tournament(finalists=4)
    make_entries(made, 16)
    return made


def start(tournament, at=NOON):
    made = seat_next_round(tournament, by=ANNA, at=at)
    made = services.publish_round(made, by=ANNA, at=at)
    return clock.start_slot(made, by=ANNA, at=at)


@pytest.fixture(scope="module")
def started(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        made = make_tournament(make_event("Spring Meet"), finalists=4)
        make_entries(made, 8)
        yield start(made).pk


@pytest.fixture
def round_(started):
    """The first round of a tournament of eight, which runs."""
    return Round.objects.select_related("tournament__event").get(pk=started)


def play_all(round_, at=NOON):
    for table in round_.tables.order_by("number"):
        play(table, at=at + minutes(1))
        ruling.end_game(table, by=ANNA, at=at + minutes(30), reason="played")
    return ruling.close_round(round_, by=ANNA, at=at + minutes(40))


def annul(round_, at=NOON, **facts):
    return annul_round(round_, by=ANNA, at=at + minutes(50), reason=ALARM, **facts)


def restore(round_, at=NOON):
    return restore_round(round_, by=ANNA, at=at + minutes(60), reason="a mistake")


def places(tournament):
    refresh(tournament.pk, at=NOON)
    rows = Standing.objects.filter(tournament=tournament).order_by("rank")
    return list(rows.values_list("entry_id", "place", "score", "games", "hands"))


def test_its_results_count_nowhere_and_stay(roomy):
    tournament = roomy
    play_all(start(tournament))
    before = places(tournament)
    second = start(tournament, NOON + minutes(200))
    play(second.tables.get(number=1), at=NOON + minutes(201))
    assert places(tournament) != before
    annul(second, NOON + minutes(200))
    assert places(tournament) == before
    assert ScoreSheet.objects.filter(table__round=second).count() == 1
    assert list(tournament.rounds.values_list("number", flat=True)) == [1]


@ON_SQLITE
def test_nobody_has_met_in_it_and_the_next_round_takes_its_number(round_):
    tournament = round_.tournament
    play(round_.tables.get(number=1), at=NOON + minutes(1))
    before = as_lists(round_)
    assert roster.history(tournament, before=2) != []
    annul(round_)
    assert roster.history(tournament, before=2) == []
    again = start(tournament, NOON + minutes(100))
    assert again.number == 1
    assert as_lists(again) == before  # nothing that was played has a say in it


@ON_SQLITE
def test_the_people_of_an_annulled_round_are_free(round_):
    tournament = round_.tournament
    annul(round_)
    other = make_tournament(tournament.event, name="Other Open")
    for entry in tournament.entries.all():
        other.entries.create(
            player=entry.player, status=entry.status, entered_at=NOON, status_at=NOON
        )
    assert start(other).seats.count() == 8


@ON_SQLITE
def test_a_final_that_is_annulled_has_no_champion_and_is_seated_again(round_):
    tournament = round_.tournament
    Tournament.objects.update(rounds_planned=1)
    tournament.refresh_from_db()
    play_all(round_)
    late = NOON + minutes(500)
    refresh(tournament.pk, at=late)
    final = play_all(start(tournament, late), late)
    refresh(tournament.pk, at=late)
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert (final.kind, tournament.status) == (Round.Kind.FINAL, Tournament.Status.FINISHED)
    assert tournament.champion is not None
    annul(final, late)
    refresh(tournament.pk, at=late)
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert (tournament.champion, tournament.status) == (None, Tournament.Status.RUNNING)
    again = start(tournament, late + minutes(200))
    assert again.kind == Round.Kind.FINAL


@ON_SQLITE
def test_a_tournament_whose_only_round_is_annulled_has_not_begun(round_):
    annul(round_)
    assert Tournament.objects.get(pk=round_.tournament_id).status == Tournament.Status.OPEN


@pytest.mark.parametrize(
    "closed",
    # PostgreSQL stores it alike.
    [False, pytest.param(True, marks=ON_SQLITE)],
)
def test_the_annulment_is_taken_back_with_all_results(round_, closed):
    tournament = round_.tournament
    play(round_.tables.get(number=1), at=NOON + minutes(1))
    if closed:
        for table in round_.tables.all():
            ruling.end_game(table, by=ANNA, at=NOON + minutes(30), reason="played")
        ruling.close_round(round_, by=ANNA, at=NOON + minutes(40))
    before, was = places(tournament), Round.objects.get()
    annul(round_)
    assert not Round.objects.exists()
    restore(round_)
    now = Round.objects.get()
    assert places(tournament) == before
    assert (now.status, now.number, now.closed_at) == (was.status, was.number, was.closed_at)
    assert Tournament.objects.get(pk=tournament.pk).status == Tournament.Status.RUNNING


@ON_SQLITE
def test_it_stays_annulled_once_another_round_was_seated(round_):
    tournament = round_.tournament
    annul(round_)
    again = seat_next_round(tournament, by=ANNA, at=NOON)
    with pytest.raises(errors.PlaceTaken):
        restore(round_)
    services.discard_round(again, by=ANNA, at=NOON)
    assert restore(round_).status == Round.Status.RUNNING


@ON_SQLITE
def test_it_stays_annulled_while_its_people_sit_elsewhere(round_):
    tournament = round_.tournament
    annul(round_)
    other = make_tournament(tournament.event, name="Other Open")
    for entry in tournament.entries.all():
        other.entries.create(
            player=entry.player, status=entry.status, entered_at=NOON, status_at=NOON
        )
    start(other)
    with pytest.raises(seating_errors.SeatedElsewhere):
        restore(round_)


@ON_SQLITE
def test_two_annulled_rounds_keep_numbers_apart(round_):
    tournament = round_.tournament
    made = [annul(round_), annul(start(tournament, NOON + minutes(200)))]
    assert len({one.number for one in made}) == 2
    assert [one.annulled_number for one in made] == [1, 1]
    assert [str(one) for one in made] == ["Round 1 (annulled)"] * 2


@ON_SQLITE
def test_only_the_last_round_that_started_is_annulled_and_once(roomy):
    tournament = roomy
    first = play_all(start(tournament))
    draft = seat_next_round(tournament, by=ANNA, at=NOON)
    with pytest.raises(errors.NothingToAnnul):
        annul(draft)
    with pytest.raises(errors.NotTheLastRound):
        annul(first)
    services.discard_round(draft, by=ANNA, at=NOON)
    annul(first)
    with pytest.raises(errors.AnnulledAlready):
        annul(first)
    restore(first)
    with pytest.raises(errors.NotAnnulled):
        restore(first)


@ON_SQLITE
def test_it_needs_a_reason(round_):
    with pytest.raises(errors.ReasonMissing):
        annul_round(round_, by=ANNA, at=NOON, reason=" ")


@ON_SQLITE
def test_what_was_seen_is_what_is_annulled(round_):
    seen = state_of(round_)
    deal(round_.tables.get(number=1), at=NOON + minutes(1))
    with pytest.raises(ChangedSinceSeen):
        annul(round_, seen=seen)
    assert annul(round_, seen=state_of(round_)).is_annulled


@ON_SQLITE
def test_nothing_changes_at_its_tables(round_):
    table = round_.tables.get(number=1)
    play(table, at=NOON + minutes(1))
    running = round_.tables.get(number=2)
    deal(running, at=NOON + minutes(1))
    annul(round_)
    late, kept = {"by": ANNA, "at": NOON + minutes(55)}, SheetVersion.objects.count()
    for act in (
        lambda: deal(table, 2, at=NOON + minutes(55)),
        lambda: report(running, at=NOON + minutes(55)),
        lambda: reporting.deal(table, 2, key="a key", **late),
        lambda: ruling.void_hand(table, 1, reason="x", **late),
        lambda: ruling.confirm_hand(table, 1, **late),
        lambda: ruling.end_game(table, reason="x", **late),
    ):
        with pytest.raises(errors.RoundAnnulled, match=ALARM):
            act()
    assert confirm_due(now=NOON + minutes(300)) == 0
    assert end_tables_out_of_time(now=NOON + minutes(300)) == 0
    assert SheetVersion.objects.count() == kept
    pause = ClockCommand(ClockAct.PAUSE, NOON + minutes(55))
    with pytest.raises(clock_errors.RoundClosed):
        clock.change(round_, pause, by=ANNA, reason="x")


@ON_SQLITE
def test_what_a_phone_sends_again_is_answered_as_it_was(round_):
    table = round_.tables.get(number=1)
    facts = {"by": ANNA, "at": NOON + minutes(1), "key": "one"}
    first = reporting.deal(table, 1, **facts)
    annul(round_)
    again = reporting.deal(table, 1, **facts)
    assert (again.repeated, again.plain) == (True, first.plain)


@ON_SQLITE
def test_the_ledger_says_both(round_):
    annul(round_)
    restore(round_)
    rows = LedgerEntry.objects.filter(verb__in=["annul round", "restore round"]).order_by("pk")
    assert [(row.verb, row.subject, row.after["reason"]) for row in rows] == [
        ("annul round", "Express Open, Round 1", ALARM),
        ("restore round", "Express Open, Round 1", "a mistake"),
    ]


@pytest.mark.parametrize(
    "values",
    [
        {"status": "annulled"},
        {"status": "annulled", "annulled_at": NOON, "annulled_number": 1},
        {"number": 10_001},
        {"annulled_because": "no"},
    ],
)
def test_the_database_knows_no_half_annulled_round(round_, values):
    with pytest.raises((IntegrityError, ValidationError)), transaction.atomic():
        Round.with_annulled.filter(pk=round_.pk).update(**values)


def without_seat(tournament, status=Entry.Status.ENTERED):
    (entry,) = make_entries(tournament, 1, status=status)
    return entry


# Rounds are annulled and restored on PostgreSQL by the tests above.
@ON_SQLITE
def test_a_bye_that_was_given_since_is_one_of_the_restored_round(tournament):
    away = without_seat(tournament)
    round_ = play_all(start(tournament))
    annul(round_)
    adjust(away, "half_bye", reason="asked for", round_number=1, by=ANNA, at=NOON + minutes(55))
    restore(round_)
    assert list(round_.byes.values_list("entry_id", "kind")) == [(away.pk, Bye.Kind.HALF)]


@ON_SQLITE
def test_a_bye_that_was_taken_back_since_is_none_of_the_restored_round(tournament):
    away = without_seat(tournament)
    given = adjust(away, "absent", reason="ill", round_number=1, by=ANNA, at=NOON)
    round_ = play_all(start(tournament))
    assert round_.byes.get().entry == away
    annul(round_)
    take_back(given, by=ANNA, at=NOON + minutes(55))
    restore(round_)
    assert not round_.byes.exists()


@ON_SQLITE
def test_no_round_is_restored_in_which_somebody_has_a_seat_and_was_given_a_bye(round_):
    round_ = play_all(round_)
    annul(round_)
    entry = round_.tables.first().seats.first().entry
    given = adjust(entry, "bye", reason="tired", round_number=1, by=ANNA, at=NOON + minutes(55))
    with pytest.raises(errors.ByeGivenSince, match=f"a bye was given in its place to {entry}"):
        restore(round_)
    take_back(given, by=ANNA, at=NOON + minutes(56))
    assert restore(round_).status == Round.Status.CLOSED
    assert not round_.byes.exists()


@ON_SQLITE
def test_tables_of_an_annulled_round_keep_their_state(round_):
    deal(round_.tables.get(number=1), at=NOON + minutes(1))
    before = list(Table.objects.order_by("pk").values_list("status", "version"))
    annul(round_)
    restore(round_)
    assert list(Table.objects.order_by("pk").values_list("status", "version")) == before
