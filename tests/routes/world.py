"""A world in which each act could be done."""

from datetime import timedelta
from types import SimpleNamespace

from django.test import Client

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    cookies_at,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_title,
    make_tournament,
    minutes,
    phone_of,
)
from tests.clocks import change_clock
from tests.tournaments.fixtures.leagues import games, league
from tests.tournaments.seasons.gatherings import count, make_season
from tests.tournaments.seating.head_to_head.playing import head_to_head, play, seat
from tournaments.accounts.recovery.services import make_link
from tournaments.api import webhooks
from tournaments.api.tokens import make_token
from tournaments.events.staffing import invite
from tournaments.ledger import Actor
from tournaments.models import (
    Letter,
    PickUp,
    Ranking,
    Role,
    Round,
    Session,
    Table,
    Tournament,
    User,
    WebhookDelivery,
)
from tournaments.notifications.services import announce
from tournaments.pickups.services import ask
from tournaments.rankings.computing import refresh as refresh_ranking
from tournaments.rankings.honours.services import add_class, add_prize, register_team
from tournaments.rankings.services import count_tournaments, open_ranking
from tournaments.results.calls.services import call_conductor
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.annulling import annul_round
from tournaments.results.ruling.services import close_round, end_game, void_hand
from tournaments.seasons.adjusting.services import adjust as penalize
from tournaments.seasons.services import invite_owner
from tournaments.seating.finishing.services import finish_tournament
from tournaments.seating.persistence import snapshot
from tournaments.seating.services import publish_round
from tournaments.signup.services import book
from tournaments.standings.deciding.services import adjust
from tournaments.standings.exporting.event_sources import this_installation
from tournaments.timetable.hall.services import add_room, number_tables
from tournaments.timetable.rules import EPOCH
from tournaments.verbs import Verb


