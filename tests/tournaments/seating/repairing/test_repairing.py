"""Repairing a published seating: no-shows and drops, with the list shown before."""

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_round, make_tournament
from tournaments.models import Entry, LedgerEntry, Round
from tournaments.results.reporting.services import deal_hand
from tournaments.seating import errors, services
from tournaments.seating.queries import only_one_out
from tournaments.seating.repairing import services as repairing

# Who moves is decided in Python: ../changing/test_services.py stores moves on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}


def published(sizes, *, started_at=None):
    tournament = make_tournament()
    entries = iter(make_entries(tournament, sum(sizes)))
    tables = [[next(entries) for _ in range(size)] for size in sizes]
    return make_round(tournament, tables, started_at=started_at), tables


def do(round_, *gone):
    pks = {entry.pk for entry in gone}
    return repairing.repair_seating(
        round_, pks, mark=repairing.plan_repair(round_, pks).mark, **WHO
    )


def test_one_person_fills_the_hole_that_made_a_table_too_small():
    round_, (first, _second) = published((3, 4))
    done = do(round_, first[0])
    assert [(moves.from_table, moves.to_table) for moves in done.moves] == [(2, 1)]
    assert [len(table) for table in services.as_lists(round_)] == [3, 3]
    assert LedgerEntry.objects.get(verb="repair seating").after["gone"] == ["Player 001"]


def test_what_was_shown_is_done_or_nothing():
    round_, (first, second) = published((3, 4))
    shown = repairing.plan_repair(round_, {first[0].pk})
    do(round_, second[0])
    with pytest.raises(errors.SeatGone):
        repairing.repair_seating(round_, {first[0].pk}, mark=shown.mark, **WHO)


def test_hands_already_played_stay_and_so_do_those_who_played_them():
    round_, (first, _second, third) = published((3, 4, 3), started_at=NOON)
    deal_hand(round_.tables.get(number=1), 1, by=ANNA, at=NOON)
    found = repairing.plan_repair(round_, {first[0].pk, third[0].pk})
    assert found.stay == [first[0]]
    assert found.gone == [third[0]]
    done = do(round_, first[0], third[0])
    assert [len(table) for table in services.as_lists(round_)] == [3, 3, 3]
    assert [(moves.from_table, moves.to_table) for moves in done.moves] == [(2, 3)]


def test_a_table_nobody_can_mend_is_named_and_left_to_the_conductor():
    round_, (first, _second) = published((3, 3), started_at=NOON)
    deal_hand(round_.tables.get(number=2), 1, by=ANNA, at=NOON)
    assert repairing.plan_repair(round_, {first[0].pk}).too_small == [1]


def test_undoing_the_removal_of_one_person_names_them():
    round_, (first, _second) = published((4, 4))
    do(round_, first[0])
    assert only_one_out(round_, round_.earlier_seatings.first()) == "Player 001"


def test_a_closed_round_is_not_mended():
    round_, (first, _second) = published((3, 4), started_at=NOON)
    shown = repairing.plan_repair(round_, {first[0].pk})
    Round.objects.filter(pk=round_.pk).update(status="closed", closed_at=round_.ends_at)
    with pytest.raises(errors.RoundStarted):
        repairing.repair_seating(round_, {first[0].pk}, mark=shown.mark, **WHO)


def test_the_page_shows_the_list_before_it_does_it(client):
    round_, (first, _second) = published((3, 4))
    tournament = round_.tournament
    client.force_login(make_conductor(tournament.event))
    where = reverse("round-mend", args=[tournament.event.slug, tournament.slug, 1])
    Entry.objects.filter(pk=first[0].pk).update(status=Entry.Status.DROPPED)
    assert "No longer checked in: Player 001" in client.get(where).text
    assert client.get(where, {"gone": ["9" * 5000, "²", "x"]}).status_code == 200
    page = client.get(where, {"gone": first[0].pk})
    assert "1 person moves" in page.text
    assert [len(t) for t in services.as_lists(round_)] == [3, 4]
    mark = page.context["repair"].mark
    assert client.post(where, {"gone": first[0].pk, "mark": "old"}).status_code == 409
    assert client.post(where, {"gone": first[0].pk, "mark": mark}).status_code == 302
    assert [len(t) for t in services.as_lists(round_)] == [3, 3]


@pytest.mark.long
@pytest.mark.parametrize("people", [8, 16])
def test_the_page_costs_the_same_queries_for_many_people(client, people, same_queries):
    round_, tables = published((4,) * (people // 4))
    tournament = round_.tournament
    client.force_login(make_conductor(tournament.event))
    where = reverse("round-mend", args=[tournament.event.slug, tournament.slug, 1])
    with same_queries(at_most=8):  # session, user, round, role, tables, seats
        client.get(where)
    with same_queries(at_most=17):
        client.get(where, {"gone": tables[0][0].pk})
