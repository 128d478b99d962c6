"""A convention that runs by itself, through the same services as a real one."""

import logging
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import catalogue
from tournaments import activity, locking
from tournaments.clock.rules import may_deal, may_force_end
from tournaments.clock.serialization import table_clock
from tournaments.clock.services import start_slot
from tournaments.demo import rules
from tournaments.demo.convention import building, last_day, playing
from tournaments.demo.convention.plan import WHOLE, Size
from tournaments.demo.event import conductor_of_demo, new_event
from tournaments.demo.league import PLAYERS, create_league
from tournaments.demo.next_round import seat_next
from tournaments.demo.roster import ROSTER
from tournaments.errors import Refused
from tournaments.events.services import create_tournament
from tournaments.ledger import Actor
from tournaments.lock_order import Strength
from tournaments.models import (
    Demo,
    Event,
    Round,
    ScoreSheet,
    Season,
    SeasonTournament,
    Seat,
    Table,
    Tournament,
    User,
)
from tournaments.models.demo import DEMO_CONDUCTOR
from tournaments.rankings import computing as rankings
from tournaments.registration.roster_import import import_roster
from tournaments.registration.services import check_in_many
from tournaments.results.confirming.services import confirm_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling import services as ruling
from tournaments.results.sheet_data import SheetInput
from tournaments.seating.services import publish_round
from tournaments.standings.computing import services as standings
from tournaments.transactions import atomic

log = logging.getLogger(__name__)

TOURNAMENTS_KEPT = 3
#: Too few tables in the first, so that a newcomer sees games in both.
ROOMS = ((gettext_lazy("Main hall"), range(1, 7)), (gettext_lazy("Side room"), range(21, 41)))


def running_demo() -> Demo | None:
    """The demo, if there is one."""
    return Demo.objects.select_related("event").first()


def create_demo(
    *,
    speed: int,
    password: str,
    at: datetime,
    game: str = "express",
    with_league: bool = False,
) -> Demo:
    """Make the demo event with its conductor and people; its first round runs at once.

    ``game`` is a key of the catalogue. With a league, the same people have played ten club evenings
    before; until then ``step`` does nothing, or a site that runs would play the evenings, too.
    """
    demo, tournament = _new_demo(
        speed=speed, game=game, password=password, at=at, paused=with_league
    )
    if with_league:
        create_league(demo.event, owner=User.objects.get(email=DEMO_CONDUCTOR), at=at)
        change_demo(demo, paused=False)
    for _each in ("seat", "publish", "start", "deal"):
        _try_step(demo, tournament, at)
    return demo


@atomic
def _new_demo(
    *, speed: int, game: str, password: str, at: datetime, paused: bool
) -> tuple[Demo, Tournament]:
    by = conductor_of_demo(password)
    today = timezone.localdate(at)
    days = (today, today + timedelta(days=1))
    rooms = [(str(name), tables) for name, tables in ROOMS]
    event = new_event(days, rooms, by=by, at=at)
    demo = Demo.objects.create(event=event, speed=speed, game=game, paused=paused)
    return demo, _open_tournament(demo, by=by, at=at)


def create_convention(
    *,
    speed: int,
    password: str,
    at: datetime,
    size: Size = WHOLE,
    with_league: bool = False,
) -> Demo:
    """Make a convention of four days: three are over, and the heats of the last begin at once.

    ``step`` plays them, then the finals, and gives the prizes; then the demo is paused.
    """
    made = building.build(speed=speed, password=password, at=at, size=size)
    demo = made.demo
    with timezone.override(demo.event.zone):
        if with_league:
            create_league(demo.event, owner=User.objects.get(email=DEMO_CONDUCTOR), at=at)
        playing.play_days(made)
        building.shorten(made)
        playing.come_to_last_heats(made, at)
        for tournament in demo.event.tournaments.order_by("pk"):
            standings.refresh(tournament.pk, at=at)
        rankings.refresh_stale(now=at)
    change_demo(demo, paused=False)
    return demo


def set_password(password: str) -> None:
    """Give the demo's conductor another password."""
    conductor = User.objects.get(email=DEMO_CONDUCTOR)
    conductor.set_password(password)
    conductor.save()


