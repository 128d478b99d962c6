"""The roster. The number of queries does not depend on the number of people."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from tournaments.models import Entry, Event, Phone, Player, Round, Seat, Tournament
from tournaments.names import by_name, loose
from tournaments.person_fields import PERSON_FIELDS


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A player and, for each tournament shown, their entry or None."""

    player: Player
    entries: tuple[Entry | None, ...]


@dataclass(frozen=True, slots=True)
class TournamentCount:
    """The entries of a tournament, counted by status."""

    tournament: Tournament
    checked_in: int
    not_here: int
    dropped: int

    @property
    def entered(self) -> int:
        """All entries that have not dropped."""
        return self.checked_in + self.not_here


@dataclass(frozen=True, slots=True)
class RosterView:
    """A part of the roster. ``everybody`` is the number of people on the whole roster."""

    rows: list[RosterRow]
    tournaments: list[Tournament]
    counts: list[TournamentCount]
    everybody: int


def all_tournaments(event: Event) -> list[Tournament]:
    """The tournaments of an event in the order they were made. One query."""
    return list(event.tournaments.order_by("created_at", "id"))


def still_open(tournaments: list[Tournament]) -> list[Tournament]:
    """The tournaments that people can still enter."""
    return [t for t in tournaments if not t.has_ended]


def open_to_join(tournaments: list[Tournament], now: datetime) -> list[Tournament]:
    """The tournaments that people may enter by themselves."""
    return [t for t in tournaments if t.may_be_joined(now)]


def roster(
    event: Event,
    tournaments: list[Tournament],
    *,
    search: str = "",
    tournament: Tournament | None = None,
    status: str = "",
) -> RosterView:
    """The people of an event by name, with their entries in its ``tournaments``. Two queries.

    Those that are finished are left out, unless one of them is asked for, or no other is there.
    ``search`` matches anywhere in the fields that are searched (``person_fields``), ignoring
    accents and case. This is done here because the two databases disagree on both.
    """
    shown = [tournament] if tournament else still_open(tournaments) or tournaments
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    for entry in Entry.objects.filter(tournament__event=event):
        entries[entry.player_id][entry.tournament_id] = entry
    everybody = by_name(event.players.order_by("pk"), lambda player: player.name)
    wanted = [loose(word) for word in search.split()]
    rows = []
    for player in everybody:
        row = RosterRow(player, tuple(entries[player.pk].get(t.pk) for t in shown))
        if _fits(row, wanted, status, must_be_in=tournament is not None):
            rows.append(row)
    return RosterView(rows, shown, _counts(tournaments, entries), len(everybody))


def _fits(row: RosterRow, wanted: list[str], status: str, *, must_be_in: bool) -> bool:
    found = [entry for entry in row.entries if entry and status in {"", entry.status}]
    if (status or must_be_in) and not found:
        return False
    return not wanted or all(word in _searchable(row.player) for word in wanted)


def _searchable(player: Player) -> str:
    return " ".join(loose(getattr(player, one.key)) for one in PERSON_FIELDS if one.is_searched)


def _counts(
    tournaments: list[Tournament], entries: dict[int, dict[int, Entry]]
) -> list[TournamentCount]:
    found = Counter(
        (entry.tournament_id, entry.status) for of in entries.values() for entry in of.values()
    )
    status = Entry.Status
    return [
        TournamentCount(
            tournament=tournament,
            checked_in=found[tournament.pk, status.CHECKED_IN],
            not_here=sum(
                found[tournament.pk, each]
                for each in (status.ENTERED, status.WAITING, status.MISSING)
            ),
            dropped=found[tournament.pk, status.DROPPED],
        )
        for tournament in tournaments
    ]


def entries_of(player: Player) -> list[Entry]:
    """A player's entries in the order of the tournaments. One query."""
    found = player.entries.select_related("tournament")
    return list(found.order_by("tournament__created_at", "tournament_id"))


def phones_of(player: Player) -> list[Phone]:
    """The phones on which a player's seat was opened, open ones first. One query."""
    return list(player.phones.order_by(F("closed_at").desc(nulls_first=True), "-opened_at", "-pk"))


def open_seat(entry: Entry) -> Seat | None:
    """The seat of an entry in a round that is not over, or None. One query."""
    seats = entry.seats.exclude(round__status__in=Round.OVER).select_related(
        "table__hall_table__room", "round"
    )
    return seats.order_by("-round__number").first()
