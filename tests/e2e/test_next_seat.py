"""A phone that lies on a closed table learns by itself where its player sits next."""

import pytest
from playwright.sync_api import expect

CLOSE = """
from django.db import transaction
from tests.builders import NOON, make_round, make_tournament
from tournaments import signals
from tournaments.models import Entry, Round, Table
table = Table.objects.select_related("round__tournament__event").get(code="{code}")
tournament = table.round.tournament
def say(round_):
    facts = {"event_id": tournament.event_id, "tournament_id": round_.tournament_id}
    with transaction.atomic():
        signals.publish(signals.round_changed, **facts, round_id=round_.pk)
ended = {"status": "finished", "end_reason": "conductor", "ended_at": NOON}
Table.objects.filter(pk=table.pk).update(**ended)
Round.objects.filter(pk=table.round_id).update(status="closed", closed_at=NOON)
answer = None
"""
#: A player who sits at two tables is led to neither. Both come at once: a phone that had seen the
#: first one alone would go there.
PUBLISH_TWO = """
with transaction.atomic():
    entries = list(Entry.objects.filter(tournament=tournament).order_by("-pk"))
    after = make_round(tournament, [entries], started_at=None, number=2)
    side = make_tournament(tournament.event, name="Side Event")
    state = {"status": "checked_in", "entered_at": NOON, "status_at": NOON}
    them = [Entry(tournament=side, player=entry.player, **state) for entry in entries]
    make_round(side, [Entry.objects.bulk_create(them)], started_at=None)
say(table.round)
say(after)
"""


@pytest.mark.long
def test_a_phone_on_a_closed_table_shows_where_its_player_sits_next(hall, stack):
    table = hall()
    phone = table.phone(1)
    stack.ask(CLOSE.replace("{code}", table.code) + PUBLISH_TWO)
    card = phone.get_by_role("region", name="Your next seat")
    expect(card).to_contain_text("Table 1, seat 4")
    expect(card).to_contain_text("Side Event")
    card.get_by_role("link", name="Go to Table 1").first.tap()
    expect(phone.get_by_text("Take your seats.")).to_be_visible()