def change_demo(demo: Demo, *, speed: int | None = None, paused: bool | None = None) -> None:
    """Pause or resume the players, or change their speed from the next tournament on."""
    if speed is not None:
        demo.speed = speed
    if paused is not None:
        demo.paused = paused
    demo.save()


@atomic
def remove_demo() -> None:
    """Delete the demo event and everything in it, and the seasons that count nothing else.

    The conductor's account stays.
    """
    others = SeasonTournament.objects.filter(tournament__event__is_demo=False)
    leagues = Season.objects.filter(parts__tournament__event__is_demo=True)
    leagues.exclude(parts__in=others).delete()
    for event in Event.objects.filter(is_demo=True).order_by("pk"):
        locking.lock_event(event)
        for tournament in locking.lock_tournaments(event.pk, strength=Strength.FULL).values():
            _remove(tournament)
        event.delete()


def _remove(tournament: Tournament) -> None:
    """Take a tournament that is locked away, with all that hangs on it."""
    # Results protect the people in them, so delete them in the order that allows it.
    ScoreSheet.objects.filter(table__round__tournament=tournament).update(
        went_out=None, reported_by_seat=None, confirmed_by_seat=None
    )
    ScoreSheet.objects.filter(table__round__tournament=tournament).delete()
    Round.with_annulled.filter(tournament=tournament).delete()
    tournament.delete()


def _open_tournament(demo: Demo, *, by: Actor, at: datetime) -> Tournament:
    event, info = demo.event, catalogue.game(demo.game)
    number, timing = _played_live(demo).count() + 1, info.timing
    text = _("%(game)s Open") if number == 1 else _("%(game)s Open %(n)s")
    tournament = create_tournament(
        event,
        name=text % {"game": info.name, "n": number},
        game=info.key,
        by=by,
        at=at,
        slot=timing.slot / demo.speed,
        final_slot=timing.final / demo.speed,
        cutoff=timing.cutoff / demo.speed,
        force_end=timing.force_end / demo.speed,
        warning=timing.warning / demo.speed,
    )
    import_roster(event, ROSTER.read_bytes(), tournament=tournament, by=by, at=at)
    check_in_many(list(tournament.entries.all()), by=by, at=at)
    return tournament


def _played_live(demo: Demo) -> QuerySet[Tournament]:
    """The tournaments of the demo that are watched, without the evenings of its league."""
    return Tournament.objects.filter(event=demo.event, season_parts=None)


def step(*, now: datetime) -> None:
    """Do what is due in the demo. Called every second; safe to call twice."""
    demo = running_demo()
    if demo is None or demo.paused:
        return
    activity.note()
    with timezone.override(demo.event.zone):
        if demo.is_convention:
            _step_convention(demo, now)
            return
        tournament = _played_live(demo).order_by("-pk").select_related("event").first()
        if tournament is not None:
            _try_step(demo, tournament, now)


def _step_convention(demo: Demo, now: datetime) -> None:
    """Play everything that is open at the event, also what somebody has started who looks on."""
    going = Round.objects.filter(tournament__event=demo.event_id)
    going = going.exclude(status=Round.Status.CLOSED).select_related("tournament__title")
    rounds = list(going.order_by("pk"))
    for round_ in rounds:
        try:
            _step_of_round(demo, round_, now)
        except Refused as refusal:
            log.info("%s of the demo waits: %s", round_, refusal)
    if not rounds and last_day.go_on(demo.event, by=PLAYERS, now=now):
        change_demo(demo, paused=True)


def _try_step(demo: Demo, tournament: Tournament, now: datetime) -> None:
    try:
        _step(demo, tournament, now)
    except Refused as refusal:
        # A conductor was quicker, or the beat of a site that runs: it goes on in the next second.
        log.info("the demo waits: %s", refusal)


def _step(demo: Demo, tournament: Tournament, now: datetime) -> None:
    open_rounds = list(tournament.rounds.exclude(status=Round.Status.CLOSED).order_by("number"))
    for round_ in open_rounds:
        _step_of_round(demo, round_, now)
    if not open_rounds:
        _between_rounds(demo, tournament, now)


