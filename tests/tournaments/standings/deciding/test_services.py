"""Decisions of conductors about the standings: schemes, penalties, byes."""

from copy import deepcopy
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from tests.builders import ANNA, NOON, make_entries, make_tournament, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.standings.hands import play_round
from tournaments import signals
from tournaments.models import Adjustment, LedgerEntry, Standing, Tournament
from tournaments.standings import errors
from tournaments.standings.computing import services
from tournaments.standings.deciding import services as rulings

pytestmark = pytest.mark.django_db

LATER = NOON + minutes(30)


@pytest.fixture(scope="module")
def played_once(module_database):
    """Six players, one round at two tables of three."""
    tournament = make_tournament()
    a, b, c, d, e, f = make_entries(tournament, 6)
    play_round(tournament, [[(a, 30), (b, 20), (c, 10)], [(d, 29), (e, 28), (f, 0)]], number=1)
    services.refresh(tournament.pk, at=LATER)
    return tournament


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


def scores(tournament):
    services.refresh(tournament.pk, at=LATER)
    rows = Standing.objects.filter(tournament=tournament).order_by("rank")
    return {row.entry.player.name[-1]: row.score for row in rows.select_related("entry__player")}


def entry(tournament, number):
    return tournament.entries.get(player__name=f"Player {number:03}")


def adjust(tournament, number, kind, **more):
    more.setdefault("reason", "because")
    return rulings.adjust(entry(tournament, number), kind, by=ANNA, at=LATER, **more)


def test_another_scheme_recomputes_everything(played):
    rulings.choose_scheme(played, "game-points", None, by=ANNA, at=LATER)
    played.refresh_from_db()
    assert not played.standings_are_current
    assert scores(played) == {"1": "30", "4": "29", "5": "28", "2": "20", "3": "10", "6": "0"}


@ON_SQLITE
def test_tie_breaks_of_ones_own_stand_in_for_those_of_the_scheme(played):
    rulings.choose_scheme(played, "house", ["margin"], by=ANNA, at=LATER)
    services.refresh(played.pk, at=LATER)
    first = Standing.objects.get(tournament=played, rank=1)
    assert first.entry == entry(played, 1)
    assert first.why == "Equal in score. Further ahead in the best game: 150 % against 103.57 %."
    assert first.measures == {"score": "4", "margin": "3/2", "best-score": "4"}


@ON_SQLITE
def test_a_choice_is_written_into_the_ledger_with_the_seed_of_the_lots(played):
    rulings.choose_scheme(played, "house", ["lot"], by=ANNA, at=LATER)
    written = LedgerEntry.objects.get(verb="choose scheme")
    assert written.before == {"scheme": "house", "tie_breaks": None}
    assert written.after == {
        "scheme": "house",
        "tie_breaks": ["lot"],
        "lot_seed": played.lot_seed,
    }


@ON_SQLITE
def test_the_same_choice_again_changes_nothing(played):
    rulings.choose_scheme(played, "house", None, by=ANNA, at=LATER)
    played.refresh_from_db()
    assert played.standings_are_current
    assert not LedgerEntry.objects.filter(verb="choose scheme").exists()


@pytest.mark.once
def test_an_impossible_choice_is_refused(played):
    for scheme, tie_breaks, refusal in (
        ("luck", None, errors.NoSuchScheme),
        ("house", ["luck"], errors.NoSuchTieBreak),
        ("house", ["wins", "lot", "wins"], errors.TieBreakTwice),
        ("house", ["score"], errors.TieBreakTwice),
    ):
        with pytest.raises(refusal):
            rulings.choose_scheme(played, scheme, tie_breaks, by=ANNA, at=LATER)


@ON_SQLITE
def test_a_finished_tournament_keeps_its_scheme(played):
    Tournament.objects.filter(pk=played.pk).update(status=Tournament.Status.FINISHED)
    with pytest.raises(errors.TournamentIsFinished):
        rulings.choose_scheme(played, "latto", None, by=ANNA, at=LATER)


