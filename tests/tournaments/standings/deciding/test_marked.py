"""Whatever follows from old results says so where it is shown, or shows what they say now."""

import html

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_entries, make_tournament, minutes
from tests.tournaments.seasons.gatherings import count, make_season
from tests.tournaments.standings.hands import play_round
from tournaments.clock.services import start_slot
from tournaments.models import Round, SheetLine, User
from tournaments.results_version import count_change
from tournaments.seasons.computing import services as seasons
from tournaments.seating.services import keep_seating, publish_round
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import seat_next_round
from tournaments.transactions import atomic

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_day")]
LATER = NOON + minutes(300)
WHO = {"by": ANNA, "at": LATER}
NOTE = "Results have been corrected since Final was seated"
KEPT = f"{NOTE}. The conductors kept it: it was played"


@pytest.fixture
def first():
    """A round of four, of whom the first three are in the final."""
    tournament = make_tournament(rounds_planned=1, finalists=3, table_min=3)
    people = make_entries(tournament, 4)
    table = [(entry, 100 - 10 * n) for n, entry in enumerate(people)]
    made = play_round(tournament, [table], number=1)
    refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    made.tournament = tournament
    return made


@atomic
def let_the_last_be_first(round_):
    line = SheetLine.objects.get(sheet__table__round=round_, seat__position=4)
    line.points = 300
    line.save()
    count_change(round_.tournament_id, at=LATER)


def correct(round_):
    let_the_last_be_first(round_)
    refresh(round_.tournament_id, at=LATER)


def page(client, name, *arguments):
    return html.unescape(client.get(reverse(name, args=arguments)).text)


def test_a_final_of_old_results_is_marked_for_everybody_while_it_is_played(client, first):
    tournament = first.tournament
    event = tournament.event.slug
    final = publish_round(seat_next_round(tournament, **WHO), **WHO)
    seat = final.seats.first()
    seen = [
        ("board", event),
        ("find-live", event, seat.entry.player_id),
        ("event", event),
        ("tournament", event, tournament.slug),
        ("round", event, tournament.slug, final.number),
        ("seat-why", event, tournament.slug, final.number, seat.entry_id),
    ]
    assert [name for name, *where in seen if NOTE in page(client, name, *where)] == []
    correct(first)
    assert [name for name, *where in seen if NOTE not in page(client, name, *where)] == []
    keep_seating(Round.objects.get(pk=final.pk), reason="it was played", **WHO)
    assert [name for name, *where in seen if KEPT not in page(client, name, *where)] == []
    start_slot(Round.objects.get(pk=final.pk), **WHO)
    assert KEPT in page(client, "board", event)


@pytest.fixture
def season(first):
    """A season for which the tournament counts; the fourth came to no final, and nobody knows."""
    tournament = first.tournament
    final = seat_next_round(tournament, **WHO)
    made_from = {name: getattr(final, name) for name in ("made_at", "made_from", "made_now")}
    people = [seat.entry for seat in final.seats.select_related("entry").order_by("position")]
    final.delete()
    points = [[(one, 9 - n) for n, one in enumerate(people)]]
    played = play_round(tournament, points, number=2, kind=Round.Kind.FINAL)
    Round.objects.filter(pk=played.pk).update(**made_from)
    tournament.status = "finished"
    tournament.save(update_fields=["status"])
    refresh(tournament.pk, at=LATER)
    owner = User.objects.create_user("olga@example.org", "a long password", name="Olga")
    made = make_season(owner, name="League", rule="best-results")
    count(made, tournament)
    seasons.refresh(made, at=LATER)
    return made


@pytest.mark.long
def test_a_champion_of_old_results_is_shown_with_the_note_wherever_the_word_stands(
    client, first, season
):
    tournament = first.tournament
    event = tournament.event.slug
    seen = [
        ("board", event),
        ("event", event),
        ("tournament", event, tournament.slug),
        ("standings", event, tournament.slug),
        ("champion", event, tournament.slug),
        ("season", season.slug),
    ]
    assert [name for name, *where in seen if NOTE in page(client, name, *where)] == []
    correct(first)
    assert [name for name, *where in seen if NOTE not in page(client, name, *where)] == []
    final = tournament.rounds.get(number=2)
    keep_seating(final, reason="it was played", **WHO)
    assert [name for name, *where in seen if KEPT not in page(client, name, *where)] == []


def test_a_season_says_that_newer_results_are_missing_until_it_is_computed(client, first, season):
    late = "Newer results are not in it yet"
    assert late not in page(client, "season", season.slug)
    let_the_last_be_first(first)
    assert late in page(client, "season", season.slug)
    refresh(first.tournament_id, at=LATER)
    assert late in page(client, "season", season.slug)
    seasons.refresh(season, at=LATER)
    assert late not in page(client, "season", season.slug)