def make_world(now) -> SimpleNamespace:
    """An event with a tournament in each state, its people, and another event."""
    gathering = make_event()
    names = (
        "idle",
        "drafted",
        "published",
        "fresh",
        "late",
        "played",
        "disputed",
        "closed",
        "ruled_late",
        "over",
        "given_up",
        "stopped",
        "voided",
    )
    tournaments = {name: make_tournament(gathering, name=name) for name in names}
    entries = {name: make_entries(tournaments[name], 6 if name == "drafted" else 3)
               for name in names}  # fmt: skip
    absent = entries["idle"][-1]
    type(absent).objects.filter(pk=absent.pk).update(status="entered")
    make_entries(tournaments["idle"], 3)
    draft = make_round(
        tournaments["drafted"], [entries["drafted"][:3], entries["drafted"][3:]], started_at=None
    )
    Round.objects.filter(pk=draft.pk).update(status=Round.Status.SEATED)
    snapshot(draft, Verb.RESEAT_ROUND, at=now)
    late_comers = make_entries(tournaments["drafted"], 3)
    make_round(tournaments["published"], [entries["published"]], started_at=None)
    fresh = make_round(tournaments["fresh"], [entries["fresh"]], started_at=now - minutes(1))
    late = make_round(tournaments["late"], [entries["late"]], started_at=now - minutes(115))
    disputed = make_round(
        tournaments["disputed"], [entries["disputed"]], started_at=now - minutes(115)
    )
    played = make_round(tournaments["played"], [entries["played"]], started_at=now - minutes(115))
    played.tables.update(status=Table.Status.FINISHED, end_reason="time", ended_at=now)
    _closed(entries["over"], tournaments["over"], now)
    tournaments["over"] = finish_tournament(tournaments["over"], by=ANNA, at=now)
    given_up = make_round(tournaments["given_up"], [entries["given_up"]], started_at=now)
    annul_round(given_up, by=ANNA, at=now, reason="a fire alarm")
    stopped = _stopped(entries["stopped"], tournaments["stopped"], now)
    voided = _voided(entries["voided"], tournaments["voided"], now)
    room = _hall(gathering, fresh.tables.get(), now)
    clara = make_conductor(gathering, "clara@example.org", Role.CONDUCTOR)
    saskia = make_conductor(gathering, "saskia@example.org", Role.SCOREKEEPER)
    olga = make_conductor(gathering, "olga@example.org", Role.OWNER)
    knockout = head_to_head(Tournament.Pairing.SINGLE, 4, gathering, slug="knockout")
    first_matches = publish_round(seat(knockout), by=ANNA, at=now)
    play(first_matches, skip=[1])
    robin = head_to_head(Tournament.Pairing.ROUND_ROBIN, 4, gathering, slug="robin")
    play(publish_round(seat(robin), by=ANNA, at=now))
    teams = "Engines: Ann, Ben\nTenders: Cay, Dee"
    weeks = league(4, event=gathering, boards=2, teams=teams, slug="league")
    new_league = league(2, event=gathering, made=False, slug="new-league")
    elsewhere = make_event("Spring Meet")
    make_conductor(elsewhere, "ines@example.org", Role.OWNER)
    _link, recovery_token = make_link(
        saskia.roles.get(), olga, resets_two_step=False, by=ANNA, at=now
    )
    season = make_season(olga, name="League", rule="laurels")
    season.co_owners.add(User.objects.create_user("pat@example.org", "a long password"))
    invite_owner(season, "nobody@example.org", by=ANNA, at=now)
    invitation, invitation_token = invite(
        gathering, "ivy@example.org", role=Role.SCOREKEEPER, by=ANNA, at=now
    )
    User.objects.create_superuser("root@example.org", "a long password")
    closed = _closed(entries["closed"], tournaments["closed"], now)
    ruled_late = _closed(entries["ruled_late"], tournaments["ruled_late"], now, disputed=True)
    tables = Table.objects.filter(round__tournament__event=gathering).order_by("pk")
    seats = {table.code: list(table.seats.select_related("entry__player").order_by("position"))
             for table in tables}  # fmt: skip
    late_seat = seats[late.tables.get().code][0]
    late_seat.table.round = late
    return SimpleNamespace(
        event=gathering,
        seats=seats,
        phones=cookies_at(list(seats)),
        phone=phone_of(Client(), entries["idle"][0].player).pk,
        second=seats[fresh.tables.get().code][1],
        staff=clara.roles.get(),
        title=make_title(gathering),
        room=room,
        recovery_token=recovery_token,
        invitation=invitation,
        invitation_token=invitation_token,
        call=call_conductor(late_seat, "rules", words="May I?", by=ANNA, at=now),
        **tournaments,
        knockout=knockout,
        stayed=first_matches.tables.get(number=1).seats.get(position=2).entry,
        robin=robin,
        league=weeks,
        new_league=new_league,
        fixture_game=games(weeks)[0],
        entry=entries["idle"][0],
        absent=absent,
        late_entry=entries["late"][0],
        stranger=make_entries(make_tournament(elsewhere), 1)[0],
        season=season,
        member=_member(season, entries["idle"][0].player),
        season_adjustment=penalize(
            season, entries["idle"][1].player, "disqualified", by=ANNA, at=now, reason="left"
        ),
        token=make_token(olga, "script", [], at=now)[0],
        installation=this_installation(),  # a test that empties the database takes it away
        hook=_hook_with_a_delivered_message(gathering, "page", now),
        api_hook=_hook_with_a_delivered_message(gathering, "program", now),
        stopped_hook=_stopped_hook(gathering, "page", now),
        api_stopped_hook=_stopped_hook(gathering, "program", now),
        season_part=count(season, tournaments["idle"]),
        adjustment=adjust(entries["late"][0], "warning", by=ANNA, at=now, reason="did not shuffle"),
        draft_entries=entries["drafted"],
        late_comers=late_comers,
        session=_session(gathering, entries["late"][0].player, now),
        announcement=announce(
            gathering,
            text="Lunch",
            audience="everybody",
            starts_at=now,
            ends_at=now + minutes(600),
            by=ANNA,
            at=now,
        ),
        letter=_failed_letter(gathering, entries["idle"][0].player, now),
        pickup=_pickup(gathering, [one.player for one in entries["idle"]], now),
        ranking=_ranking(gathering, tournaments["over"], now),
        sign=gathering.hall_tables.get(number=1),
        published_entry=entries["published"][0],
        played_entries=entries["played"],
        fresh_table=fresh.tables.get(),
        stopped_table=stopped,
        voided_table=voided,
        late_table=_with_two_hands(late.tables.get(), now),
        closed_table=closed,
        ruled_late_table=ruled_late,
        disputed_table=_disputed(disputed.tables.get(), entries["disputed"][1], now),
        change=change_clock(
            late, "extra", amount=minutes(1), by=ANNA, at=now, reason="a spilt drink"
        ),
    )


def _hall(gathering, table, now):
    """Two rooms with tables; ``table`` stands in the first, nothing in the second, which it is."""
    who = {"by": ANNA, "at": now}
    first, second = (add_room(gathering, name, **who) for name in ("Room A", "Room B"))
    number_tables(first, 101, 130, 4, **who)
    number_tables(second, 131, 140, 4, **who)
    Table.objects.filter(pk=table.pk).update(hall_table=gathering.hall_tables.get(number=101))
    return second


def _session(gathering, player, now) -> Session:
    """A session that begins soon, and somebody who is booked for it.

    The next quarter of an hour may begin while a test is at work: it begins with the one after.
    """
    quarter = timedelta(minutes=15)
    starts_at = now - (now - EPOCH) % quarter + 2 * quarter
    session = Session.objects.create(
        event=gathering, kind="other", name="Seminar", published_at=now,
        starts_at=starts_at, ends_at=starts_at + 4 * quarter, capacity=2,
    )  # fmt: skip
    book(session, player, by=ANNA, at=now)
    return session


