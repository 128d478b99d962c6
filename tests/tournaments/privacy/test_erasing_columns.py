"""Whatever there is a column for is erased, and a namesake keeps their own."""

import json

import pytest
from django.db.models import CharField, TextField

from tests.builders import ANNA, NOON, make_tournament
from tests.tournaments.privacy.records import LATER, keep_answer, rows_with
from tournaments.api.reading.serializers import PlayerSerializer
from tournaments.events.ledger.sealing import broken_seal, seal_all
from tournaments.models import BadgePrint, Player, StoredAnswer
from tournaments.person_fields import ROSTER_KEYS, Kind, field_of
from tournaments.privacy.queries import stored_of
from tournaments.privacy.services import alias_of, erase
from tournaments.registration.printing import prints
from tournaments.registration.services import edit_player, walk_in
from tournaments.seating.constraints.services import set_team

# Whether a row keeps a name: test_erasing.py, on each database.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


def test_whatever_a_player_has_a_column_for_is_gone_everywhere():
    """Each column of words is filled, by the site's own verbs where these know it."""
    tournament = make_tournament()
    drawn = ("identity", "pin", "badge")
    columns = [
        field
        for field in Player._meta.concrete_fields
        if isinstance(field, CharField | TextField) and field.name not in drawn
    ]
    facts = {one.name: f"quill-{one.name}@quill.example"[: one.max_length] for one in columns}
    facts["member_number"] = "QUILL quill-member_number".upper()
    entered = {key: "7" if field_of(key).kind is Kind.NUMBER else facts[key] for key in ROSTER_KEYS}
    player = walk_in(tournament.event, [tournament], **entered, by=ANNA, at=NOON)
    edit_player(player, **dict.fromkeys(ROSTER_KEYS[1:], ""), by=ANNA, at=NOON)
    edit_player(player, **entered, by=ANNA, at=NOON)
    set_team(player, facts["team"], by=ANNA, at=NOON)
    Player.objects.filter(pk=player.pk).update(**facts)
    player.refresh_from_db()
    said = {"id": player.pk} | PlayerSerializer(player).data
    keep_answer(player, "players/", said)
    keep_answer(player, f"players/{player.pk}/", said, key="changed")
    keep_answer(player, f"players/{player.pk}/team/", {"team": facts["team"]}, key="team")
    prints.ask_for(tournament.event, site="https://play.example.org", at=NOON)
    assert prints.draw_waiting()
    seal_all(now=NOON)
    before = {model for model, *_rest in rows_with("quill-")}
    assert before == {"Player", "LedgerEntry", "StoredAnswer"}

    erase(player, by=ANNA, at=LATER)
    assert rows_with("quill-") == []
    assert "quill-" not in json.dumps(stored_of(Player.objects.get(), at=LATER), default=str)
    assert not BadgePrint.objects.exists()
    assert broken_seal(tournament.event) is None


def test_an_answer_about_a_table_forgets_who_took_a_seat_over_and_keeps_a_namesake():
    tournament = make_tournament()
    event = tournament.event
    for town in ("Oslo", "Bergen"):
        walk_in(event, [tournament], name="Ann Lee", home_town=town, by=ANNA, at=NOON)
    ann, other = Player.objects.filter(event=event).order_by("pk")
    keep_answer(ann, "end/", {"seats": [{"player": other.shown_name, "played_by": ann.shown_name}]})
    erase(ann, by=ANNA, at=LATER)
    kept = json.loads(StoredAnswer.objects.get().body)
    assert kept["seats"] == [{"player": "Ann Lee (Bergen)", "played_by": alias_of(ann)}]
