"""The facts about a tournament that ``pairing`` must know, read from the database."""

import hashlib
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from pairing.tables import Constraints, Mode, Person, Situation
from tournaments.models import (
    Booking,
    Bye,
    Entry,
    KeptApart,
    Role,
    Round,
    Seat,
    Session,
    Staff,
    Table,
    Tournament,
)
from tournaments.models.rounds import LAST_COUNTED
from tournaments.models.seats import SITTING
from tournaments.names import by_name
from tournaments.punctuation import listed, with_remark
from tournaments.seating import byes, errors
from tournaments.seating.merits import IS_DISQUALIFIED, disqualified
from tournaments.seating.ranking import Ranking, stored_ranking
from tournaments.wording import table_label

# --- Who is here ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Here:
    """Who is checked in. ``elsewhere`` names those, by entry id, who sit in another open round."""

    entries: list[Entry]
    elsewhere: dict[int, str]

    @property
    def free(self) -> list[Entry]:
        """Those who sit nowhere else now; the others wait. Refused if nobody is left."""
        free = [entry for entry in self.entries if entry.pk not in self.elsewhere]
        if not free:
            self.check_free(self.entries)
        return free

    def check_free(self, entries: Iterable[Entry]) -> None:
        """Refuse people who sit elsewhere."""
        wanted = {entry.pk for entry in entries}
        found = [where for pk, where in self.elsewhere.items() if pk in wanted]
        if found:
            raise errors.SeatedElsewhere(people=listed(found))


def checked_in(tournament: Tournament) -> list[Entry]:
    """The entries to seat, with their players. One query."""
    entries = tournament.entries.filter(status=Entry.Status.CHECKED_IN)
    return list(entries.select_related("player").order_by("pk"))


def people_of(round_: Round) -> list[Entry]:
    """Those who have a seat in a round, or a bye that nobody gave. Two queries."""
    entries = round_.tournament.entries.filter(Q(seats__round=round_) | Q(byes__round=round_))
    entries = entries.exclude(pk__in=byes.given(round_.tournament, round_.number))
    return list(entries.select_related("player").order_by("pk").distinct())


def here(
    tournament: Tournament,
    number: int,
    draft: Round | None = None,
    kind: str = Round.Kind.PRELIMINARY,
) -> Here:
    """Who may be seated in round ``number``, or in ``draft``. Four queries.

    In a preliminary round nobody who was given a bye or is disqualified; who goes on to semifinals
    and the final is for the cut to say. Raises NobodyCheckedIn.
    """
    out: set[int] = set()
    if kind == Round.Kind.PRELIMINARY:
        out = byes.given(tournament, number) | disqualified(tournament)
    entries = [entry for entry in checked_in(tournament) if entry.pk not in out]
    if not entries:
        raise errors.NobodyCheckedIn
    return Here(entries, sitting_elsewhere(tournament, entries, but=draft))


def has_heats(tournament: Tournament) -> bool:
    """Whether the rounds of a tournament are heats on the timetable. One query."""
    if tournament.head_to_head:
        return False
    return tournament.sessions.filter(kind=Session.Kind.HEAT, cancelled_at=None).exists()


def here_for(session: Session, draft: Round | None = None) -> Here:
    """Who may be seated in a session, or in its ``draft``: who said that they are here for it, and
    is not disqualified.

    Two queries. Raises NobodyHere.
    """
    tournament = session.tournament
    found = _entries_here(session).exclude(IS_DISQUALIFIED).order_by("pk")
    entries = list(found) if tournament else []
    if tournament is None or not entries:
        raise errors.NobodyHere(session=str(session))
    return Here(entries, sitting_elsewhere(tournament, entries, but=draft))


def _entries_here(session: Session) -> QuerySet[Entry]:
    here = Booking.objects.filter(session=session, state=Booking.State.HERE)
    checked_in = Entry.objects.filter(
        tournament=session.tournament_id, status=Entry.Status.CHECKED_IN
    )
    return checked_in.filter(player__in=here.values("player")).select_related("player")


def check_here_for(round_: Round, entries: Iterable[Entry]) -> None:
    """Refuse people of a heat who are not here for its session. Two queries, else none."""
    if not round_.is_heat or round_.session is None:
        return
    here = set(_entries_here(round_.session).values_list("pk", flat=True))
    missing = sorted(entry.player.shown_name for entry in entries if entry.pk not in here)
    if missing:
        session, people = str(round_.session), listed(missing)
        raise errors.NotHereForSession(session=session, people=people)


