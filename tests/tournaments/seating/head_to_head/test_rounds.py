"""Formats for two at a table: Swiss, round robin, elimination, played to their end."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.seating.head_to_head.playing import (
    ONE_SWISS,
    P,
    finish,
    head_to_head,
    pairs,
    play,
    seat,
    standings,
)
from tournaments.models import (
    Round,
    Tournament,
)
from tournaments.seating import errors
from tournaments.seating.head_to_head import bracket

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


# --- Swiss ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("swiss", ONE_SWISS)
def test_a_swiss_of_seven_is_played_to_its_champion(swiss):
    tournament = head_to_head(swiss, 7, rounds_planned=3)
    met, byes = Counter(), Counter()
    for number in range(1, 4):
        round_ = seat(tournament)
        assert round_.number == number
        assert round_.seats.count() == 6
        met.update(tuple(sorted(pair)) for pair in pairs(round_))
        byes.update(round_.byes.values_list("entry_id", flat=True))
        play(round_)
    assert set(met.values()) == {1}
    assert set(byes.values()) == {1}
    assert sum(byes.values()) == 3
    with pytest.raises(errors.RoundsArePlayed):
        seat(tournament)
    finish(tournament)
    rows = standings(tournament)
    first = tournament.entries.order_by("pk").first()
    assert rows[0] == (1, first.pk, "3")
    assert tournament.champion == first
    assert tournament.status == Tournament.Status.FINISHED
    with pytest.raises(errors.TournamentOver):
        seat(tournament, final=False)


# --- Round robin ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairing", "times"),
    [(P.ROUND_ROBIN, 1), pytest.param(P.DOUBLE_ROUND_ROBIN, 2, marks=pytest.mark.long)],
)
def test_in_a_round_robin_everybody_meets_everybody(pairing, times):
    tournament = head_to_head(pairing, 5)
    met, byes = Counter(), Counter()
    for _ in range(5 * times):
        round_ = seat(tournament)
        met.update(tuple(sorted(pair)) for pair in pairs(round_))
        byes.update(round_.byes.values_list("entry_id", flat=True))
        play(round_)
    keys = sorted(tournament.entries.values_list("pk", flat=True))
    assert met == Counter(dict.fromkeys(combinations(keys, 2), times))
    assert byes == Counter(dict.fromkeys(keys, times))
    with pytest.raises(errors.RoundsArePlayed):
        seat(tournament, final=False)
    finish(tournament)
    assert standings(tournament)[0][1] == keys[0]


# --- Elimination ----------------------------------------------------------------------------------


def sizes(usual):
    """All sizes in a long run. With a power of two nobody has a bye in the first round."""
    return [
        people if people == usual else pytest.param(people, marks=pytest.mark.long)
        for people in (2, 3, 5, 8, 11)
    ]


@pytest.mark.parametrize("people", sizes(8))
def test_a_single_elimination_has_one_champion_and_one_loss_each(people):
    tournament = head_to_head(P.SINGLE, people)
    games = 0
    while True:
        tournament.refresh_from_db()
        if tournament.status == Tournament.Status.FINISHED:
            break
        round_ = seat(tournament)
        games += round_.tables.count()
        play(round_)
    assert games == people - 1
    assert round_.kind == Round.Kind.FINAL
    rows = standings(tournament)
    best = tournament.entries.order_by("pk").first()
    assert rows[0][1] == best.pk
    assert tournament.champion == best
    # In its standings nothing counts before how far somebody got.
    assert tournament.standings.get(rank=1).why.startswith("Better in the final")
    stages = bracket.read(tournament).reached
    order = [entry for _place, entry, _score in rows]
    assert [stages[e] for e in order] == sorted(stages.values(), reverse=True)


@pytest.mark.parametrize("people", sizes(3))
def test_in_a_double_elimination_all_but_the_champion_lose_twice(people):
    tournament = head_to_head(P.DOUBLE, people)
    lost = Counter()
    while True:
        try:
            round_ = seat(tournament)
        except errors.RoundsArePlayed:
            break
        for pair in pairs(round_):
            lost[max(pair)] += 1
        play(round_)
    best = tournament.entries.order_by("pk").first()
    assert lost[best.pk] == 0
    assert all(lost[e.pk] == 2 for e in tournament.entries.all() if e != best)
    finish(tournament)
    assert standings(tournament)[0][1] == best.pk
    assert tournament.champion == best
