"""Pick-up games: asked for by players, started by conductors, and played like any other."""

import pytest

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, make_event, make_title, make_tournament, minutes
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tournaments.clock.services import undo_last
from tournaments.errors import Refused
from tournaments.events.services import change_event, create_tournament
from tournaments.ledger import Actor
from tournaments.models import LedgerEntry, PickUp, PlayerHold, Round, Session, Tournament
from tournaments.pickups import errors, rules, services
from tournaments.rankings.computing import refresh, stale
from tournaments.rankings.services import count_tournaments, open_ranking
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.seating.errors import OpenPlayHasNoRounds
from tournaments.seating.services import discard_round
from tournaments.signup.errors import SomeoneBookedElsewhere
from tournaments.signup.finishing import free_finished, keep_free
from tournaments.signup.services import book, cancel, leave
from tournaments.standings.next_round.services import seat_next_round

# Who may start a game is decided in Python: ../signup/test_places.py holds people on PostgreSQL,
# and ../seating/test_services.py seats them there.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

AT = NOON + minutes(7)


def started(event, players, game="express", key="one", at=AT):
    return services.start_at_once(event, game, players, key=key, by=ANNA, at=at)


def asked(event, players, game="express", key="one", at=AT):
    by = Actor(name=players[0].name, player=players[0])
    return services.ask(event, game, players, key=key, by=by, at=at)


def test_a_game_runs_at_once_in_the_order_of_its_people():
    event = make_event()
    people = make_players(event, 4)
    order = [people[2], people[0], people[3], people[1]]
    made = started(event, order)
    (round_,) = Round.objects.all()
    assert round_.status == Round.Status.RUNNING
    assert round_.started_at == AT
    assert [seat.entry.player for seat in round_.seats.order_by("position")] == order
    session = made.session
    assert session.kind == Session.Kind.PICK_UP
    assert round_.session == session
    assert session.starts_at == NOON
    assert session.ends_at >= round_.ends_at
    assert set(states(session).values()) == {"here"}
    check_truth()


# test_games_of_one_title_are_collected_by_one_tournament_that_has_no_rounds_or_final counts games.
@pytest.mark.long
def test_games_are_counted_beside_a_session_that_has_no_number():
    event = make_event()
    people = make_players(event, 6)
    first = started(event, people[:3], key="one").session
    make_session(first.tournament, kind="final", start=360)
    assert started(event, people[3:], key="two").session.number == 2


def test_games_of_one_title_are_collected_by_one_tournament_that_has_no_rounds_or_final():
    event = make_event()
    people = make_players(event, 6)
    started(event, people[:3], key="one")
    started(event, people[3:], key="two", at=AT + minutes(1))
    (open_play,) = event.tournaments.all()
    assert open_play.is_open_play
    assert open_play.rounds.count() == 2
    assert [str(one) for one in event.sessions.all()] == [
        "Express, open play, game 1",
        "Express, open play, game 2",
    ]
    assert [str(one) for one in open_play.rounds.order_by("number")] == ["Game 1", "Game 2"]
    with pytest.raises(OpenPlayHasNoRounds):
        seat_next_round(open_play, by=ANNA, at=AT)


def test_nobody_is_in_two_places():
    event = make_event()
    people = make_players(event, 6)
    booked = make_session(event=event, kind="other", name="Seminar", start=60)
    book(booked, people[0], by=ANNA, at=NOON)
    with pytest.raises(errors.Busy, match="Guest 001 is booked for Seminar"):
        started(event, people[:3])
    assert not PickUp.objects.exists()
    assert not Tournament.objects.exists()
    started(event, people[1:4])
    with pytest.raises(errors.Busy):
        started(event, people[3:], key="two")
    check_truth()


def test_people_of_a_game_that_is_over_play_again_within_the_quarter():
    event = make_event()
    people = make_players(event, 3)
    first = started(event, people)
    first.session.round.tables.update(status="finished", end_reason="target", ended_at=AT)
    free_finished(first.session_id, at=AT + minutes(4))
    assert not PlayerHold.objects.exists()
    started(event, people, key="two", at=AT + minutes(5))
    assert Round.objects.count() == 2


def annul(round_):
    return annul_round(round_, reason="the wrong title", by=ANNA, at=AT + minutes(1))


