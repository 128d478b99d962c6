"""Seating a round: drafts, publishing, discarding, and what is refused."""

import threading
from collections import Counter

import pytest
from django.db import connection

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.selecting import ON_SQLITE
from tournaments.models import Entry, LedgerEntry, Round, Seat, Standing, Table
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.seating import errors, services
from tournaments.seating.constraints import services as constraints
from tournaments.seating.formats import at_tables
from tournaments.seating.queries import seating
from tournaments.seating.review import review
from tournaments.standings.next_round.services import seat_next_round
from tournaments.timetable.hall.codes import CODE_ALPHABET

pytestmark = pytest.mark.django_db


def seat(tournament, **choices):
    return seat_next_round(tournament, by=ANNA, at=NOON, **choices)


def close(round_):
    """Put a round's slot behind it, as the clock and results packages would."""
    Round.objects.filter(pk=round_.pk).update(
        status=Round.Status.CLOSED, closed_at=NOON, started_at=NOON, warning_at=NOON,
        cutoff_at=NOON, force_end_at=NOON, ends_at=NOON,
    )  # fmt: skip


def win(table, position):
    """One hand, in which who sits at ``position`` reaches the target."""
    points = {seat: 120 if seat == position else seat for seat in (1, 2, 3, 4)}
    deal_hand(table, 1, by=ANNA, at=NOON)
    report_hand(table, 1, QuickHand(points, position), by=ANNA, at=NOON, key=f"won-{table.code}")


def rank(tournament, entries, scores):
    """Store standings in the order of ``entries``."""
    Standing.objects.filter(tournament=tournament).delete()
    Standing.objects.bulk_create(
        Standing(
            tournament=tournament, entry=entry, rank=n, place=n, score=score, wins=0,
            game_points=0, games=1, hands=5, in_progress=False,
        )
        for n, (entry, score) in enumerate(zip(entries, scores, strict=True), start=1)
    )  # fmt: skip


def test_the_first_round_seats_everybody_who_is_checked_in_and_nobody_else():
    tournament = make_tournament()
    here = make_entries(tournament, 10)
    make_entries(tournament, 3, status=Entry.Status.ENTERED)
    make_entries(tournament, 2, status=Entry.Status.DROPPED)
    round_ = seat(tournament)
    assert round_.number == 1
    assert round_.status == Round.Status.SEATED
    assert sorted(len(table) for table in services.as_lists(round_)) == [3, 3, 4]
    assert set(round_.seats.values_list("entry_id", flat=True)) == {e.pk for e in here}


# test_same_seeds.py seats the same people again by the same seed.
@pytest.mark.long
@ON_SQLITE
def test_the_same_people_and_seed_are_seated_the_same_and_another_seed_otherwise():
    tournament = make_tournament()
    make_entries(tournament, 12)
    first = seat(tournament)
    tables = services.as_lists(first)
    services.discard_round(first, by=ANNA, at=NOON)
    again = seat(tournament)
    assert services.as_lists(again) == tables
    services.discard_round(again, by=ANNA, at=NOON)
    assert services.as_lists(seat(tournament, seed=7)) != tables


# Who sits apart is Python; seats are stored on PostgreSQL by the tests around it.
@ON_SQLITE
def test_people_of_one_household_sit_apart():
    tournament = make_tournament()
    family = make_entries(tournament, 12)[:3]
    for entry in family:
        entry.player.household = "Smith"
        entry.player.save()
    round_ = seat(tournament)
    assert round_.tables.filter(seats__entry__in=family).distinct().count() == 3


# standings/next_round/test_services.py seats a later round on PostgreSQL.
@ON_SQLITE
def test_later_rounds_bring_neighbours_in_the_standings_together_without_repeats():
    tournament = make_tournament(rounds_planned=3)
    entries = make_entries(tournament, 16)
    rows = [entries[n : n + 4] for n in range(0, 16, 4)]
    close(make_round(tournament, rows))
    columns = [list(column) for column in zip(*rows, strict=True)]
    by_rank = [entry for column in columns for entry in column]
    rank(tournament, by_rank, ["5"] * 4 + ["7/2"] * 4 + ["1"] * 4 + ["0"] * 4)
    round_ = seat(tournament)
    assert [set(t) for t in services.as_lists(round_)] == [{e.pk for e in c} for c in columns]


