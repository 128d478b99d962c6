"""A plan of all rounds: drawn up, kept, used while it holds, and given up."""

from copy import deepcopy
from itertools import combinations

import pytest
from django.urls import reverse

from pairing.plans.draw import draw
from tests.builders import ANNA, NOON, make_conductor, make_entries, make_event, make_tournament
from tests.tournaments.seating.head_to_head.playing import P, head_to_head
from tests.tournaments.seating.test_services import close
from tournaments.models import Entry, Plan
from tournaments.seating import errors, services
from tournaments.seating.changing import services as changing
from tournaments.seating.constraints import services as constraints
from tournaments.seating.planning import services as planning
from tournaments.standings.next_round.services import seat_next_round

# A plan is made in Python: ../test_services.py seats on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


def keep(tournament, rounds=4, sizes=(), seed=0):
    return planning.keep_plan(tournament, rounds, sizes, seed=seed, by=ANNA, at=NOON)


def seat(tournament, **choices):
    return seat_next_round(tournament, by=ANNA, at=NOON, **choices)


def address(tournament):
    return reverse("seating-plan", args=[tournament.event.slug, tournament.slug])


@pytest.fixture(scope="module")
def entered_once(module_database):
    tournament = make_tournament(rounds_planned=4)
    make_entries(tournament, 16)
    return tournament


@pytest.fixture
def tournament(entered_once):
    return deepcopy(entered_once)


def test_all_rounds_are_seated_from_a_plan_without_a_repeat(tournament):
    kept = keep(tournament)
    met = []
    for number in range(4):
        round_ = seat(tournament)
        tables = services.as_lists(round_)
        assert tables == kept.rounds[number]
        met += [frozenset(pair) for table in tables for pair in combinations(table, 2)]
        close(round_)
    assert len(set(met)) == len(met)


def test_households_and_people_kept_apart_have_parts_that_never_meet(tournament):
    entries = list(tournament.entries.order_by("pk"))
    for entry in entries[:4]:
        entry.player.household = "Smith"
        entry.player.save()
    constraints.keep_apart(tournament.event, entries[4].player, entries[5].player, by=ANNA, at=NOON)
    kept = keep(tournament, rounds=3)
    family = {entry.pk for entry in entries[:4]}
    for played in kept.rounds:
        for table in played:
            assert len(family.intersection(table)) <= 1
            assert not {entries[4].pk, entries[5].pk} <= set(table)


def test_where_everybody_meets_everybody_nobody_can_be_parted():
    rounds = [[[0, 1, 2, 3]]]
    assert sorted(draw([7, 8, 9, 10], rounds, [(7, 8)], 1)) == [7, 8, 9, 10]


def test_a_fixed_table_is_kept_by_the_plan(tournament):
    keep(tournament)
    entry = tournament.entries.order_by("pk").first()
    constraints.fix_table(entry, 3, by=ANNA, at=NOON)
    for _ in range(2):
        round_ = seat(tournament)
        assert round_.seats.get(entry=entry).table.number == 3
        close(round_)


def test_when_somebody_leaves_or_comes_the_round_is_seated_as_usual_and_says_so(tournament, client):
    keep(tournament)
    client.force_login(make_conductor(tournament.event))
    where = reverse("round-seat", args=[tournament.event.slug, tournament.slug])
    assert "This round is seated from the plan of all rounds" in client.get(where).text
    gone = tournament.entries.order_by("pk").first()
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.DROPPED)
    assert "people missing 1, people added 0" in client.get(where).text
    assert seat(tournament).seats.count() == 15


def test_after_a_change_by_hand_the_plan_holds_no_more(tournament, client):
    keep(tournament)
    round_ = seat(tournament)
    one, other = (round_.tables.get(number=n).seats.first().entry for n in (1, 2))
    changing.swap_seats(round_, one, other, by=ANNA, at=NOON)
    close(round_)
    client.force_login(make_conductor(tournament.event))
    where = reverse("round-seat", args=[tournament.event.slug, tournament.slug])
    assert "an earlier round was seated differently" in client.get(where).text
    assert seat(tournament).seating_mode == "standings"


def test_a_conductor_may_seat_a_round_otherwise_than_planned(tournament):
    kept = keep(tournament)
    assert services.as_lists(seat(tournament, mode="mixed")) != kept.rounds[0]


def test_a_plan_comes_before_the_first_round_and_not_for_two(tournament):
    seat(tournament)
    with pytest.raises(errors.PlanTooLate):
        keep(tournament)
    with pytest.raises(errors.PlanNotHeadToHead):
        keep(head_to_head(P.DUTCH, 4, event=tournament.event))


@pytest.mark.once
def test_a_plan_that_cannot_be_is_refused_in_a_sentence(tournament):
    for people, rounds, said in (
        (0, 3, "1 to 2000"),
        (2001, 3, "1 to 2000"),
        (16, 31, "30 rounds"),
        (2, 3, "2 people do not fit"),
    ):
        with pytest.raises((errors.PlanOutOfRange, errors.TablesImpossible)) as refused:
            planning.draw_up(tournament, people, rounds)
        assert said in str(refused.value)


@pytest.mark.long
def test_the_page_shows_repeats_the_bound_and_other_tables(tournament, client):
    where = address(tournament)
    client.force_login(make_conductor(tournament.event))
    page = client.get(where, {"people": "18", "rounds": "4"}).text
    assert "3 tables of 4 and 2 of 3" in page
    assert "2 tables of 5 and 2 of 4" in page
    assert "no better plan exists" in page
    assert "exactly this many players are registered" in page
    page = client.get(where, {"people": "18", "rounds": "4", "sizes": "5,5,4,4"}).text
    assert "At least 6 in any plan" in page
    for nonsense in (
        {"people": "x"},
        {"people": "1"},
        {"people": "-1"},
        {"people": "16", "rounds": "99"},
        {"people": "16", "rounds": "2", "sizes": "9,9"},
    ):
        assert client.get(where, nonsense).status_code == 200


def test_a_conductor_keeps_a_plan_and_gives_it_up(tournament, client):
    client.force_login(make_conductor(tournament.event))
    where = address(tournament)
    page = client.get(where).text
    assert "Use this plan" in page
    data = {"people": 16, "rounds": 4, "sizes": "4,4,4,4", "seed": 0}
    page = client.post(where, data, follow=True).text
    assert "Plan saved. It seats 4 rounds" in page
    assert "Player 001" in page
    page = client.post(where, {"give_up": "1"}, follow=True).text
    assert "Plan discarded" in page
    assert not Plan.objects.exists()
    seat(tournament)
    page = client.post(where, data)
    assert page.status_code == 422
    assert "before the first round" in page.text


@pytest.mark.parametrize("people", [16, 48])
def test_the_page_costs_the_same_queries_for_many_people(
    client, people, django_assert_max_num_queries
):
    tournament = make_tournament(make_event("Many People"), rounds_planned=3)
    make_entries(tournament, people)
    client.force_login(make_conductor(tournament.event))
    keep(tournament, rounds=3)
    with django_assert_max_num_queries(8):
        client.get(address(tournament))
