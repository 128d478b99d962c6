"""Standings computed from sheets, on a tournament worked out by hand."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.builders import NOON, make_entries, make_round, make_tournament, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.standings.hands import close, finish, play_large_round, play_round, report
from tournaments import signals
from tournaments.models import Round, ScoreSheet, Standing, StandingsState, Tournament
from tournaments.standings.computing import rules, services, sheets
from tournaments.standings.showing import queries

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

LATER = NOON + minutes(30)


def merit(tournament):
    """The stored rows: place, name, score, wins, game points, games, hands."""
    return list(
        Standing.objects.filter(tournament=tournament)
        .order_by("rank")
        .values_list(
            "place", "entry__player__name", "score", "wins", "game_points", "games", "hands"
        )
    )


@pytest.fixture
def played():
    """Eight players, two closed rounds of two tables."""
    tournament = make_tournament()
    a, b, c, d, e, f, g, h = make_entries(tournament, 8)
    play_round(
        tournament,
        [
            [(a, 120), (b, 90), (c, 60), (d, 30)],
            [(e, 120), (f, 120), (g, 10), (h, -5)],
        ],
        number=1,
    )
    play_round(
        tournament,
        [
            [(a, 40), (e, 121), (b, 80), (f, 20)],
            [(c, 100), (g, 100), (d, 100), (h, 125)],
        ],
        number=2,
    )
    tournament.refresh_from_db()
    return tournament


def test_two_rounds_give_the_rows_worked_out_by_hand(played):
    services.refresh(played.pk, at=LATER)
    assert merit(played) == [
        (1, "Player 005", "15/2", 2, 241, 2, 2),
        (2, "Player 001", "6", 1, 160, 2, 2),
        (3, "Player 002", "6", 0, 170, 2, 2),
        (4, "Player 008", "5", 1, 120, 2, 2),
        (5, "Player 006", "9/2", 1, 140, 2, 2),
        (6, "Player 003", "4", 0, 160, 2, 2),
        (7, "Player 007", "4", 0, 110, 2, 2),
        (8, "Player 004", "3", 0, 130, 2, 2),
    ]


@ON_SQLITE
def test_the_tournament_stores_the_version_and_the_time(played):
    version = played.results_version
    services.refresh(played.pk, at=LATER)
    played.refresh_from_db()
    assert played.standings_version == played.results_version == version
    assert played.standings_at == LATER
    assert played.champion is None


@ON_SQLITE
def test_a_hand_counts_while_its_table_still_plays():
    tournament = make_tournament()
    entries = make_entries(tournament, 7)
    made = make_round(tournament, [entries[:4], entries[4:]])
    first = made.tables.get(number=1)
    report(first, [30, 20, 10, 5])
    services.refresh(tournament.pk, at=LATER)
    assert merit(tournament)[0] == (1, "Player 001", "4", 1, 30, 1, 1)
    assert [row[0] for row in merit(tournament)] == [1, 2, 3, 4, 5, 5, 5]
    assert Standing.objects.filter(tournament=tournament, in_progress=True).count() == 7

    report(first, [-40, 20, 10, 5])
    finish(first)
    services.refresh(tournament.pk, at=LATER)
    assert merit(tournament)[0] == (1, "Player 002", "4", 1, 40, 1, 2)
    assert merit(tournament)[3] == (4, "Player 001", "1", 0, -10, 1, 2)
    playing = Standing.objects.filter(tournament=tournament, in_progress=True)
    assert {row.entry_id for row in playing} == {e.pk for e in entries[4:]}


def test_voided_hands_and_hands_being_played_never_count():
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 3)])
    table = made.tables.get()
    report(table, [10, 20, 30])
    report(table, [500, 0, 0], number=2, status=ScoreSheet.Status.VOIDED)
    ScoreSheet.objects.create(table=table, number=2, dealt_at=NOON, cutoff_at=NOON)
    services.refresh(tournament.pk, at=LATER)
    assert [row[1:] for row in merit(tournament)] == [
        ("Player 003", "4", 1, 30, 1, 1),
        ("Player 002", "5/2", 0, 20, 1, 1),
        ("Player 001", "1", 0, 10, 1, 1),
    ]


@ON_SQLITE
def test_a_round_that_is_only_seated_or_published_counts_for_nobody(played):
    services.refresh(played.pk, at=LATER)
    before = merit(played)
    make_round(played, [played.entries.order_by("pk")[:4]], number=3, started_at=None)
    services.refresh(played.pk, at=LATER)
    assert merit(played) == before


def finalists(tournament):
    return [row.entry for row in queries.top(tournament, 4)]


@ON_SQLITE
def test_a_running_final_orders_the_finalists_and_makes_no_champion_yet(played):
    services.refresh(played.pk, at=LATER)
    final = make_round(played, [finalists(played)], number=3, kind=Round.Kind.FINAL)
    services.refresh(played.pk, at=LATER)
    assert [row[1] for row in merit(played)][:2] == ["Player 005", "Player 001"]

    report(final.tables.get(), [10, 20, 40, 30])
    services.refresh(played.pk, at=LATER)
    assert [row[:3] for row in merit(played)] == [
        (1, "Player 002", "6"),
        (2, "Player 008", "5"),
        (3, "Player 001", "6"),
        (4, "Player 005", "15/2"),
        (5, "Player 006", "9/2"),
        (6, "Player 003", "4"),
        (7, "Player 007", "4"),
        (8, "Player 004", "3"),
    ]
    played.refresh_from_db()
    assert played.champion is None


# The champion is worked out in Python, and stored as the rows are.
@ON_SQLITE
def test_the_winner_of_the_closed_final_is_the_champion(played):
    services.refresh(played.pk, at=LATER)
    final = make_round(played, [finalists(played)], number=3, kind=Round.Kind.FINAL)
    report(final.tables.get(), [10, 20, 40, 120])
    close(final)
    services.refresh(played.pk, at=LATER)
    played.refresh_from_db()
    assert played.champion.player.name == "Player 008"


# The order of finalists is worked out in Python.
@ON_SQLITE
def test_a_tie_in_the_final_goes_to_the_better_preliminary_standing(played):
    services.refresh(played.pk, at=LATER)
    final = make_round(played, [finalists(played)], number=3, kind=Round.Kind.FINAL)
    report(final.tables.get(), [10, 120, 120, 40])
    close(final)
    services.refresh(played.pk, at=LATER)
    played.refresh_from_db()
    assert played.champion.player.name == "Player 001"
    assert [row[:2] for row in merit(played)][:2] == [(1, "Player 001"), (2, "Player 002")]


@ON_SQLITE
def test_a_final_in_which_every_hand_was_voided_makes_no_champion(played):
    services.refresh(played.pk, at=LATER)
    final = make_round(played, [finalists(played)], number=3, kind=Round.Kind.FINAL)
    report(final.tables.get(), [10, 120, 120, 40])
    close(final)
    services.refresh(played.pk, at=LATER)
    final.tables.get().sheets.update(status=ScoreSheet.Status.VOIDED)
    services.refresh(played.pk, at=LATER)
    played.refresh_from_db()
    assert played.champion is None
    assert merit(played)[0][1] == "Player 005"


@ON_SQLITE
def test_two_players_equal_in_everything_share_first_place_and_there_is_no_champion():
    tournament = make_tournament(finalists=3)
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 50), (b, 50), (c, 5)]], number=1)
    play_round(tournament, [[(a, 9), (b, 9), (c, 5)]], number=2, kind=Round.Kind.FINAL)
    services.refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    assert [row[0] for row in merit(tournament)] == [1, 1, 3]
    assert tournament.champion is None


@ON_SQLITE
def test_unchanged_results_write_nothing(played, django_assert_num_queries):
    assert services.refresh(played.pk, at=LATER) is True
    rows = list(Standing.objects.order_by("pk").values_list("pk", "rank"))
    # Tournament, points, tie-breaks, seats, adjustments, byes, rounds made from results, rows.
    with django_assert_num_queries(8):
        assert services.refresh(played.pk, at=LATER + minutes(5)) is False
    assert list(Standing.objects.order_by("pk").values_list("pk", "rank")) == rows
    played.refresh_from_db()
    assert played.standings_at == LATER


def test_only_the_rows_that_differ_are_replaced():
    tournament = make_tournament()
    entries = make_entries(tournament, 8)
    first, second = make_round(tournament, [entries[:4], entries[4:]]).tables.order_by("number")
    report(first, [40, 30, 20, 10])
    report(second, [4, 3, 2, 1])
    services.refresh(tournament.pk, at=LATER)

    def stored():
        rows = Standing.objects.filter(entry__in=entries[1:4]).order_by("rank")
        return list(rows.values_list("pk", flat=True))

    kept = stored()
    report(second, [1, 0, 0, 0])
    assert services.refresh(tournament.pk, at=LATER)
    assert stored() == kept


def test_an_older_computation_never_overwrites_a_newer_one(played):
    seen = StandingsState.objects.get(pk=played.pk)
    old = rules.computed_rows(sheets.results(played.pk), played.points_scheme)
    table = played.rounds.get(number=2).tables.get(number=1)
    report(table, [200, 0, 0, 0])
    services.refresh(played.pk, at=LATER)
    newer = merit(played)
    assert newer[0][1] == "Player 001"
    with pytest.raises(services.OvertakenError):
        services._store(seen, services.Computed(old, None, {}), LATER + minutes(1))
    assert merit(played) == newer


def test_an_overtaken_computation_starts_again(played, monkeypatch):
    """Between reading the results and storing them somebody else reads, and stores, newer ones."""
    table = played.rounds.get(number=2).tables.get(number=1)
    compute, times, version = services.compute, [], played.results_version

    def overtaken_once(tournament):
        computed = compute(tournament)
        times.append(tournament.results_version)
        if len(times) == 1:
            report(table, [200, 0, 0, 0])
            services.refresh(played.pk, at=LATER)
        return computed

    monkeypatch.setattr(services, "compute", overtaken_once)
    assert services.refresh(played.pk, at=LATER) is False, "the other one has stored all of it"
    assert times == [version, version + 1, version + 1]
    assert merit(played)[0][1] == "Player 001"
    assert services.differences(played) == []


def test_a_deleted_tournament_is_no_error():
    assert services.refresh(987_654, at=LATER) is False


@pytest.mark.django_db(transaction=True)
def test_a_tournament_deleted_while_it_is_computed_is_no_error(played, monkeypatch):
    compute = services.compute

    def go_meanwhile(tournament):
        computed = compute(tournament)
        ScoreSheet.objects.filter(table__round__tournament=tournament).delete()
        tournament.rounds.all().delete()
        Tournament.objects.get(pk=tournament.pk).delete()
        return computed

    monkeypatch.setattr(services, "compute", go_meanwhile)
    assert services.refresh(played.pk, at=LATER) is False
    assert not Standing.objects.exists()


@ON_SQLITE
def test_new_standings_are_published_once(played, django_capture_on_commit_callbacks):
    heard = []

    def hear(sender, **facts):
        heard.append((facts["event_id"], facts["tournament_id"]))

    signals.standings_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            services.refresh(played.pk, at=LATER)
            services.refresh(played.pk, at=LATER)
    finally:
        signals.standings_changed.disconnect(hear)
    assert heard == [(played.event_id, played.pk)]


@pytest.mark.parametrize("people", [8, 16])
def test_the_number_of_queries_does_not_grow_with_the_field(people, same_queries):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, people))
    with same_queries(at_most=7):
        assert sheets.results(tournament.pk)


# SQLite writes one after the other: there is less to find.
@pytest.mark.long("sqlite")
@pytest.mark.django_db(transaction=True)
def test_concurrent_refreshes_while_hands_come_in_end_with_the_right_rows():
    tournament = make_tournament()
    entries = make_entries(tournament, 8)
    tables = list(make_round(tournament, [entries[:4], entries[4:]]).tables.order_by("number"))
    done = threading.Event()

    def refresh_until_done():
        try:
            while not done.is_set():
                services.refresh(tournament.pk, at=LATER)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        workers = [pool.submit(refresh_until_done) for _ in range(3)]
        try:
            for hand in range(1, 9):
                for table in tables:
                    report(table, [hand, 2 * hand, -hand, table.number])
        finally:
            done.set()
    assert [worker.result() for worker in workers] == [None] * 3
    services.refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    assert tournament.standings_are_current
    assert [(place, points) for place, _n, _s, _w, points, _g, _h in merit(tournament)] == [
        (1, 72),
        (1, 72),
        (3, 36),
        (3, 36),
        (5, 16),
        (6, 8),
        (7, -36),
        (7, -36),
    ]