@ON_SQLITE
def test_a_later_round_brings_standings_that_are_old_up_to_date():
    """The conductor who closes a round and seats the next in the same second need not wait."""
    tournament = make_tournament()
    entries = make_entries(tournament, 16)
    first = make_round(tournament, [entries[n : n + 4] for n in range(0, 16, 4)])
    for table in first.tables.filter(number__lte=2):
        win(table, position=3)
    close(first)
    round_ = seat(tournament)
    tournament.refresh_from_db()
    assert tournament.standings_are_current
    winners = {entries[2].pk, entries[6].pk}
    assert set(Standing.objects.filter(rank__lte=2).values_list("entry_id", flat=True)) == winners
    assert any(winners <= set(table) for table in services.as_lists(round_))


@ON_SQLITE
def test_after_the_planned_rounds_the_best_who_are_still_here_play_the_final():
    tournament = make_tournament(rounds_planned=1)
    entries = make_entries(tournament, 8)
    close(make_round(tournament, [entries[:4], entries[4:]]))
    rank(tournament, entries, [str(9 - n) for n in range(8)])
    Entry.objects.filter(pk=entries[1].pk).update(status=Entry.Status.DROPPED)
    final = seat(tournament)
    assert final.kind == Round.Kind.FINAL
    best = [entries[n].pk for n in (0, 2, 3, 4)]
    assert services.as_lists(final) == [best]


@ON_SQLITE
def test_a_conductor_may_choose_one_more_round_or_the_final_now():
    tournament = make_tournament(rounds_planned=1)
    close(make_round(tournament, [make_entries(tournament, 16)[:4]]))
    more = seat(tournament, final=False)
    assert more.kind == Round.Kind.PRELIMINARY
    services.discard_round(more, by=ANNA, at=NOON)
    tournament.rounds_planned = 5
    tournament.save()
    assert seat(tournament, final=True).kind == Round.Kind.FINAL


@ON_SQLITE
def test_nothing_follows_the_final_and_nothing_final_comes_first():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    with pytest.raises(errors.FinalBeforeFirstRound):
        seat(tournament, final=True)
    close(make_round(tournament, [entries], kind=Round.Kind.FINAL))
    with pytest.raises(errors.TournamentOver):
        seat(tournament)


@ON_SQLITE
@pytest.mark.parametrize(
    ("people", "refusal"),
    [(0, errors.NobodyCheckedIn), (2, errors.TablesImpossible)],
)
def test_too_few_people_are_refused_in_words(people, refusal):
    tournament = make_tournament()
    make_entries(tournament, people)
    with pytest.raises(refusal) as raised:
        seat(tournament)
    assert str(raised.value)


@ON_SQLITE
def test_whoever_cannot_sit_has_a_bye_and_nobody_a_second_one_before_all_had_one():
    tournament = make_tournament(table_min=4, table_max=4, finalists=4, rounds_planned=9)
    make_entries(tournament, 7)
    out = Counter()
    for _ in range(7):
        round_ = seat(tournament, mode="social")
        assert round_.byes.count() == 3
        assert round_.seats.count() == 4
        out.update(round_.byes.values_list("entry_id", flat=True))
        close(round_)
    assert set(out.values()) == {3}


@ON_SQLITE
def test_chosen_sizes_and_mode_are_taken_and_noted():
    tournament = make_tournament()
    make_entries(tournament, 18)
    round_ = seat(tournament, sizes=(5, 5, 4, 4), mode="social")
    assert sorted(map(len, services.as_lists(round_))) == [4, 4, 5, 5]
    assert round_.seating_mode == "social"
    assert len(round_.seating_digest) == 16
    assert round_.seating_engine > 1


@ON_SQLITE
def test_sizes_that_no_longer_fit_give_way_to_the_usual_ones():
    tournament = make_tournament()
    make_entries(tournament, 16)
    assert sorted(map(len, services.as_lists(seat(tournament, sizes=(5, 5, 4, 4))))) == [4] * 4


