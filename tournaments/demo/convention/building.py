"""The demo's convention before its first game: people, titles, the timetable, the ranking."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.demo.convention import plan
from tournaments.demo.convention.plan import QUARTER, Played, Size, Wave
from tournaments.demo.event import conductor_of_demo, new_event
from tournaments.demo.roster import ROSTER
from tournaments.events.services import change_tournament, create_tournament
from tournaments.events.titles.services import define_title
from tournaments.ledger import Actor
from tournaments.models import (
    Demo,
    Event,
    Player,
    Ranking,
    RankingPrize,
    Session,
    Tournament,
)
from tournaments.rankings.honours import services as honours
from tournaments.rankings.profile import DEFAULT_BONUS, DEFAULT_SCHEME, DEFAULT_TEAM, TIE_BREAKS
from tournaments.rankings.services import count_tournaments, open_ranking
from tournaments.registration.roster_import import import_roster
from tournaments.timetable.services import plan_session, publish_timetable

#: Places of people on the roster: some are novices, and the challengers follow the champions.
NOVICES, CHALLENGERS = slice(0, None, 7), slice(3, None, 3)
REQUIRED, REQUIRED_TITLES = 4, 3
OF_TITLES = "1"  # the category whose titles have a competition of their own
RELEASE_MINUTES = 10
#: Longer than the slots of the last day, which are as much shorter as the demo is faster.
SPARE = timedelta(minutes=30)
SHORTEST = timedelta(minutes=1)  # no slot may be shorter


@dataclass
class Convention:
    """A convention that is being built, and by whom.

    The sessions of a wave are in the order of its titles.
    """

    demo: Demo
    by: Actor
    size: Size
    at: datetime
    titles: list[Played]
    tournaments: list[Tournament] = field(default_factory=list)
    waves: list[tuple[Wave, list[Session]]] = field(default_factory=list)
    last_heats: list[Session] = field(default_factory=list)

    @property
    def event(self) -> Event:
        return self.demo.event

    @property
    def people(self) -> list[Player]:
        return list(self.event.players.order_by("pk"))

    def tournament_of(self, session: Session) -> Tournament:
        return next(one for one in self.tournaments if one.pk == session.tournament_id)

    @property
    def begins(self) -> datetime:
        """Two hours before the first session."""
        return self.waves[0][0].starts_at - timedelta(hours=2)


def build(*, speed: int, password: str, at: datetime, size: Size) -> Convention:
    """The convention with all that is known before its first game; its demo is paused."""
    by = conductor_of_demo(password)
    last_heats = plan.quarter(at)
    finals = _end(last_heats, plan.titles(size)[: size.finals], speed)
    last_day = timezone.localdate(finals)
    rooms = _rooms(size)
    days = (last_day - timedelta(days=plan.DAYS_BEFORE), last_day)
    event = new_event(days, rooms, by=by, at=at)
    demo = Demo.objects.create(event=event, speed=speed, is_convention=True, paused=True)
    made = Convention(demo, by, size, at, plan.titles(size))
    import_roster(event, plan.names(ROSTER.read_bytes(), size.people), by=by, at=at)
    made.tournaments = [_tournament(made, title) for title in made.titles]
    _plan_days(made, [room for room, _tables in rooms])
    made.last_heats = [_last(made, n, "heat", last_heats, finals) for n in range(size.finals)]
    for number in range(size.finals):
        _last(made, number, "final", finals, _end(finals, made.titles[: size.finals], speed))
    publish_timetable(event, by=by, at=made.begins)
    _rank(made)
    return made


def _rooms(size: Size) -> list[tuple[str, range]]:
    """A room for every three sessions, with tables that pick-up games find free."""
    in_room = 3
    tables = in_room * plan.TABLES + plan.SPARE_TABLES
    names = [_("Main hall"), _("Side room"), _("Gallery")]
    return [
        (name, range(first, first + tables))
        for name, first in zip(names, range(1, 100, 20), strict=False)
    ][: -(-size.sessions // in_room)]


def _tournament(made: Convention, title: Played) -> Tournament:
    who: dict[str, Any] = {"by": made.by, "at": made.at}
    if title.name == plan.ENGINE:
        game = title.name.casefold()
    else:
        low, high = title.players
        game = define_title(
            made.event,
            name=title.name, players_min=low, players_max=high,
            slot=title.length, counting=title.counting, **who,
        ).key  # fmt: skip
    # A last heat comes before the finals.
    plays_final = len(made.tournaments) < made.size.finals
    values: dict[str, Any] = {"rounds_planned": title.heats + plays_final}
    if plays_final and title.final_tables > 1:
        values |= {"final_tables": title.final_tables, "finalists": 4 * title.final_tables}
    return create_tournament(made.event, name=title.name, game=game, **values, **who)


def _plan_days(made: Convention, rooms: Sequence[str]) -> None:
    by_name = {room.name: room for room in made.event.rooms.all()}
    first = {room: by_name[room].hall_tables.order_by("number")[0].number for room in rooms}
    for wave in plan.waves(made.size, made.event.ends_on, made.event.zone):
        sessions = []
        for place, number in enumerate(wave.titles):
            room = rooms[place % len(rooms)]
            table = first[room] + place // len(rooms) * plan.TABLES
            sessions.append(
                plan_session(
                    made.event,
                    tournament=made.tournaments[number].pk,
                    room=by_name[room].pk,
                    first_table=table,
                    last_table=table + plan.TABLES - 1,
                    starts_at=wave.starts_at,
                    ends_at=wave.starts_at + made.titles[number].length,
                    capacity=plan.PLACES,
                    release_minutes=RELEASE_MINUTES,
                    by=made.by,
                    at=made.at,
                )
            )
        made.waves.append((wave, sessions))


def _last(
    made: Convention, number: int, kind: str, starts_at: datetime, ends_at: datetime
) -> Session:
    """A session of the last day; a final has no sign-up."""
    more = {"joins": "none"} if kind == Session.Kind.FINAL else {"capacity": plan.PLACES}
    return plan_session(
        made.event, tournament=made.tournaments[number].pk, kind=kind, starts_at=starts_at,
        ends_at=ends_at, by=made.by, at=made.at, **more,
    )  # fmt: skip


def _end(starts_at: datetime, titles: Sequence[Played], speed: int) -> datetime:
    longest = max(title.length for title in titles) / speed
    return plan.quarter(starts_at + longest + SPARE) + QUARTER


def shorten(made: Convention) -> None:
    """Make the slots of those that are played on the last day as short as the demo is fast."""
    slots, before_the_end = ("slot", "final_slot"), ("cutoff", "force_end", "warning")
    for tournament in made.tournaments[: made.size.finals]:
        tournament.refresh_from_db()
        speed = made.demo.speed
        short = {name: max(SHORTEST, getattr(tournament, name) / speed) for name in slots}
        short |= {name: getattr(tournament, name) / speed for name in before_the_end}
        change_tournament(tournament, by=made.by, at=made.at, **short)


# --- The ranking ----------------------------------------------------------------------------------


def _rank(made: Convention) -> None:
    categories = sorted({title.category for title in made.titles})
    ranking = _ranking(
        made,
        name=_("Best of the convention"),
        categories="\n".join(f"{key}: {_category(key)}" for key in categories),
        required=min(REQUIRED, len(categories) // 2),
    )
    _count(made, ranking, {title.category for title in made.titles})
    _honour(made, ranking)
    competition = _ranking(
        made, name=_("18xx competition"), by_title=True, required=REQUIRED_TITLES
    )
    _count(made, competition, {OF_TITLES})


def _category(key: str) -> str:
    return {
        "1": _("18xx"),
        "2": _("Crayon rails"),
        "3": _("Roll and move"),
        "4": _("Track and delivery"),
        "5": _("Shares and auctions"),
        "6": _("Investing"),
        "7": _("Tiles and short games"),
        "8": _("Ticket to Ride"),
        "9": _("Everything else"),
    }[key]


def _ranking(made: Convention, **values: Any) -> Ranking:
    usual: dict[str, Any] = {
        "categories": "",
        "by_title": False,
        "scheme": DEFAULT_SCHEME,
        "final_bonus": DEFAULT_BONUS,
        "pick_ups": True,
        "tie_breaks": list(TIE_BREAKS),
        "team_from": DEFAULT_TEAM[0],
        "team_to": DEFAULT_TEAM[1],
    }
    return open_ranking(made.event, **(usual | values), by=made.by, at=made.at)


def _count(made: Convention, ranking: Ranking, categories: set[str]) -> None:
    counted = {
        tournament.pk: "" if ranking.by_title else title.category
        for tournament, title in zip(made.tournaments, made.titles, strict=True)
        if title.category in categories
    }
    count_tournaments(ranking, counted, by=made.by, at=made.at)


def _honour(made: Convention, ranking: Ranking) -> None:
    """Teams that registered before the first game, two classes, and the prizes."""
    people = made.people
    who: dict[str, Any] = {"by": made.by, "at": made.begins}
    of, teams = RankingPrize.Of, made.size.teams
    for number in range(teams):
        members = people[number::teams][: plan.TEAM]
        name = _("Team %(letter)s") % {"letter": chr(ord("A") + number)}
        honours.register_team(ranking, name=name, members=_lines(members), **who)
    prizes = [(of.OVERALL, place, label) for place, label in enumerate(_medals(), start=1)]
    prizes += [(of.IRON, 1, _("Iron man")), (of.TEAMS, 1, _("Best team"))]
    for list_, place, label in prizes:
        honours.add_prize(ranking, of=list_, place=place, label=label, **who)
    for name, belong in ((_("Challenger"), CHALLENGERS), (_("Novices"), NOVICES)):
        group = honours.add_class(
            ranking, name=name, rule="", members=_lines(people[belong]), **who
        )
        label = _("Best of %(name)s") % {"name": name}
        honours.add_prize(ranking, of=of.CLASS, of_class=group.pk, place=1, label=label, **who)


def _medals() -> list[str]:
    return [_("Golden spike"), _("Silver spike"), _("Bronze spike")]


def _lines(people: Sequence[Player]) -> str:
    return "\n".join(one.shown_name for one in people)
