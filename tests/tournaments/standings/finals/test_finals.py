"""From the preliminary rounds over semifinals to the champion."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_tournament, minutes
from tests.tournaments.standings.hands import close, play_round, report
from tournaments.clock.services import start_slot
from tournaments.models import Entry, Round, Standing
from tournaments.seating import errors
from tournaments.seating.formats import finals
from tournaments.seating.formats.registry import format_of
from tournaments.seating.ranking import stored_ranking
from tournaments.seating.services import publish_round
from tournaments.standings.computing import services
from tournaments.standings.deciding import services as rulings
from tournaments.standings.next_round.services import (
    reseat_round,
    seat_next_round,
    seat_semifinals,
)

# The decisions are Python: ../deciding/test_made_from.py seats finals and semifinals on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
LATER = NOON + minutes(300)


@pytest.fixture(scope="module")
def played_once(module_database):
    """Twelve players after a round: 1, 5 and 9 won; by game points the order is 1, 2, … 12."""
    tournament = make_tournament(rounds_planned=1)
    entries = make_entries(tournament, 12)
    tables = [
        [(entries[start + seat], 100 - 10 * seat - start) for seat in range(4)]
        for start in (0, 4, 8)
    ]
    play_round(tournament, tables, number=1)
    services.refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


def numbers(entries):
    return [int(entry.player.name[-3:]) for entry in entries]


def the(tournament, number):
    return tournament.entries.get(player__name=f"Player {number:03}")


#: Winners first, then seconds, and so on: each by game points.
ORDER = [1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12]


def test_the_final_is_the_best_four_and_the_next_stand_by(tournament):
    found = finals.lineup(tournament, stored_ranking(tournament))
    assert numbers(found.cut.through) == ORDER[:4]
    assert numbers(found.cut.alternates) == ORDER[4:]


def test_semifinals_are_seeded_by_one_eight_nine(tournament):
    found = finals.lineup(tournament, stored_ranking(tournament), 2)
    seeds = [[ORDER.index(number) + 1 for number in numbers(table)] for table in found.tables]
    assert seeds == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_an_alternate_moves_up_for_a_finalist_who_left_or_is_disqualified(tournament):
    Entry.objects.filter(pk=the(tournament, 5).pk).update(status=Entry.Status.DROPPED)
    rulings.adjust(the(tournament, 9), "disqualified", by=ANNA, at=LATER, reason="x")
    services.refresh(tournament.pk, at=LATER)
    found = finals.lineup(tournament, stored_ranking(tournament))
    assert numbers(found.cut.through) == [1, 2, 6, 10]
    assert numbers(found.cut.missing) == [5]


def test_a_player_with_too_few_games_has_no_place_in_the_final(tournament):
    make_entries(tournament, 1)
    play_round(tournament, [[(the(tournament, n), 50 - n) for n in (2, 3, 4, 6)]], number=2)
    tournament.qualifying_games = 2
    tournament.save()
    services.refresh(tournament.pk, at=LATER)
    final = seat_next_round(tournament, by=ANNA, at=LATER, final=True)
    seated = [seat.entry for seat in final.seats.select_related("entry__player")]
    assert sorted(numbers(seated)) == [2, 3, 4, 6]


def play_semifinals(tournament):
    semis = seat_semifinals(tournament, 2, by=ANNA, at=LATER)
    start_slot(publish_round(semis, by=ANNA, at=LATER), by=ANNA, at=LATER)
    first, second = semis.tables.order_by("number")
    report(first, [10, 20, 40, 30])
    report(second, [50, 10, 30, 20])
    semis.refresh_from_db()
    close(semis)
    Standing.objects.count()
    services.refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    return semis


def test_the_winners_of_the_semifinals_go_on_to_the_final(tournament):
    semis = play_semifinals(tournament)
    assert str(semis) == "Semifinal"
    winners = [ORDER[4], ORDER[1]]  # of the first table its third seat, of the second its first
    final = seat_next_round(tournament, by=ANNA, at=LATER)
    assert final.kind == Round.Kind.FINAL
    seated = numbers([seat.entry for seat in final.seats.select_related("entry__player")])
    assert set(winners) < set(seated)
    # Then the seconds: the fourth seat of the first table, the third of the second.
    assert set(seated) == {*winners, ORDER[7], ORDER[5]}


@pytest.mark.long
def test_a_final_and_semifinals_say_who_was_seated_there(tournament):
    table_format = format_of(tournament)
    semis = play_semifinals(tournament)
    assert "spread over the semifinals" in table_format.reason(semis)
    final = seat_next_round(tournament, by=ANNA, at=LATER)
    assert table_format.reason(final).startswith("The winners of the semifinals")
    Round.objects.filter(pk=semis.pk).update(kind=Round.Kind.PRELIMINARY)
    assert table_format.reason(final).startswith("The top of the standings")


def test_semifinalists_stand_above_the_rest_in_their_order(tournament):
    play_semifinals(tournament)
    rows = Standing.objects.filter(tournament=tournament).order_by("rank")
    order = numbers([row.entry for row in rows.select_related("entry__player")])
    assert order == ORDER
    assert rows[7].why == "Got further after the preliminary rounds."


def test_the_final_after_semifinals_makes_the_champion_and_the_places(client, tournament):
    play_semifinals(tournament)
    final = seat_next_round(tournament, by=ANNA, at=LATER)
    start_slot(publish_round(final, by=ANNA, at=LATER), by=ANNA, at=LATER)
    report(final.tables.get(), [1, 2, 3, 120])
    final.refresh_from_db()
    close(final)
    services.refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    last = final.seats.order_by("position").last().entry
    assert tournament.champion == last
    html = client.get(reverse("champion", args=[tournament.event.slug, tournament.slug])).text
    assert last.player.name in html
    places = html.partition("First places")[2].partition("</ol>")[0]
    assert places.count("board__row") == 8
    assert "board__time" not in places, "scores of the rounds before say the opposite"
    assert "The final decided the first places." in html


def test_no_second_semifinals_and_none_while_a_round_is_open(tournament):
    play_semifinals(tournament)
    with pytest.raises(errors.TournamentOver):
        seat_semifinals(tournament, 2, by=ANNA, at=LATER)


def test_there_is_no_other_proposal_for_semifinals(tournament):
    semis = seat_semifinals(tournament, 2, by=ANNA, at=LATER)
    with pytest.raises(errors.SemifinalsAreSeeded):
        reseat_round(semis, by=ANNA, at=LATER)


def test_too_few_people_for_so_many_tables_are_refused(tournament):
    with pytest.raises(errors.TooFewFinalists):
        seat_semifinals(tournament, 5, by=ANNA, at=LATER)


def test_the_page_shows_the_cut_and_seats_the_semifinals(client, tournament):
    client.force_login(make_conductor(tournament.event))
    where = reverse("finals", args=[tournament.event.slug, tournament.slug])
    assert "Next in line" in client.get(where).content.decode()
    assert "Semifinal 2" in client.get(where, {"tables": "2"}).content.decode()
    assert client.get(where, {"tables": "99"}).status_code == 200
    assert client.post(where, {"tables": "2"}).status_code == 302
    assert tournament.rounds.get(number=2).kind == Round.Kind.SEMIFINAL
    again = client.post(where, {"tables": "2"})
    assert again.status_code == 409
    assert "is still" in again.content.decode() or "open" in again.content.decode()


def test_there_is_no_page_of_a_champion_before_the_final(client, tournament):
    where = reverse("champion", args=[tournament.event.slug, tournament.slug])
    assert client.get(where).status_code == 404