def playing_for_others(round_: Round) -> QuerySet[Seat, Any]:
    """The keys of players who took over a seat of a round, for queries."""
    return round_.seats.exclude(played_by=None).order_by().values("played_by")


def check_here(entries: Collection[Entry]) -> None:
    """Refuse people who are not checked in, or are disqualified. One query."""
    missing = sorted(str(e.player) for e in entries if e.status != Entry.Status.CHECKED_IN)
    if missing:
        raise errors.NotCheckedIn(people=listed(missing))
    check_not_disqualified(entries)


def check_not_disqualified(entries: Iterable[Entry]) -> None:
    """Refuse people who play no more. One query."""
    out = Entry.objects.filter(IS_DISQUALIFIED, pk__in=[entry.pk for entry in entries])
    names = sorted(entry.player.shown_name for entry in out.select_related("player"))
    if names:
        raise errors.Disqualified(people=listed(names))


def check_free(
    tournament: Tournament, entries: Sequence[Entry], *, but: Round | None = None
) -> None:
    """Refuse people who sit in any open round of the event ``but`` one. One query."""
    Here([], sitting_elsewhere(tournament, entries, but=but)).check_free(entries)


def check_people_free(event_id: int, players: Container[int]) -> None:
    """As ``check_free``, for people (ids) who may be no entries yet. One query."""
    found = [where for player, where in _sitting(event_id) if player in players]
    if found:
        raise errors.SeatedElsewhere(people=listed(found))


# --- What a round is seated from ------------------------------------------------------------------


def situation(
    tournament: Tournament,
    entries: Sequence[Entry],
    people: Sequence[Person],
    mode: Mode,
    *,
    before: int,
    locked: dict[int, int] | None = None,
) -> Situation:
    """Return the situation in which ``people`` (of ``entries``) are seated. Three queries."""
    held = constraints(tournament, entries, locked=locked)
    return Situation(people, history(tournament, before=before), mode, held)


def situation_of(
    round_: Round, entries: Sequence[Entry], *, locked: dict[int, int] | None = None
) -> Situation:
    """Return the situation by which a round's tables are judged, for ``entries``. Four queries."""
    tournament = round_.tournament
    if round_.is_heat:
        return situation_of_heat(tournament, entries, but=round_, locked=locked)
    people = stored_ranking(tournament).as_people(entries)
    return situation(
        tournament, entries, people, mode_of(round_), before=round_.number, locked=locked
    )


def situation_of_heat(
    tournament: Tournament,
    entries: Sequence[Entry],
    *,
    but: Round | None,
    locked: dict[int, int] | None = None,
) -> Situation:
    """The situation in which a heat is seated: who has met in any heat, and no standings.

    Three queries. ``but`` is the heat itself, if it has a seating.
    """
    held = constraints(tournament, entries, locked=locked)
    people = Ranking().as_people(entries)
    return Situation(people, history(tournament, before=LAST_COUNTED, but=but), Mode.SOCIAL, held)


def mode_of(round_: Round) -> Mode:
    """Return the mode in which a round was seated; of old rounds, social for the first one."""
    if round_.seating_mode:
        return Mode(round_.seating_mode)
    return Mode.SOCIAL if round_.number == 1 else Mode.STANDINGS


def constraints(
    tournament: Tournament, entries: Iterable[Entry], *, locked: dict[int, int] | None = None
) -> Constraints:
    """Who must be apart, and who has a table of their own. Two queries.

    ``locked`` are tables (from 1) by entry id that a conductor decided; they go before fixed ones.
    """
    entries = list(entries)
    by_player = {entry.player_id: entry.pk for entry in entries}
    rows = KeptApart.objects.filter(event_id=tournament.event_id)
    pairs = {
        (by_player[one], by_player[other])
        for one, other in rows.values_list("one_id", "other_id")
        if one in by_player and other in by_player
    }
    ruling = who_rules(tournament, by_player)
    if len(ruling.playing) > 1 and not ruling.on_duty:
        # One of them at least must sit elsewhere than the others, to rule there.
        first, second, *_ = ruling.playing
        pairs.add((by_player[first], by_player[second]))
    fixed = {entry.pk: entry.fixed_table for entry in entries if entry.fixed_table}
    return Constraints(apart=frozenset(pairs), fixed=fixed | (locked or {}))


def must_not_meet(tournament: Tournament, entries: Sequence[Entry]) -> set[tuple[int, int]]:
    """The pairs (entry ids) who are kept apart, or of one household. Two queries."""
    pairs = set(constraints(tournament, entries).apart)
    homes: dict[str, list[int]] = {}
    for entry in entries:
        home = entry.player.household.strip().casefold()
        if home:
            homes.setdefault(home, []).append(entry.pk)
    for people in homes.values():
        pairs |= {(one, other) for one in people for other in people if one < other}
    return pairs