def test_a_roster_that_changes_during_the_search_is_searched_again(monkeypatch):
    tournament = make_tournament()
    entries = make_entries(tournament, 12)
    searches = []
    search = at_tables.seat_round

    def seat_round(people, *facts, **more):
        if not searches:
            Entry.objects.filter(pk=entries[0].pk).update(status=Entry.Status.DROPPED)
        searches.append(len(people))
        return search(people, *facts, **more)

    monkeypatch.setattr(at_tables, "seat_round", seat_round)
    round_ = seat(tournament)
    assert searches == [12, 11]
    assert round_.seats.count() == 11


def test_a_roster_that_never_rests_is_searched_under_the_lock(monkeypatch):
    tournament = make_tournament()
    entries = make_entries(tournament, 12)
    searches = []
    search = at_tables.seat_round

    def seat_round(people, *facts, **more):
        if len(searches) < services.SEARCHES:
            gone = entries[len(searches)]
            Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.DROPPED)
        searches.append(len(people))
        return search(people, *facts, **more)

    monkeypatch.setattr(at_tables, "seat_round", seat_round)
    assert seat(tournament).seats.count() == 12 - services.SEARCHES
    assert searches == [12, 11, 10, 9]


@ON_SQLITE
def test_kept_apart_fixed_tables_and_teams_are_heard():
    tournament = make_tournament()
    entries = make_entries(tournament, 16)
    players = [entry.player for entry in entries]
    for other in players[1:4]:
        constraints.keep_apart(tournament.event, players[0], other, by=ANNA, at=NOON)
    constraints.fix_table(entries[5], 3, by=ANNA, at=NOON)
    for player in players[8:12]:
        constraints.set_team(player, " The  Reds", by=ANNA, at=NOON)
    round_ = seat(tournament)
    at = dict(round_.seats.values_list("entry_id", "table__number"))
    assert at[entries[5].pk] == 3
    assert at[entries[0].pk] not in {at[e.pk] for e in entries[1:4]}
    assert len({at[e.pk] for e in entries[8:12]}) == 4


@ON_SQLITE
def test_two_conductors_who_play_sit_apart_where_nobody_else_could_rule():
    tournament = make_tournament()
    entries = make_entries(tournament, 8)
    for n, name in enumerate(("clara", "olga")):
        user = make_conductor(tournament.event, f"{name}@example.org")
        constraints.plays_as(user.roles.get(), entries[n].player, by=ANNA, at=NOON)
    for seed in range(3):
        round_ = seat(tournament, seed=seed)
        at = dict(round_.seats.values_list("entry_id", "table__number"))
        assert at[entries[0].pk] != at[entries[1].pk]
        services.discard_round(round_, by=ANNA, at=NOON)


@ON_SQLITE
def test_nobody_is_kept_apart_from_themselves():
    tournament = make_tournament()
    (entry,) = make_entries(tournament, 1)
    with pytest.raises(errors.SamePerson):
        constraints.keep_apart(tournament.event, entry.player, entry.player, by=ANNA, at=NOON)


@ON_SQLITE
def test_a_final_needs_enough_people_for_a_table():
    tournament = make_tournament(rounds_planned=1)
    entries = make_entries(tournament, 4)
    close(make_round(tournament, [entries]))
    Entry.objects.filter(pk__in=[e.pk for e in entries[:2]]).update(status="dropped")
    with pytest.raises(errors.TooFewFinalists, match="Only 2 people"):
        seat(tournament)


@ON_SQLITE
def test_a_second_round_waits_until_the_first_is_closed():
    tournament = make_tournament()
    make_entries(tournament, 8)
    seat(tournament)
    with pytest.raises(errors.RoundStillOpen, match="Round 1 is still open"):
        seat(tournament)


