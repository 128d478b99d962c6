"""All other acts with a person leave no name behind either."""

from datetime import timedelta
from functools import partial

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.fixtures.leagues import games, league, make
from tests.tournaments.notifications.push.phones import asks_for_messages, heard
from tests.tournaments.privacy.records import LATER, rows_with
from tests.tournaments.seasons.gatherings import make_season
from tests.tournaments.signup.sessions import check_truth, make_players, make_session
from tournaments.events import staffing
from tournaments.events.ledger.sealing import broken_seal, seal_all
from tournaments.fixtures.playing import services as playing
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, LedgerEntry, Letter, Player, Role, Round, Season
from tournaments.notifications import services as announcing
from tournaments.notifications.mail.services import send_again
from tournaments.notifications.push.services import unsubscribe as stop_messages
from tournaments.pickups import services as pickups
from tournaments.privacy.ledger_places import NOBODY, PLACES
from tournaments.privacy.services import erase
from tournaments.rankings import services as rankings
from tournaments.rankings.honours import services as honours
from tournaments.registration import services as roster
from tournaments.registration.bulk_entry import enter_many
from tournaments.registration.roster_import import import_roster
from tournaments.results.overtime import missing
from tournaments.results.overtime import services as overtime
from tournaments.results.ruling.annulling import annul_round, restore_round
from tournaments.results.ruling.exchanging import exchange_results
from tournaments.results.ruling.resuming import resume_game
from tournaments.results.ruling.services import end_game
from tournaments.seasons.adjusting import services as penalties
from tournaments.seasons.careers.services import merge, separate
from tournaments.seasons.lookalikes.services import ask_again, tell_apart
from tournaments.seating.changing import late
from tournaments.seating.changing import services as changing
from tournaments.seating.constraints import services as constraints
from tournaments.seating.services import discard_round, keep_seating
from tournaments.signup import moving, promoting
from tournaments.signup import services as signup
from tournaments.signup.parties import services as parties
from tournaments.standings.deciding import services as deciding
from tournaments.standings.deciding.ties import decide_tie

# What each database makes of erasing, test_erasing.py shows on both.
pytestmark = pytest.mark.django_db
NAME = "Zephyrine Quillfeather"
WHY = f"{NAME} asked for it"
#: Verbs whose traces the fixture ``zephyrine`` leaves, or a test of their own places covers.
ELSEWHERE = {
    *("add player", "edit player", "enter", "call conductor", "close call", "dispute hand"),
    *("rule hand", "end game", "void hand", "correct hand", "end hand early", "undo at table"),
    *("decide match", "repair seating", "seat semifinals", "seat next in line"),
    *("seat helper", "decide tie in season", "take over seat", "take back seat"),
    *(
        "substitute in fixture",
        "rule fixture",
        "start slot",
        "close seat",
        "open seat",
        "new badge",
        "unmerge people",
    ),
    "delete player",  # whose name is gone from all of it by then
}


@pytest.fixture
def traced():
    return traces_of_every_kind()


def traces_of_every_kind(event=None):
    """A player whose name is in every kind of entry that says one."""
    tournament = make_tournament(event)
    event = tournament.event
    file = f"name\n{NAME}\n".encode()
    import_roster(event, file, tournament=tournament, by=ANNA, at=NOON)
    player = event.players.get()
    others = make_entries(tournament, 5)
    mine = player.entries.get()
    enter_many(make_tournament(event, name="Other"), [player.pk], check_in=True, by=ANNA, at=NOON)
    roster.check_in(mine, by=ANNA, at=NOON)
    roster.undo_check_in(mine, by=ANNA, at=NOON)
    roster.mark_missing(mine, by=ANNA, at=NOON)
    roster.drop(mine, by=ANNA, at=NOON, reason=WHY)
    roster.reinstate(mine, by=ANNA, at=NOON)
    constraints.allow_together(
        constraints.keep_apart(event, player, others[0].player, by=ANNA, at=NOON), by=ANNA, at=NOON
    )
    constraints.fix_table(mine, 3, by=ANNA, at=NOON)
    constraints.set_team(player, "Reds", by=ANNA, at=NOON)
    constraints.set_need(player, None, step_free=True, by=ANNA, at=NOON)
    staff = make_conductor(event, "traces@example.org", role=Role.CONDUCTOR).roles.get()
    staffing.change_staff(staff, role=Role.CONDUCTOR, player=player, by=ANNA, at=NOON)
    _seat_and_unseat(tournament, mine, others)
    _play_a_league(player)
    _sign_up(player)
    _pick_up(player)
    _honour(player)
    _announce(player)
    _rule(player, mine)
    ask_again(tell_apart(player, others[1].player, by=ANNA, at=NOON), by=ANNA, at=NOON)
    merge(player, others[0].player, by=ANNA, at=NOON)
    separate(player, by=ANNA, at=NOON)
    seal_all(now=NOON)
    return player


