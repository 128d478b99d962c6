"""All rounds of a round robin: who plays whom, as it was and as it will be."""

from dataclasses import dataclass

from tournaments.access.shown_results import EVERYTHING, ShownResults
from tournaments.models import Round, Seat, Tournament, in_counted_rounds
from tournaments.seating.formats.round_robin import RoundRobin
from tournaments.seating.merits import ended_with

NOBODY = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game of a round robin: the names, Uptown first, and the points once there is a result."""

    up: str
    down: str
    up_points: int | None = None
    down_points: int | None = None


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round with its games; ``round`` is None until it is published."""

    number: int
    games: list[ShownGame]
    byes: list[str]
    round: Round | None


def shown_rounds(
    tournament: Tournament, *, drafts: bool, shown: ShownResults = EVERYTHING
) -> list[ShownRound]:
    """Who plays whom in each round of a round robin: as it was, and as it will be. Five queries.

    Nothing before a round is published, unless ``drafts`` may be seen; points as far as ``shown``.
    """
    entries = tournament.entries.exclude(seed=None).select_related("player")
    names = {entry.seed: entry.player.shown_name for entry in entries if entry.seed is not None}
    by_entry = {entry.pk: entry.player.shown_name for entry in entries}
    rounds = {
        r.number: r
        for r in tournament.rounds.exclude(status=Round.Status.SEATED).order_by("number")
    }
    for round_ in rounds.values():
        round_.tournament = tournament
    if not (rounds or drafts):
        return []
    played = _as_played(tournament, by_entry, shown)
    found = []
    double = tournament.pairing == Tournament.Pairing.DOUBLE_ROUND_ROBIN
    schedule = RoundRobin(double=double).schedule(max(names, default=0))
    for number, pairing in enumerate(schedule, start=1):
        games = played.get(number) if number in rounds else None
        if games is None:
            games = [
                ShownGame(names.get(up, NOBODY), names.get(down, NOBODY))
                for up, down in pairing.pairs
            ]
        byes = [names[pairing.bye]] if pairing.bye in names else []
        found.append(ShownRound(number, games, byes, rounds.get(number)))
    return found


def _as_played(
    tournament: Tournament, names: dict[int, str], shown: ShownResults
) -> dict[int, list[ShownGame]]:
    """The games of the rounds that were seated, by number."""
    info, merits = tournament.info, ended_with(tournament)
    tables: dict[tuple[int, int], list[int]] = {}
    seats = Seat.objects.filter(in_counted_rounds(), round__tournament=tournament)
    rows = seats.order_by("round__number", "table__number", "position")
    for number, table, entry in rows.values_list("round__number", "table_id", "entry_id"):
        tables.setdefault((number, table), []).append(entry)
    found: dict[int, list[ShownGame]] = {}
    for (number, table), seated in tables.items():
        got = merits.get(table, {}) if shown.of_round(number) else {}
        points = [info.as_written(got[entry][0]) if entry in got else None for entry in seated]
        if len(seated) == 2:
            one, other = (names.get(entry, NOBODY) for entry in seated)
            found.setdefault(number, []).append(ShownGame(one, other, *points))
    return found