def _ranking(gathering, tournament, now) -> Ranking:
    """A ranking for which a tournament that is over counts."""
    profile = {"categories": "1: Long games", "by_title": False, "required": 1}
    profile |= {"scheme": "house", "final_bonus": "", "tie_breaks": []}
    profile |= {"team_from": 3, "team_to": 4}
    made = open_ranking(gathering, name="Best of all", by=ANNA, at=now, **profile)
    count_tournaments(made, {tournament.pk: "1"}, by=ANNA, at=now)
    who = {"by": ANNA, "at": now}
    members = [row.player.shown_name for row in _ranked(made, now)]
    novices = add_class(made, name="Novices", rule="", members=members[0], **who)
    add_prize(made, of="class", of_class=novices.pk, place=1, label="A whistle", **who)
    register_team(made, name="Reds", members="\n".join(members[:3]), **who)
    refresh_ranking(made.pk, at=now)
    return made


def _ranked(ranking, now):
    refresh_ranking(ranking.pk, at=now)
    return ranking.rows.select_related("player").order_by("rank")


def _failed_letter(gathering, player, now) -> Letter:
    """A letter that the mail server refused, to somebody with an address."""
    player.email = "idle@example.org"
    player.save(update_fields=["email"])
    return Letter.objects.create(
        event=gathering,
        player=player,
        key="session-moved",
        subject="Moved",
        text="Express starts at 14:00.",
        made_at=now,
        ends_at=now + minutes(600),
        state="failed",
        reason="refused: 550 no such person",
        attempts=1,
    )


def _pickup(gathering, players, now) -> PickUp:
    """A pick-up game that waits for a conductor."""
    by = Actor(name=players[0].name, player=players[0])
    return ask(gathering, "express", players, key="first", by=by, at=now)


def _member(season, player) -> int:
    """A player who is in a season."""
    values = {"rank": 1, "total": "0", "events": 1, "wins": 0, "player": player}
    return season.standings.create(who=player.identity, name=player.name, **values).player_id


def _hook_with_a_delivered_message(gathering, name, now):
    url = f"https://example.org/{name}/"
    hook = webhooks.add(gathering, url=url, topics=["round"], by=ANNA, at=now)
    body = {"topic": "round", "event": gathering.slug, "tournament": "idle"}
    WebhookDelivery.objects.create(
        webhook=hook, topic="round", body=body, created_at=now, attempts=1, delivered_at=now
    )
    return hook


def _stopped_hook(gathering, name, now):
    hook = webhooks.add(
        gathering, url=f"https://example.org/{name}", topics=["round"], by=ANNA, at=now
    )
    hook.is_active, hook.stopped_at, hook.failures = False, now, 9
    hook.save()
    return hook


def _with_two_hands(table, now):
    """One hand reported, the second running since before the cutoff."""
    begun = now - timedelta(minutes=100)
    deal_hand(table, 1, by=ANNA, at=begun)
    hand = QuickHand(points={1: 10, 2: 5, 3: 0}, went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=begun + minutes(15), key="the-first-hand-was-this")
    deal_hand(table, 2, by=ANNA, at=begun + minutes(20))
    return table


def _closed(entries, tournament, now, *, disputed=False):
    """A closed round with one hand; its table."""
    round_ = make_round(tournament, [entries], started_at=now - minutes(115))
    table = round_.tables.get()
    begun = now - timedelta(minutes=100)
    deal_hand(table, 1, by=ANNA, at=begun)
    hand = QuickHand(points={1: 130, 2: 5, 3: 0}, went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=begun + minutes(15), key=f"a-hand-of-{tournament.slug}")
    if disputed:
        by = Actor(name="Bo", player=entries[1].player)
        dispute_sheet(table, 1, None, by=by, at=begun + minutes(16), reason="wrong seat")
    close_round(round_, by=ANNA, at=now)
    return table


def _stopped(entries, tournament, now):
    """A table whose game a conductor has ended."""
    table = make_round(tournament, [entries], started_at=now).tables.get()
    return end_game(table, by=ANNA, at=now, reason="a train to catch")


def _voided(entries, tournament, now):
    """A table whose only hand was voided, after the cutoff."""
    table = make_round(tournament, [entries], started_at=now - minutes(115)).tables.get()
    deal_hand(table, 1, by=ANNA, at=now - minutes(100))
    void_hand(table, 1, by=ANNA, at=now, reason="wrong people")
    return table


def _disputed(table, entry, now):
    """One hand, reported and disputed."""
    begun = now - timedelta(minutes=100)
    deal_hand(table, 1, by=ANNA, at=begun)
    hand = QuickHand(points={1: 10, 2: 5, 3: 0}, went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=begun + minutes(15), key="a-hand-that-is-disputed")
    by = Actor(name="Bo", player=entry.player)
    dispute_sheet(table, 1, None, by=by, at=begun + minutes(16), reason="wrong seat")
    return table