def _step_of_round(demo: Demo, round_: Round, now: datetime) -> None:
    if round_.status == Round.Status.SEATED:
        publish_round(round_, by=PLAYERS, at=now)
    elif round_.status == Round.Status.PUBLISHED:
        start_slot(round_, by=PLAYERS, at=now)
    else:
        _play(demo, round_, now)


def _between_rounds(demo: Demo, tournament: Tournament, now: datetime) -> None:
    last = tournament.rounds.order_by("-number").first()
    finished = tournament.status == Tournament.Status.FINISHED
    length = rules.PAUSE_AFTER_TOURNAMENT if finished else rules.PAUSE_BETWEEN_ROUNDS
    if last and last.closed_at and now - last.closed_at < rules.pause(length, demo.speed):
        return
    if finished:
        _open_tournament(demo, by=PLAYERS, at=now)
        for old in _played_live(demo).order_by("-pk")[TOURNAMENTS_KEPT:]:
            _remove_old(old)
    else:
        seat_next(tournament, by=PLAYERS, at=now)


@atomic
def _remove_old(tournament: Tournament) -> None:
    locking.lock_event(tournament.event_id)
    _remove(locking.lock_settings(tournament))


def _play(demo: Demo, round_: Round, now: datetime) -> None:
    seats = Prefetch("seats", Seat.objects.select_related("entry__player").order_by("position"))
    tables = round_.tables.prefetch_related(seats, "sheets").order_by("number")
    for table in tables:
        table.round = round_
        try:
            _play_table(demo, table, now)
        except Refused as refusal:
            log.info("%s of the demo waits: %s", table, refusal)
    if not round_.tables.exclude(status=Table.Status.FINISHED).exists():
        ruling.close_round(round_, by=PLAYERS, at=now)


def _play_table(demo: Demo, table: Table, now: datetime) -> None:
    sheets = [s for s in table.sheets.all() if s.status != ScoreSheet.Status.VOIDED]
    _confirm(demo, table, sheets, now)
    if table.status == Table.Status.FINISHED:
        return
    hand = next((s for s in sheets if s.status == ScoreSheet.Status.DEALT), None)
    if hand is None:
        _deal(demo, table, sheets, now)
    elif hand.ended_early or now - hand.dealt_at >= rules.hand_length(
        table.code, hand.number, table.round.tournament.setup, demo.speed
    ):
        _report(table, hand, now)
    elif may_force_end(table_clock(table), now):
        ruling.force_end_hand(table, hand.number, by=PLAYERS, at=now)


def _deal(demo: Demo, table: Table, sheets: list[ScoreSheet], now: datetime) -> None:
    rest = rules.pause(rules.PAUSE_BETWEEN_HANDS, demo.speed)
    last = max((s.reported_at for s in sheets if s.reported_at), default=None)
    if may_deal(table_clock(table), now) and (last is None or now - last >= rest):
        number = max((s.number for s in sheets), default=0) + 1
        deal_hand(table, number, by=PLAYERS, at=now)


def _report(table: Table, hand: ScoreSheet, now: datetime) -> None:
    seats = sorted(seat.position for seat in table.seats.all())
    setup = table.round.tournament.setup
    written: SheetInput
    if setup.is_called_out:
        written = rules.points(table.code, hand.number, seats, ended_early=hand.ended_early)
    else:
        written = rules.game_played(table.code, setup, len(seats))
    key = f"demo-{table.code}-{hand.pk:08}"
    report_hand(table, hand.number, written, by=_at(table, hand.number), at=now, key=key)


def _confirm(demo: Demo, table: Table, sheets: list[ScoreSheet], now: datetime) -> None:
    """Let another player confirm each reported hand, a little later."""
    wait = rules.pause(rules.PAUSE_BEFORE_CONFIRMING, demo.speed)
    for sheet in sheets:
        is_reported = sheet.status == ScoreSheet.Status.REPORTED
        if is_reported and sheet.reported_at and now - sheet.reported_at >= wait:
            confirm_sheet(table, sheet.number, by=_at(table, sheet.number + 1), at=now)


def _at(table: Table, number: int) -> Actor:
    """The player who has the phone for this hand."""
    seats = list(table.seats.all())
    player = seats[number % len(seats)].entry.player
    return Actor(name=str(player), player=player)
