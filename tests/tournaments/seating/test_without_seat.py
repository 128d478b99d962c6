"""Whoever is checked in is named on the page of a round, also with neither a seat nor a bye."""

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_round, make_tournament
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, play, seat
from tournaments.models import Adjustment, Bye, Round
from tournaments.seating.review import without_seat
from tournaments.seating.services import publish_round

pytestmark = pytest.mark.django_db
WHO = {"by": ANNA, "at": NOON}


def min_of_table(*people):
    return min(people)


def page(client, round_, **query):
    return client.get(round_.get_absolute_url(), query).text


def test_everybody_reads_who_has_no_seat_until_the_round_is_over(client):
    entries = make_entries(make_tournament(rounds_planned=3), 9)
    round_ = make_round(entries[0].tournament, [entries[:4], entries[4:8]])
    assert f"<strong>Without a seat:</strong> {entries[8]}</p>" in page(client, round_)
    play(round_, min_of_table)
    assert "Without a seat" not in page(client, round_)


def test_a_draft_names_them_beside_the_acts(client):
    entries = make_entries(make_tournament(rounds_planned=3), 9)
    round_ = make_round(entries[0].tournament, [entries[:4], entries[4:8]], started_at=None)
    Round.objects.update(status=Round.Status.SEATED)
    assert "Without a seat" not in page(client, round_)
    client.force_login(make_conductor(round_.tournament.event))
    found = page(client, round_, own="page")
    assert f"<strong>Without a seat:</strong> {entries[8]}</p>" in found
    assert "Without a seat: 1 person" in found
    for act in ("Seat there", "Give a bye", "Missing"):
        assert f'{act}<span class="visually-hidden"> {entries[8]}</span>' in found


def test_a_bye_is_given_beside_the_name_and_the_page_of_the_round_comes_back(client):
    entries = make_entries(make_tournament(rounds_planned=3), 9)
    round_ = make_round(entries[0].tournament, [entries[:4], entries[4:8]])
    tournament = round_.tournament
    client.force_login(make_conductor(tournament.event))
    sent = {"entry": entries[8].pk, "kind": "bye", "round_number": 1, "reason": "No seat"}
    answer = client.post(
        reverse("adjustments", args=[tournament.event.slug, tournament.slug]),
        sent | {"back": "round"},
    )
    assert answer.url.startswith(round_.get_absolute_url())
    assert list(round_.byes.values_list("entry_id", "kind")) == [(entries[8].pk, Bye.Kind.FULL)]
    assert Adjustment.objects.get().kind == Adjustment.Kind.BYE
    found = page(client, round_, own="page")
    assert f"{entries[8]} has a bye in Round 1." in found
    assert "Without a seat" not in found
    assert f"<strong>Bye:</strong> {entries[8]}</p>" in found


# head_to_head/test_absences.py shows who waits, the test of a bracket how they are named.
@pytest.mark.long
def test_a_round_robin_names_who_came_too_late_to_play_anybody(client):
    tournament = head_to_head(P.ROUND_ROBIN, 4)
    play(publish_round(seat(tournament), **WHO))
    (late,) = make_entries(tournament, 1)
    round_ = publish_round(seat(tournament), **WHO)
    assert without_seat(round_).no_place == [late]
    assert f"<strong>Without a seat:</strong> {late}</p>" in page(client, round_)
    client.force_login(make_conductor(tournament.event))
    assert f"Without a seat: {late}. Nobody is left for them to play." in page(
        client, round_, own="page"
    )


def test_a_bracket_names_who_came_after_the_draw_and_nobody_who_is_out(client):
    tournament = head_to_head(P.SINGLE, 4)
    play(publish_round(seat(tournament), **WHO))
    (late,) = make_entries(tournament, 1)
    round_ = publish_round(seat(tournament), **WHO)
    assert without_seat(round_).no_place == [late]
    client.force_login(make_conductor(tournament.event))
    assert f"Without a seat: {late}. They came after the bracket was drawn" in page(
        client, round_, own="page"
    )


def test_a_final_names_no_one_who_did_not_qualify(client):
    entries = make_entries(make_tournament(), 9)
    round_ = make_round(entries[0].tournament, [entries[:4]], kind=Round.Kind.FINAL)
    assert "Without a seat" not in page(client, round_)


def test_a_program_reads_them_too(client):
    entries = make_entries(make_tournament(rounds_planned=3), 9)
    round_ = make_round(entries[0].tournament, [entries[:4], entries[4:8]])
    tournament = round_.tournament
    address = f"/api/v1/events/{tournament.event.slug}/tournaments/{tournament.slug}/rounds/1/"
    found = client.get(address).json()
    assert found["without_seat"] == [{"entry_id": entries[8].pk, "player": str(entries[8])}]