def _seat_and_unseat(tournament, mine, others):
    draft = make_round(tournament, [[mine, *others[:2]], others[2:4]], started_at=None)
    Round.objects.filter(pk=draft.pk).update(status=Round.Status.SEATED)
    draft.refresh_from_db()
    changing.swap_seats(draft, mine, others[2], by=ANNA, at=NOON)
    changing.move_seat(draft, mine, table=draft.tables.get(number=1), by=ANNA, at=NOON)
    changing.lock_seat(draft, mine, locked=True, by=ANNA, at=NOON)
    changing.lock_seat(draft, mine, locked=False, by=ANNA, at=NOON)
    changing.remove_no_show(draft, mine, by=ANNA, at=NOON)
    late.add_late_arrival(draft, mine, by=ANNA, at=NOON)
    changing.remove_no_show(draft, mine, by=ANNA, at=NOON)
    changing.remove_no_show(draft, others[0], by=ANNA, at=NOON)
    late.open_table(draft, [mine, others[0], others[4]], by=ANNA, at=NOON)
    discard_round(draft, by=ANNA, at=NOON)
    running = make_round(tournament, [[mine, *others[:2]]])
    overtime.agree(running.tables.get(), 1, by=ANNA, at=NOON)
    overtime.take_back(running.tables.get(), 1, by=ANNA, at=NOON)
    _miss_a_session(mine.player, running.tables.get())
    Round.objects.filter(pk=running.pk).update(made_now="other results")
    keep_seating(running, reason=WHY, by=ANNA, at=NOON)
    end_game(running.tables.get(), by=ANNA, at=NOON, reason=WHY)
    resume_game(running.tables.get(), by=ANNA, at=NOON, reason=WHY)
    exchange_results(running, mine, others[0], by=ANNA, at=NOON, reason=WHY)
    Round.objects.filter(pk=running.pk).update(status=Round.Status.CLOSED, closed_at=NOON)
    decide_tie(tournament, [mine, others[0]], "choice", reason=WHY, by=ANNA, at=NOON)
    annul_round(running, by=ANNA, at=NOON, reason=WHY)
    restore_round(running, by=ANNA, at=NOON, reason=WHY)
    annul_round(running, by=ANNA, at=NOON, reason=WHY)


def _play_a_league(player):
    tournament = league(3, event=player.event, made=False)
    entry = Entry.objects.create(
        tournament=tournament, player=player, status="checked_in", entered_at=NOON, status_at=NOON
    )
    fixture_list = make(tournament)
    at = fixture_list.made_at + timedelta(days=1)
    game = next(one for one in games(tournament) if entry in {one.home, one.away})
    other = game.away if game.home == entry else game.home
    until = game.due_on + timedelta(days=3)
    who = {"by": ANNA, "at": at}
    game = playing.postpone(game, until, WHY, mine=None, version=game.version, **who)
    day = at.date()
    game = playing.report(game, "home", day, mine=entry, version=game.version, **who)
    game = playing.dispute(game, WHY, mine=other, version=game.version, **who)
    playing.rule(game, "home", WHY, version=game.version, **who)
    second = next(
        one for one in games(tournament) if entry in {one.home, one.away} and one.pk != game.pk
    )
    other = second.away if second.home == entry else second.home
    second = playing.report(second, "home", day, mine=entry, version=second.version, **who)
    playing.confirm(second, mine=other, version=second.version, **who)
    for last in games(tournament, status="open"):
        playing.rule(last, "none", WHY, version=last.version, **who)


def _miss_a_session(player, table):
    signup.book(make_session(event=player.event, start=120), player, by=ANNA, at=NOON)
    for seat in table.seats.all():
        overtime.agree(table, seat.position, by=ANNA, at=NOON)
    missing.free_missed(table.pk, now=NOON)


def _sign_up(player):
    event = player.event
    first, full = (
        make_session(event=event, capacity=1, release_minutes=0, start=600 * n) for n in range(2)
    )
    before, there = {"by": ANNA, "at": NOON - minutes(60)}, {"by": ANNA, "at": NOON}
    signup.book(first, player, **before)
    signup.cancel(first, player, **before)
    signup.check_in(first, player, **there)
    (other,) = make_players(event, 1)
    signup.leave(first, player, **there)
    signup.check_in(first, other, **there)
    signup.check_in(first, player, **there)
    signup.leave(first, other, **there)
    promoting.promote(first.pk, at=NOON)
    signup.leave(first, player, **there)
    signup.book(full, other, **before)
    signup.join_queue(full, player, **before)
    beside = make_session(event=event, start=600)
    signup.book(beside, player, **before)
    Event.objects.filter(pk=event.pk).update(place_ends_waiting=True)
    promoting.end_waiting(full.pk, at=NOON)
    signup.cancel(beside, player, **before)
    _be_offered_places(player, full, other)
    parties.join_party(player, parties.make_party(other, **before).code, **before)
    parties.leave_party(player, **before)
    parties.make_party(player, **before)
    signup.join_queue(full, player, **before)
    signup.check_in(full, player, by=ANNA, at=full.starts_at)
    signup.cancel(full, other, **before)
    signup.leave(full, player, **before)
    signup.book(full, player, **before)
    promoting.release_no_shows(full.pk, at=full.starts_at)
    signup.join_queue(full, player, **before)
    for verb in (moving.cancel_session, moving.restore_session, moving.cancel_session):
        verb(full, **before)