@dataclass(frozen=True, slots=True)
class Ruling:
    """The conductors of an event: the players (ids) who are some of those seated now, by name, and
    how many others are free to rule."""

    playing: list[int]
    on_duty: int


def who_rules(tournament: Tournament, players: Container[int]) -> Ruling:
    """Who of the conductors plays, being one of ``players``. One query."""
    rows = list(
        Staff.objects.filter(event_id=tournament.event_id, role__in=(Role.OWNER, Role.CONDUCTOR))
        .order_by("user__name", "pk")
        .values_list("player_id", flat=True)
    )
    playing = [player for player in rows if player in players]
    # Nobody on the staff list at all: a superuser runs the event, and does not play.
    return Ruling(playing, len(rows) - len(playing) if rows else 1)


def byes_before(tournament: Tournament, *, before: int) -> Counter[int]:
    """How often each entry sat out in the rounds with a number below ``before``. One query."""
    rows = Bye.objects.filter(round__tournament=tournament, round__number__lt=before)
    return Counter(rows.values_list("entry_id", flat=True))


def history(
    tournament: Tournament, *, before: int, but: Round | None = None
) -> list[list[list[int]]]:
    """The rounds with a number below ``before``: tables of entry ids in turn order. One query.

    Two where somebody took over a seat: who began and who played on have both met the others.
    """
    rows = (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
        .exclude(round=but and but.pk)
        .order_by("round__number", "table__number", "position")
        .values_list(
            "round__number", "table__number", "entry_id",
            Coalesce("played_by_id", "begun_by_id"),
        )
    )  # fmt: skip
    rounds: dict[int, dict[int, list[int]]] = {}
    others: list[tuple[int, int, int]] = []
    for number, table, entry, other in rows:
        rounds.setdefault(number, {}).setdefault(table, []).append(entry)
        if other:
            others.append((number, table, other))
    if others:
        _add_others(tournament, rounds, others)
    return [list(tables.values()) for tables in rounds.values()]


def _add_others(
    tournament: Tournament,
    rounds: dict[int, dict[int, list[int]]],
    others: Sequence[tuple[int, int, int]],
) -> None:
    """Add those who began at a table, or played on there, for somebody else: they have met too."""
    players = {player for _number, _table, player in others}
    rows = tournament.entries.filter(player__in=players).values_list("player_id", "pk")
    known = dict(rows)
    for number, table, player in others:
        if (entry := known.get(player)) and entry not in rounds[number][table]:
            rounds[number][table].append(entry)


def sitting_elsewhere(
    tournament: Tournament, entries: Sequence[Entry], *, but: Round | None
) -> dict[int, str]:
    """Who of ``entries`` sits at a table still to be played, in any round of the event ``but`` one.

    By entry id, each named with the table. Their round is not closed, and the game of their table
    has not ended. One query.
    """
    wanted = {entry.player_id: entry.pk for entry in entries}
    sitting = _sitting(tournament.event_id, but=but)
    return {wanted[player]: where for player, where in sitting if player in wanted}


def _sitting(event_id: int, *, but: Round | None = None) -> Iterator[tuple[int, str]]:
    """Everybody at a table still to be played: the player's key, and the name with the table."""
    seats = Seat.objects.filter(round__tournament__event_id=event_id)
    if but is not None:
        seats = seats.exclude(round=but)
    rows = by_name(
        seats.exclude(round__status__in=Round.OVER)
        .exclude(table__status=Table.Status.FINISHED)
        .order_by("pk")
        .values_list(
            SITTING,
            Coalesce("played_by__shown_name", "entry__player__shown_name"),
            "round__tournament__name",
            Coalesce("table__hall_table__number", "table__number"),
            "table__hall_table__room__name",
        ),
        lambda row: row[1],
    )
    for player, name, elsewhere, table, room in rows:
        yield player, with_remark(name, listed([elsewhere, table_label(table, room or "")]))


def seed_for(tournament: Tournament, number: int, entries: Iterable[Entry]) -> int:
    """The seed of a round that nobody chose one for: the same people give the same seating."""
    people = ",".join(str(pk) for pk in sorted(entry.pk for entry in entries))
    facts = f"{tournament.event_id}:{tournament.pk}:{number}:{people}"
    return int.from_bytes(hashlib.sha256(facts.encode()).digest()[:4])
