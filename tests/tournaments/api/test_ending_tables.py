"""A program ends tables and changes clocks, as the pages do."""

import pytest
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_round, make_tournament, minutes
from tournaments.api.tokens import make_token
from tournaments.clock.serialization import table_clock
from tournaments.models import LedgerEntry, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    tournament = make_tournament()
    entries = make_entries(tournament, 6)
    began = timezone.now() - minutes(9)
    return make_round(tournament, [entries[:3], entries[3:]], started_at=began)


@pytest.fixture
def post(client, round_):
    token = make_token(
        make_conductor(round_.tournament.event), "s", ["conduct", "results"], at=timezone.now()
    )[1]

    def send(where, body, **headers):
        said = {"Authorization": f"Bearer {token}"} | headers
        return client.post(f"/api/v1/{where}/", body, content_type="application/json", headers=said)

    return send


def in_round(round_, act):
    event, tournament = round_.tournament.event.slug, round_.tournament.slug
    return f"events/{event}/tournaments/{tournament}/rounds/{round_.number}/{act}"


def version_of(client, table):
    return f'"{client.get(f"/api/v1/tables/{table.code}/").json()["version"]}"'


def test_a_round_with_a_no_show_is_closed_by_a_program(client, post, round_):
    for table in round_.tables.all():
        assert post(in_round(round_, "close"), {}).json()["code"] == "tables-still-playing"
        seen = {"If-Match": f'"{table.version}"'}
        ended = post(f"tables/{table.code}/end", {"reason": "nobody came"}, **seen)
        assert (ended.status_code, ended.json()["end_reason"]) == (200, "conductor")
    assert post(in_round(round_, "close"), {}).status_code == 200


# Each step alone: the test above ends and closes, test_writing.py drops, test_programs.py seats.
@pytest.mark.long
def test_a_program_goes_on_after_a_no_show_with_those_who_are_there(client, post, round_):
    """Somebody does not come: dropped, their table ended, the round closed, the next one seated."""
    tournament = round_.tournament
    where = f"events/{tournament.event.slug}/tournaments/{tournament.slug}"
    absent = tournament.entries.order_by("pk").first()
    dropped = post(f"{where}/entries/{absent.pk}/drop", {"reason": "nobody came"})
    assert dropped.json()["status"] == "dropped"
    assert post(in_round(round_, "close"), {}).json()["code"] == "tables-still-playing"
    for table in round_.tables.all():
        post(f"tables/{table.code}/deal", {"number": 1})
        points = [{"seat": seat, "points": 20 - seat} for seat in (1, 2, 3)]
        hand = {"number": 1, "points": points, "went_out": 1}
        key = {"Idempotency-Key": f"hand-of-table-{table.code}", "If-Match": '"1"'}
        assert post(f"tables/{table.code}/hands", hand, **key).status_code == 201
        seen = {"If-Match": version_of(client, table)}
        ended = post(f"tables/{table.code}/end", {"reason": "one is missing"}, **seen)
        assert ended.status_code == 200, ended.json()
    assert post(in_round(round_, "close"), {}).status_code == 200
    seated = post(f"{where}/seat", {"final": False})
    assert seated.status_code == 201, seated.json()
    again = tournament.rounds.get(number=2)
    assert absent.pk not in again.seats.values_list("entry_id", flat=True)
    assert again.seats.count() == 5


def test_an_ended_table_goes_on_once_more_and_says_who_was_quicker(post, round_):
    table = round_.tables.first()
    seen = {"If-Match": f'"{table.version}"'}
    ended = post(f"tables/{table.code}/end", {"reason": "a mistake"}, **seen).json()
    late = post(f"tables/{table.code}/resume", {"reason": "they came"}, **{"If-Match": '"99"'})
    assert (late.status_code, late.json()["code"]) == (409, "changed-since-seen")
    now = {"If-Match": f'"{ended["version"]}"'}
    resumed = post(f"tables/{table.code}/resume", {"reason": "they came"}, **now)
    assert (resumed.status_code, resumed.json()["status"]) == (200, "seated")
    missing = post(f"tables/{table.code}/end", {"reason": "again"})
    assert missing.status_code == 428


def test_a_hand_is_ended_from_the_force_end_on(post, round_):
    table = round_.tables.first()
    post(f"tables/{table.code}/deal", {"number": 1})
    early = post(f"tables/{table.code}/hands/1/end", {})
    assert (early.status_code, early.json()["code"]) == (422, "too-early-to-end-hand")
    assert post(in_round(round_, "clock"), {"act": "end", "reason": "alarm"}).status_code == 200
    ended = post(f"tables/{table.code}/hands/1/end", {})
    assert ended.json()["receipt"]["act"] == "end"


def test_clocks_of_a_round_and_of_a_table_are_changed(post, round_):
    first, second = round_.tables.order_by("number")
    before = table_clock(first)
    extra = {"act": "extra", "minutes": 5, "reason": "a spill"}
    assert post(in_round(round_, "clock"), extra).status_code == 200
    assert post(in_round(round_, "clock"), extra | {"tables": [2]}).status_code == 200
    moved = [table_clock(Table.objects.get(pk=table.pk)).ends_at for table in (first, second)]
    assert [at - before.ends_at for at in moved] == [minutes(5), minutes(10)]
    assert post(in_round(round_, "clock"), {"act": "undo", "reason": "no"}).status_code == 200
    assert table_clock(Table.objects.get(pk=first.pk)).ends_at == before.ends_at
    said = LedgerEntry.objects.filter(verb="clock: extra").values_list("after__reason", flat=True)
    assert set(said) <= {"a spill", None}
    assert len(said) == 2


def test_a_command_that_one_table_refuses_changes_none(post, round_):
    first, second = round_.tables.order_by("number")
    pause = {"act": "pause", "reason": "a spill"}
    assert post(in_round(round_, "clock"), pause | {"tables": [1]}).status_code == 200
    refused = post(in_round(round_, "clock"), pause | {"tables": [1, 2]})
    assert refused.status_code == 422
    assert table_clock(Table.objects.get(pk=second.pk)).paused_at is None
    assert table_clock(Table.objects.get(pk=first.pk)).paused_at


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"act": "extra"}, "minutes"),
        ({"act": "restart", "tables": [1]}, "tables"),
        ({"act": "pause", "tables": [1, 9]}, "tables"),
        ({"act": "start"}, "act"),
        ({"act": "pause", "reason": ""}, "reason"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_by_name(post, round_, said, field):
    answer = post(in_round(round_, "clock"), {"reason": "a spill"} | said)
    assert answer.status_code == 400
    assert field in answer.json()["errors"][0]["field"]