def _be_offered_places(player, full, other):
    """Take one, pass on one, and let one go by; the other has the place of the session again."""
    Event.objects.filter(pk=player.event_id).update(offer_minutes=10)
    before = {"by": ANNA, "at": NOON - minutes(60)}
    for answer in (signup.take_offer, signup.cancel, None):
        signup.join_queue(full, player, **before)
        signup.cancel(full, other, **before)
        promoting.promote(full.pk, at=before["at"])
        if answer:
            answer(full, player, **before)
        else:
            promoting.end_offers(full.pk, at=NOON)
        signup.cancel(full, player, **before)
        signup.book(full, other, **before)
    Event.objects.filter(pk=player.event_id).update(offer_minutes=0)


def _pick_up(player):
    """Games that a player asked for, and one that others began."""
    Event.objects.filter(pk=player.event_id).update(pickup_any_title=True)
    event = Event.objects.get(pk=player.event_id)
    others, who = make_players(event, 5), {"by": ANNA, "at": NOON}
    by = Actor(name=player.name, player=player)
    for key, settle in (("one", pickups.withdraw), ("two", partial(pickups.refuse, reason=WHY))):
        settle(pickups.ask(event, "express", [player, *others[:2]], key=key, by=by, at=NOON), **who)
    pickups.start_at_once(event, "express", others[2:], key="three", **who)


def _honour(player):
    """A class, a team that is named after a player, and the prizes they got."""
    event, who = Event.objects.get(pk=player.event_id), {"by": ANNA, "at": NOON}
    ranking = rankings.open_ranking(
        event, name="Best", by=ANNA, at=NOON, categories="1: Short", by_title=False, required=1,
        scheme="house", final_bonus="", tie_breaks=[], pick_ups=True, team_from=3, team_to=4,
    )  # fmt: skip
    novices = honours.add_class(ranking, name="Novices", rule="", members=NAME, **who)
    honours.change_class(novices, members="", **who)
    honours.change_class(novices, members=NAME, **who)
    juniors = honours.add_class(ranking, name="Juniors", rule="", members=NAME, **who)
    honours.remove_class(juniors, **who)
    friends = [one.shown_name for one in make_players(event, 2)]
    members = "\n".join([NAME, *friends])
    register = partial(honours.register_team, ranking, members=members, **who)
    honours.withdraw_team(register(name=f"Friends of {NAME}"), **who)
    team = register(name=f"Fans of {NAME}")
    for to, of in ((player, "overall"), (team, "teams")):
        prize = honours.add_prize(ranking, of=of, place=1, label="A cup", **who)
        honours.give_prize(prize, to, **who)
        honours.remove_prize(prize, **who)
    kept = honours.add_prize(ranking, of="overall", place=1, label="A hat", **who)
    honours.give_prize(kept, player, **who)


def _announce(player):
    """Announcements that name a player, one of which waits to be sent to a phone of another."""
    event, when = player.event, {"by": ANNA, "at": NOON}
    (other,) = make_players(event, 1)
    asks_for_messages(other)
    stop_messages(asks_for_messages(player).phone, **when)
    values = {"audience": "everybody", "starts_at": NOON, "ends_at": NOON + minutes(9)}
    made = announcing.announce(event, text=f"{NAME}, come to the desk", **values, **when)
    Player.objects.filter(pk=player.pk).update(email="z@example.org")
    send_again(
        Letter.objects.create(
            event=event,
            player=player,
            key="moved",
            subject="Moved",
            text=NAME,
            made_at=NOON,
            ends_at=NOON + minutes(9),
            state="failed",
            reason="550",
        ),
        **when,
    )
    announcing.change_announcement(made, text=f"{NAME}, come to table 3", **when)
    assert heard(other) == [(event.name, f"{NAME}, come to table 3")]
    announcing.withdraw(made, **when)


def _rule(player, mine):
    deciding.take_back(
        deciding.adjust(mine, "warning", by=ANNA, at=NOON, reason=WHY), by=ANNA, at=NOON
    )
    season = Season.objects.get(pk=make_season(None, name="Traces", rule="best-results").pk)
    given = penalties.adjust(season, player, "disqualified", by=ANNA, at=NOON, reason=WHY)
    penalties.take_back(given, by=ANNA, at=NOON)


@ON_SQLITE
def test_no_trace_of_the_name_is_left(traced):
    said = set(LedgerEntry.objects.values_list("verb", flat=True))
    clocks = {verb for verb in PLACES if verb.value.startswith("clock: ")}
    naming = {verb for verb, places in PLACES.items() if places != NOBODY} - clocks
    assert {verb.value for verb in naming} - said <= ELSEWHERE
    assert {model for model, *_rest in rows_with("Quillfeather")} >= {"LedgerEntry", "FixtureGame"}
    erase(traced, by=ANNA, at=LATER)
    assert rows_with("Quillfeather") == []
    assert broken_seal(traced.event) is None
    check_truth()
