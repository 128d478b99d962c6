"""A table that could not play, by no fault of its own, is given adjusted scores."""

from copy import deepcopy
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from scoring.results import Average, GameResult, Results
from scoring.results_index import ResultsIndex
from scoring.schemes import schemes
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, play, seat
from tournaments.api.tokens import make_token
from tournaments.models import Adjustment, LedgerEntry, Round, Standing
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.seating.head_to_head.records import records
from tournaments.standings import errors
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding.services import adjust, take_back

# What they are worth is Python; test_services.py gives adjustments on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}
Kind = Adjustment.Kind
WHY = "The alarm rang."


def first(*people):
    return min(people)


@pytest.fixture(scope="module")
def played_once(module_database):
    """Eight people; in round 1 both tables played, in round 2 the second could not."""
    entries = make_entries(make_tournament(rounds_planned=3, scheme="game-points"), 8)
    tournament = entries[0].tournament
    play(make_round(tournament, [entries[:4], entries[4:]]), first)
    play(make_round(tournament, [entries[:4], entries[4:]], number=2), first, skip={2})
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


@pytest.fixture
def entries(tournament):
    return list(tournament.entries.order_by("pk"))


def scores(tournament):
    refresh(tournament.pk, at=NOON)
    rows = Standing.objects.filter(tournament=tournament).order_by("entry_id")
    return [Fraction(score) for score in rows.values_list("score", flat=True)]


def award(entry, kind, **more):
    return adjust(entry, kind, round_number=2, reason=WHY, **more, **WHO)


def test_the_own_average_is_that_of_the_games_the_player_played(tournament, entries):
    assert scores(tournament) == [20, 8, 8, 8, 10, 4, 4, 4]
    made = award(entries[4], Kind.OWN_MEAN)
    assert scores(tournament)[4:] == [20, 4, 4, 4]
    take_back(made, **WHO)
    assert scores(tournament)[4:] == [10, 4, 4, 4]


def test_a_whole_table_gets_the_average_of_the_round(tournament, entries):
    award(entries[6], Kind.ROUND_MEAN, whole_table=True)
    mean = Fraction(10 + 4 + 4 + 4, 4)
    assert scores(tournament)[4:] == [10 + mean, 4 + mean, 4 + mean, 4 + mean]
    assert Adjustment.objects.count() == 4


def test_points_are_a_number_of_the_conductor_with_a_reason_in_the_ledger(tournament, entries):
    award(entries[5], Kind.AWARDED, points=Fraction(7, 2))
    assert scores(tournament)[5] == 4 + Fraction(7, 2)
    entry = LedgerEntry.objects.get(verb="adjust")
    facts = {"kind": "awarded", "points": "7/2", "round": 2, "reason": WHY}
    assert facts.items() <= entry.after.items()


def test_it_counts_once_the_round_is_closed(tournament, entries):
    Round.objects.filter(number=2).update(status=Round.Status.RUNNING, closed_at=None)
    award(entries[4], Kind.AWARDED, points=Fraction(9))
    assert scores(tournament)[4] == 10
    Round.objects.filter(number=2).update(status=Round.Status.CLOSED, closed_at=NOON)
    Standing.objects.all().delete()
    assert scores(tournament)[4] == 19


@pytest.mark.parametrize(
    ("who", "kind", "more", "refusal"),
    [
        (0, Kind.OWN_MEAN, {}, errors.HasAResult),
        (4, Kind.AWARDED, {}, errors.AwardNeedsPoints),
        (4, Kind.AWARDED, {"points": Fraction(-1)}, errors.AwardNeedsPoints),
    ],
)
def test_what_makes_no_sense_is_refused(entries, who, kind, more, refusal):
    with pytest.raises(refusal):
        award(entries[who], kind, **more)


@pytest.mark.each_database
def test_nobody_gets_two_nor_a_bye_beside_it(entries):
    award(entries[4], Kind.OWN_MEAN)
    for kind in (Kind.ROUND_MEAN, Kind.OWN_MEAN):
        with pytest.raises(errors.AlreadyGiven):
            award(entries[4], kind)
    row = Adjustment.objects.get()
    row.pk, row.kind = None, Kind.BYE
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_a_round_that_has_not_started_needs_none(entries):
    with pytest.raises(errors.NotPlayedYet):
        adjust(entries[4], Kind.OWN_MEAN, round_number=3, reason=WHY, **WHO)


