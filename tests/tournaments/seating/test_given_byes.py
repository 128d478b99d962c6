"""A bye that a conductor gives: no seat, named on the page of the round, and counted once."""

import pytest
from django.db.models import F
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_tournament
from tests.tournaments.seating.head_to_head.playing import (
    P,
    head_to_head,
    play,
    seat,
    standings,
)
from tournaments.models import Adjustment, Round, StandingsState
from tournaments.seating import services
from tournaments.seating.changing import late
from tournaments.seating.changing import services as changing
from tournaments.seating.changing.listed import Listed
from tournaments.standings import errors
from tournaments.standings.deciding import services as rulings
from tournaments.standings.next_round import services as next_round
from tournaments.verbs import Verb

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}


def give(entry, number=1):
    return rulings.adjust(
        entry, Adjustment.Kind.BYE, reason="late train", round_number=number, **WHO
    )


def players(tournament):
    return list(tournament.entries.order_by("pk"))


def tables_of_four(people=9):
    tournament = make_tournament(rounds_planned=3)
    make_entries(tournament, people)
    return tournament


def out(round_):
    return sorted(round_.byes.values_list("entry_id", flat=True))


def has_seat(round_, entry):
    return round_.seats.filter(entry=entry).exists()


def score(tournament, entry):
    return {pk: score for _place, pk, score in standings(tournament)}.get(entry.pk)


@pytest.fixture(
    params=[
        *(P.FIELD, "tables"),
        *(pytest.param(p, marks=pytest.mark.long) for p in (P.DUTCH, P.ROUND_ROBIN)),
    ]
)
def tournament(request):
    return tables_of_four() if request.param == "tables" else head_to_head(request.param, 6)


def test_who_was_given_a_bye_is_not_seated_and_the_draft_says_so(tournament):
    first = players(tournament)[0]
    give(first)
    draft = seat(tournament)
    assert not has_seat(draft, first)
    assert first.pk in out(draft)
    again = next_round.reseat_round(draft, **WHO)
    assert not has_seat(again, first)
    assert first.pk in out(again)


def test_it_counts_once_and_when_the_round_is_closed():
    tournament = head_to_head(P.DUTCH, 5)
    first = players(tournament)[0]
    give(first)
    give(first, 2)
    assert score(tournament, first) is None
    round_ = services.publish_round(seat(tournament), **WHO)
    assert score(tournament, first) is None
    Round.objects.filter(pk=round_.pk).update(
        status=Round.Status.RUNNING, started_at=NOON, warning_at=NOON, cutoff_at=NOON,
        force_end_at=NOON, ends_at=NOON,
    )  # fmt: skip
    StandingsState.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + 1)
    assert score(tournament, first) == "0"
    play(round_)
    assert score(tournament, first) == "1"


def test_a_bye_for_a_round_that_is_seated_is_one_of_its_byes_until_it_is_withdrawn():
    tournament = head_to_head(P.DUTCH, 4)
    round_ = seat(tournament)
    (late_entry,) = make_entries(tournament, 1)
    given = give(late_entry)
    assert out(round_) == [late_entry.pk]
    with pytest.raises(errors.AlreadyGiven):
        give(late_entry)
    rulings.take_back(given, **WHO)
    assert out(round_) == []


# test_services.py gives nobody a second bye before all had one.
@pytest.mark.long
def test_a_bye_of_the_numbers_is_not_given_a_second_time():
    round_ = seat(head_to_head(P.DUTCH, 5))
    with pytest.raises(errors.AlreadyGiven):
        give(round_.byes.get().entry)


def test_a_bracket_has_no_bye_to_give():
    tournament = head_to_head(P.SINGLE, 4)
    with pytest.raises(errors.NoByeHere):
        give(players(tournament)[0])


def test_who_takes_a_seat_after_all_has_no_bye_any_more():
    tournament = head_to_head(P.FIELD, 6)
    first, second = players(tournament)[:2]
    given = [give(first), give(second)]
    round_ = seat(tournament)
    late.open_table(round_, [first, second], **WHO)
    assert out(round_) == []
    for one in given:
        one.refresh_from_db()
        assert one.taken_back_at == NOON


def test_an_earlier_seating_gives_everybody_the_place_they_had():
    tournament = head_to_head(P.DUTCH, 5)
    round_ = seat(tournament)
    first = services.as_lists(round_)
    before = out(round_)
    (one, two), (three, four) = first
    listed = Listed([[one, *before], [three, four]], [two])
    changing.replace_tables(round_, listed, Verb.READ_SEATING_IN, **WHO)
    changing.take_earlier(round_, round_.earlier_seatings.get(), **WHO)
    assert (services.as_lists(round_), out(round_)) == (first, before)
    changing.undo(round_, **WHO)
    assert (services.as_lists(round_), out(round_)) == ([[one, *before], [three, four]], [two])


def test_the_page_before_seating_counts_and_names_those_with_a_bye(client, tournament):
    first = players(tournament)[0]
    give(first)
    here = tournament.entries.count() - 1
    client.force_login(make_conductor(tournament.event))
    page = client.get(reverse("round-seat", args=[tournament.event.slug, tournament.slug])).text
    assert f"{here} players are checked in" in page
    assert f"Bye in this round: {first.player.name}" in page
