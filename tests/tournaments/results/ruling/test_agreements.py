"""The sheets that nobody agreed to: they are listed, and settled in one act."""

import pytest

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
)
from tournaments.access.shared import OWN, PARTS
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.agreements import agree_to_all, open_sheets

pytestmark = pytest.mark.django_db
LATER = NOON + minutes(10)
Status = ScoreSheet.Status


@pytest.fixture
def round_():
    """Three tables, of which each has reported a hand that ends its game."""
    tournament = make_tournament()
    entries = make_entries(tournament, 9)
    made = make_round(tournament, [entries[:3], entries[3:6], entries[6:]])
    for table in made.tables.all():
        deal_hand(table, 1, by=ANNA, at=NOON)
        hand = QuickHand({1: 130, 2: 5, 3: 0}, 1)
        report_hand(table, 1, hand, by=ANNA, at=LATER, key=f"a-hand-of-table-{table.number}")
    return made


def seen(tournament):
    return {sheet.pk: sheet.version for sheet in open_sheets(tournament)}


def test_a_conductor_agrees_to_all_sheets_and_the_ledger_says_so(round_):
    tournament = round_.tournament
    assert agree_to_all(tournament, seen(tournament), by=ANNA, at=LATER).count == 3
    assert open_sheets(tournament) == []
    entries = tournament.event.ledger.filter(verb="confirm hand")
    assert [entry.actor for entry in entries] == ["Anna"] * 3


def test_a_disputed_sheet_waits_and_a_changed_or_unseen_one_is_left_alone(round_):
    tournament = round_.tournament
    first, second, _third = open_sheets(tournament)
    shown = {first.pk: first.version, second.pk: second.version - 1}
    table = first.table
    player = table.seats.get(position=2).entry.player
    by = Actor(name=player.name, player=player)
    dispute_sheet(table, 1, None, by=by, at=LATER, reason="another seat")
    found = agree_to_all(tournament, shown, by=ANNA, at=LATER)
    assert found.count == 0
    assert [sheet.pk for sheet, _refusal in found.refused] == [second.pk]
    states = [sheet.status for sheet in open_sheets(tournament)]
    assert states == [Status.DISPUTED, Status.REPORTED, Status.REPORTED]


def test_the_list_takes_as_many_queries_for_many_sheets(round_, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        for sheet in open_sheets(round_.tournament):
            assert [line.seat.entry.player.name for line in sheet.lines.all()]


def test_closing_a_round_lists_what_nobody_agreed_to_and_offers_to(client, round_):
    tournament = round_.tournament
    client.force_login(make_conductor(tournament.event))
    said = client.post(f"{round_.get_absolute_url()}close/", follow=True)
    assert "3 sheets are not agreed yet." in said.text
    assert "Agree to all 3 sheets" in said.text
    at = f"{tournament.get_absolute_url()}agreement/"
    standings = client.get(f"{tournament.get_absolute_url()}standings/", {"own": "page"})
    assert f'href="{at}"' in standings.text
    pairs = [f"{pk}-{version}" for pk, version in seen(tournament).items()]
    said = client.post(at, {"seen": [*pairs, "x", "1-"]}, follow=True)
    assert "You agreed to 3 sheets." in said.text
    assert "Every sheet is agreed" in said.text
    standings = client.get(f"{tournament.get_absolute_url()}standings/", {"own": "page"})
    assert f'href="{at}"' not in standings.text


def test_the_list_is_offered_once_there_is_a_sheet_that_nobody_agreed_to(client):
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 3)])
    client.force_login(make_conductor(tournament.event))
    offered, whose = "Sheets nobody agreed to", {OWN: PARTS}
    assert offered not in client.get(made.get_absolute_url(), whose).text
    table = made.tables.get()
    deal_hand(table, 1, by=ANNA, at=NOON)
    assert offered not in client.get(made.get_absolute_url(), whose).text
    report_hand(table, 1, QuickHand({1: 30, 2: 5, 3: 0}, 1), by=ANNA, at=LATER, key="a-first-hand")
    assert offered in client.get(made.get_absolute_url(), whose).text