def discard(round_):
    undo_last(round_, reason="the wrong title", by=ANNA, at=AT + minutes(1))
    discard_round(Round.objects.get(pk=round_.pk), by=ANNA, at=AT + minutes(1))


@pytest.mark.parametrize("take_back", [annul, pytest.param(discard, marks=pytest.mark.long)])
@pytest.mark.parametrize("by_worker", [pytest.param(False, marks=pytest.mark.long), True])
def test_people_of_a_game_that_is_taken_back_start_the_right_one(
    take_back, by_worker, django_capture_on_commit_callbacks
):
    """A worker frees them where the process died before it could."""
    event = make_event()
    people = make_players(event, 3)
    first = started(event, people)
    with django_capture_on_commit_callbacks(execute=not by_worker):
        take_back(Round.objects.get())
    if by_worker:
        assert PlayerHold.objects.exists()
        keep_free(now=AT + minutes(2))
    assert set(states(first.session).values()) == {"gone"}
    started(event, people, game="terminus", key="two", at=AT + minutes(3))
    check_truth()


def test_a_game_whose_annulment_is_taken_back_has_the_time_of_its_people_again(
    django_capture_on_commit_callbacks,
):
    event = make_event()
    people = make_players(event, 4)
    first = started(event, people)
    leave(first.session, people[3], by=ANNA, at=AT)
    with django_capture_on_commit_callbacks(execute=True):
        round_ = annul(Round.objects.get())
    other = make_session(event=event, kind="other", name="Seminar", start=60)
    book(other, people[0], by=ANNA, at=NOON)
    again = {"reason": "it was right", "by": ANNA, "at": AT + minutes(2)}
    with pytest.raises(SomeoneBookedElsewhere, match="Guest 001 is booked for Seminar"):
        restore_round(round_, **again)
    cancel(other, people[0], by=ANNA, at=NOON)
    restore_round(round_, **again)
    assert states(first.session) == {one.name: "here" for one in people[:3]} | {
        people[3].name: "gone"
    }
    keep_free(now=AT + minutes(3))
    assert PlayerHold.objects.exists()
    check_truth()


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        (errors.TooFewPlayers, {"pickup_least": 4}),
        (errors.OutOfHours, {"pickup_from": 13}),
        (errors.OutOfHours, {"pickup_until": 12}),
    ],
)
def test_each_rule_of_the_event_is_kept_when_asking_and_when_starting(fault, rule):
    event = make_event()
    people = make_players(event, 3)
    event = change_event(event, by=ANNA, at=NOON, **rule)
    is_refused(event, people, fault)


def test_people_are_different_and_not_of_one_team():
    event = make_event()
    people = make_players(event, 3)
    is_refused(event, people[:2], errors.TooFewPlayers)
    is_refused(event, [*people, people[0]], errors.ListedTwice)
    of_one_team(people[0], people[2])
    is_refused(event, people, errors.Teammates)


def is_refused(event, people, fault):
    for verb in (asked, started):
        with pytest.raises(fault):
            verb(event, people)
    assert not PickUp.objects.exists()


def of_one_team(*players):
    for player in players:
        player.team = "The  Rails"
        player.save()


def test_a_title_of_several_heats_has_pick_up_games_and_any_title_if_the_event_says_so():
    event = make_event()
    people = make_players(event, 6)
    tournament = make_tournament(event)
    make_session(tournament)
    with pytest.raises(errors.SingleTournament):
        started(event, people[:3])
    make_session(tournament, start=180)
    started(event, people[:3])
    other = make_event("Other", pickup_any_title=True)
    make_tournament(other)
    started(other, make_players(other, 3))


def test_a_question_waits_for_a_conductor_and_then_becomes_a_game():
    event = make_event()
    people = make_players(event, 3)
    question = asked(event, people)
    assert question.state == "asked"
    assert not Session.objects.exists()
    made = services.start(question, by=ANNA, at=AT + minutes(3))
    assert made.state == "started"
    assert made.session.round.started_at == AT + minutes(3)
    with pytest.raises(errors.SettledAlready):
        services.start(question, by=ANNA, at=AT)
    with pytest.raises(errors.SettledAlready):
        services.withdraw(question, by=ANNA, at=AT)
    verbs = LedgerEntry.objects.order_by("pk").values_list("verb", flat=True)
    assert {"ask for pick-up", "start pick-up"} <= set(verbs)