def test_somebody_without_a_seat_has_no_table_to_adjust(tournament, entries):
    (late,) = make_entries(tournament, 1)
    with pytest.raises(errors.NoTableThere):
        award(late, Kind.OWN_MEAN, whole_table=True)
    award(late, Kind.ROUND_MEAN)
    assert scores(tournament)[-1] == Fraction(22, 4)


def test_a_bracket_has_none():
    bracket = head_to_head(P.SINGLE, 4, make_event("Another Day"))
    play(seat(bracket), skip={1})
    with pytest.raises(errors.NoAwardInBracket):
        adjust(bracket.entries.first(), Kind.OWN_MEAN, round_number=1, reason=WHY, **WHO)


def test_it_goes_with_a_round_that_is_annulled_and_comes_back_with_it(tournament, entries):
    award(entries[4], Kind.AWARDED, points=Fraction(9))
    round_ = annul_round(tournament.rounds.get(number=2), reason=WHY, **WHO)
    assert Adjustment.objects.get().taken_back_at == NOON
    restore_round(round_, reason=WHY, **WHO)
    assert Adjustment.objects.get().taken_back_at is None


def test_a_swiss_pairs_by_the_nearest_of_win_draw_and_loss():
    swiss = head_to_head(P.DUTCH, 6, make_event("Another Day"))
    play(seat(swiss), skip={1, 2})
    seated = swiss.entries.filter(seats__table__number__lte=2).order_by("pk")
    given = [
        (Kind.AWARDED, Fraction(1)),
        (Kind.OWN_MEAN, Fraction(0)),
        (Kind.AWARDED, Fraction(1, 4)),
    ]
    for entry, (kind, points) in zip(seated, given, strict=False):
        adjust(entry, kind, round_number=1, points=points, reason=WHY, **WHO)
    seeds = dict(swiss.entries.values_list("pk", "seed"))
    found = {r.key: r.past[0].points for r in records(swiss, seeds, before=2, here=())}
    assert [found[entry.pk] for entry in seated] == [2, 1, 0, 0]


def test_without_a_game_of_their_own_a_player_has_the_average_of_the_round():
    results = Results(
        games=[GameResult(1, {"Ann": (10,), "Ben": (4,)})], awards={(1, "Cay"): Average.OWN}
    )
    index = ResultsIndex(results, schemes()["game-points"])
    assert index.score_of("Cay").score == 7


def test_a_result_of_the_round_counts_instead():
    games = [GameResult(1, {"Ann": (10,), "Ben": (4,)})]
    index = ResultsIndex(
        Results(games=games, awards={(1, "Ann"): Fraction(99)}), schemes()["game-points"]
    )
    assert index.score_of("Ann").score == 10


def test_the_page_gives_them_to_a_table_and_says_why_beside_the_standings(
    client, tournament, entries
):
    client.force_login(make_conductor(tournament.event))
    address = [tournament.event.slug, tournament.slug]
    sent = {
        "entry": entries[4].pk, "kind": "awarded", "points": "3", "round_number": 2,
        "reason": WHY, "whole_table": "on",
    }  # fmt: skip
    page = client.post(reverse("adjustments", args=address), sent, follow=True).text
    said = "adjusted score in Round 2: 3"
    assert page.count(said) == 4
    refresh(tournament.pk, at=NOON)
    client.logout()
    assert client.get(reverse("standings", args=address)).text.count(said) == 4
    why = client.get(reverse("standings-why", args=[*address, entries[4].pk])).text
    assert f'{said} <span class="soft">({WHY})</span>' in why
    assert why.count(said) == 1


def test_a_program_gives_them_and_takes_them_back(client, tournament, entries):
    user = make_conductor(tournament.event)
    _row, token = make_token(user, "s", ["conduct"], at=timezone.now(), event=tournament.event)
    headers = {"Authorization": f"Bearer {token}"}
    base = f"/api/v1/events/{tournament.event.slug}/tournaments/{tournament.slug}/"
    sent = {
        "entry_id": entries[4].pk, "kind": "own_mean", "round_number": 2, "reason": WHY,
        "whole_table": True,
    }  # fmt: skip
    made = client.post(f"{base}adjust/", sent, content_type="application/json", headers=headers)
    assert (made.status_code, made.json()["kind"]) == (201, "own_mean")
    assert Adjustment.objects.filter(taken_back_at=None).count() == 4
    back = client.post(
        f"{base}adjustments/{made.json()['id']}/take-back/",
        content_type="application/json",
        headers=headers,
    )
    assert back.status_code == 200
    assert Adjustment.objects.filter(taken_back_at=None).count() == 3