@ON_SQLITE
def test_a_scheme_that_no_longer_exists_falls_back_to_the_default(played):
    Tournament.objects.filter(pk=played.pk).update(scheme="of a later release")
    played.refresh_from_db()
    assert played.points_scheme.key == "house"


@ON_SQLITE
def test_a_penalty_comes_off_the_score_until_it_is_taken_back(played):
    given = adjust(played, 1, "penalty", points=Fraction(3, 4))
    adjust(played, 1, "penalty", points=Fraction(1, 2))
    assert scores(played)["1"] == "11/4"
    rulings.take_back(given, by=ANNA, at=LATER)
    assert scores(played)["1"] == "7/2"
    with pytest.raises(errors.AlreadyTakenBack):
        rulings.take_back(given, by=ANNA, at=LATER)
    assert Adjustment.objects.count() == 2
    verbs = LedgerEntry.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["adjust", "adjust", "take back"]


def test_a_bye_is_worth_the_own_mean_and_once_for_a_round(played):
    ahead = adjust(played, 2, "bye", round_number=2)
    assert scores(played)["2"] == "5/2"
    rulings.take_back(ahead, by=ANNA, at=LATER)
    play_round(played, [[(entry(played, n), n) for n in (1, 3, 4)]], number=2)
    adjust(played, 2, "bye", round_number=2)
    assert scores(played)["2"] == "5"
    with pytest.raises(errors.AlreadyGiven):
        adjust(played, 2, "bye", round_number=2)
    with pytest.raises(errors.PlaysInThatRound):
        adjust(played, 2, "bye", round_number=1)
    for number in (None, 0, 9):
        with pytest.raises(errors.ByeNeedsRound):
            adjust(played, 2, "bye", round_number=number)


@ON_SQLITE
def test_a_player_with_only_a_bye_is_in_the_standings(played):
    (late,) = make_entries(played, 1)
    rulings.adjust(late, "bye", by=ANNA, at=LATER, reason="came late", round_number=1)
    assert scores(played)["7"] == "0"


def test_a_disqualified_player_is_last_and_is_disqualified_once(played):
    adjust(played, 1, "disqualified")
    assert list(scores(played))[-1] == "1"
    with pytest.raises(errors.AlreadyGiven):
        adjust(played, 1, "disqualified")


@ON_SQLITE
def test_a_warning_changes_nothing(played):
    before = scores(played)
    adjust(played, 1, "warning")
    assert scores(played) == before


@pytest.mark.once
def test_a_penalty_takes_something_off_and_is_a_number_of_a_usual_size(played):
    for points in (Fraction(0), Fraction(-1)):
        with pytest.raises(errors.PenaltyNeedsPoints):
            adjust(played, 1, "penalty", points=points)
    large = (Fraction(10**24 - 1), Fraction(10**6), Fraction(1, 10**30), Fraction(10**9, 10**9 - 1))
    for points in large:
        with pytest.raises(errors.PenaltyTooLarge):
            adjust(played, 1, "penalty", points=points)
    assert not Adjustment.objects.exists()


def test_the_database_stores_no_penalty_of_many_digits(played):
    given = adjust(played, 1, "penalty", points=Fraction(999_999))
    given.points = str(10**24 - 1)
    with pytest.raises(IntegrityError, match="penalty_has_few_digits"), transaction.atomic():
        given.save()


@ON_SQLITE
def test_everything_has_a_reason(played):
    with pytest.raises(errors.ReasonMissing):
        adjust(played, 1, "warning", reason=" \n ")


@ON_SQLITE
def test_a_change_is_published(played, django_capture_on_commit_callbacks):
    heard = []

    def hear(sender, **facts):
        heard.append(facts["tournament_id"])

    signals.results_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            adjust(played, 1, "warning")
    finally:
        signals.results_changed.disconnect(hear)
    assert heard == [played.pk]