def test_nobody_is_seated_in_two_tournaments_at_once():
    event = make_event()
    morning = make_tournament(event, name="Morning")
    players = [entry.player for entry in make_entries(morning, 4)]
    evening = make_tournament(event, name="Evening")
    make_entries(evening, 4)
    make_round(morning, [list(morning.entries.order_by("pk"))])
    both = Entry.objects.create(
        tournament=evening, player=players[0], status=Entry.Status.CHECKED_IN,
        entered_at=NOON, status_at=NOON,
    )  # fmt: skip
    round_ = seat(evening)
    assert not round_.seats.filter(entry=both).exists()
    found = review(seating(round_))
    assert found.elsewhere == ["Player 001 (Morning, Table 1)"]
    assert found.unseated == []
    services.discard_round(round_, by=ANNA, at=NOON)
    evening.entries.exclude(pk=both.pk).update(status=Entry.Status.DROPPED)
    with pytest.raises(errors.SeatedElsewhere, match=r"Player 001 \(Morning, Table 1\)"):
        seat(evening)
    evening.entries.update(status=Entry.Status.CHECKED_IN)
    Table.objects.update(status="finished", end_reason="target", ended_at=NOON)
    assert seat(evening).seats.filter(entry=both).exists()


def test_each_table_has_a_code_of_its_own():
    tournament = make_tournament()
    make_entries(tournament, 40)
    codes = list(seat(tournament).tables.values_list("code", flat=True))
    assert len(set(codes)) == 10
    assert all(len(c) == 6 and set(c) <= set(CODE_ALPHABET) for c in codes)


def test_publishing_shows_a_draft_and_happens_once():
    tournament = make_tournament()
    make_entries(tournament, 4)
    round_ = services.publish_round(seat(tournament), by=ANNA, at=NOON)
    assert round_.status == Round.Status.PUBLISHED
    with pytest.raises(errors.AlreadyPublished):
        services.publish_round(round_, by=ANNA, at=NOON)
    assert list(LedgerEntry.objects.values_list("verb", "subject")) == [
        ("publish round", "Express Open, Round 1"),
        ("seat round", "Express Open, Round 1"),
    ]


@ON_SQLITE
def test_a_draft_with_somebody_who_dropped_since_is_not_published():
    tournament = make_tournament()
    gone = make_entries(tournament, 5)[0]
    round_ = seat(tournament)
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.DROPPED)
    with pytest.raises(errors.NotCheckedIn, match="Player 001"):
        services.publish_round(round_, by=ANNA, at=NOON)


@pytest.mark.parametrize("published", [pytest.param(False, marks=ON_SQLITE), True])
def test_discarding_before_the_start_frees_the_number(published):
    tournament = make_tournament()
    make_entries(tournament, 4)
    round_ = seat(tournament)
    if published:
        services.publish_round(round_, by=ANNA, at=NOON)
    services.discard_round(round_, by=ANNA, at=NOON)
    assert not Seat.objects.exists()
    assert seat(tournament).number == 1
    kept = LedgerEntry.objects.get(verb="discard round")
    assert len(kept.before["tables"][0]) == 4


@ON_SQLITE
def test_a_round_that_has_started_is_not_discarded():
    tournament = make_tournament()
    running = make_round(tournament, [make_entries(tournament, 4)])
    with pytest.raises(errors.RoundStarted):
        services.discard_round(running, by=ANNA, at=NOON)
    assert running.seats.count() == 4


def test_a_seating_that_somebody_discarded_meanwhile_is_not_published():
    tournament = make_tournament()
    make_entries(tournament, 4)
    round_ = seat(tournament)
    services.discard_round(Round.objects.get(), by=ANNA, at=NOON)
    with pytest.raises(errors.RoundGone):
        services.publish_round(round_, by=ANNA, at=NOON)


@pytest.mark.django_db(transaction=True)
def test_of_two_conductors_who_seat_at_the_same_moment_one_is_told_of_the_other():
    tournament = make_tournament()
    make_entries(tournament, 40)
    together = threading.Barrier(2)
    found = []

    def conduct():
        try:
            together.wait(timeout=60)
            found.append(seat(tournament).number)
        except errors.RoundStillOpen as refusal:
            found.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=conduct) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert sorted(map(str, found)) == ["1", "round-still-open"]
    assert Seat.objects.count() == 40