def test_a_question_is_asked_once_however_often_a_phone_sends_it():
    event = make_event()
    people = make_players(event, 6)
    assert asked(event, people[:3]) == asked(event, people[:3])
    with pytest.raises(errors.AskedAlready):
        asked(event, people[:3], key="two")
    # The same key of another phone is another question.
    asked(event, people[3:])
    with pytest.raises(errors.NotOneOfThem):
        services.ask(
            event, "express", people[:3], key="x", by=Actor(name="", player=people[4]), at=AT
        )
    assert started(event, people[:3]) == started(event, people[:3])
    assert PickUp.objects.count() == 3


def test_a_refusal_says_why_and_a_question_may_be_withdrawn_and_asked_again():
    event = make_event()
    people = make_players(event, 3)
    question = asked(event, people)
    with pytest.raises(errors.ReasonMissing):
        services.refuse(question, reason=" ", by=ANNA, at=AT)
    assert (
        services.refuse(question, reason="No table", by=ANNA, at=AT).refused_because == "No table"
    )
    again = asked(event, people, key="two")
    services.withdraw(again, by=ANNA, at=AT)
    services.withdraw(again, by=ANNA, at=AT)
    assert asked(event, people, key="three").state == "asked"


def test_a_pick_up_session_is_not_planned():
    tournament = make_tournament()
    with pytest.raises(Refused, match="not planned"):
        make_session(tournament, kind="pick-up")


def ranked_event(**values):
    event = make_event(pickup_any_title=True)
    usual = {
        "categories": "1: Short", "by_title": False, "required": 1, "scheme": "house",
        "final_bonus": "", "tie_breaks": [], "pick_ups": True, "team_from": 3, "team_to": 4,
    }  # fmt: skip
    return event, open_ranking(event, name="Best", by=ANNA, at=NOON, **(usual | values))


@pytest.mark.parametrize("counts", [True, False])
def test_a_pick_up_game_counts_for_the_ranking_like_the_title_unless_the_profile_says_no(counts):
    event, ranking = ranked_event(pick_ups=counts)
    heat = make_tournament(event)
    count_tournaments(ranking, {heat.pk: "1"}, by=ANNA, at=NOON)
    made = started(event, make_players(event, 3))
    assert stale() == [ranking.pk]
    table = made.session.round.tables.get()
    hand = QuickHand(points={1: 30, 2: 12, 3: 0}, went_out=1)
    deal_hand(table, 1, by=ANNA, at=AT)
    report_hand(table, 1, hand, by=ANNA, at=AT)
    refresh(ranking.pk, at=AT)
    rows = list(ranking.rows.all())
    assert len(rows) == 3
    assert all(bool(row.details["categories"]) == counts for row in rows)


def test_a_game_where_fewer_points_are_better_is_played_at_an_event_with_a_ranking():
    event, ranking = ranked_event(scheme="close-game")
    title = make_title(event, counting="fewer", players_min=3)
    made = started(event, make_players(event, 3), game=title.key)
    assert made.session.tournament.scheme != ranking.scheme


def test_a_pick_up_game_of_another_title_is_not_in_a_competition_of_titles():
    event, ranking = ranked_event(by_title=True)
    counted, other = make_title(event, players_min=3), make_title(event, name="Trams")
    of_title = create_tournament(event, game=counted.key, name="18xx", by=ANNA, at=NOON)
    count_tournaments(ranking, {of_title.pk: ""}, by=ANNA, at=NOON)
    people = make_players(event, 6)
    started(event, people[:3], key="one", game=other.key)
    made = started(event, people[3:], key="two", game=counted.key)
    parts = set(ranking.parts.values_list("tournament", flat=True))
    assert parts == {of_title.pk, made.session.tournament_id}


def test_hours_may_pass_midnight():
    assert [rules.in_hours(hour, 9, 2) for hour in (8, 9, 23, 0, 1, 2)] == [
        *(False, True, True, True, True, False)
    ]
    assert all(rules.in_hours(hour, 0, 24) for hour in range(24))
