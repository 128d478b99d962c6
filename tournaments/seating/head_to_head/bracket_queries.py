"""A bracket as its page shows it."""

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue import GameInfo
from pairing.head_to_head import Slot, Stand
from tournaments.models import Round, Table, Tournament
from tournaments.punctuation import divided
from tournaments.seating.head_to_head import bracket
from tournaments.seating.head_to_head.wording import match_title


@dataclass(frozen=True, slots=True)
class Side:
    """One line of a match: a person, or where one will come from."""

    name: str
    entry: int | None = None
    seed: int | None = None
    won: bool = False
    lost: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match as the page shows it. ``note`` says how it was decided where no sheet did."""

    name: str
    title: str
    sides: list[Side]
    table: Table | None
    note: str
    state: str
    may_decide: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The matches of one round of one side of a bracket."""

    title: str
    matches: list[ShownMatch]


@dataclass(frozen=True, slots=True)
class ShownBracket:
    """A bracket as the page shows it: its parts, each a title and its columns."""

    parts: list[tuple[str, list[BracketColumn]]]
    people: int
    champion: str
    drawn: bool


def shown_bracket(tournament: Tournament, *, drafts: bool) -> ShownBracket:
    """The bracket of a tournament; with ``drafts`` a round that is not published is in it.

    Eight queries at most.
    """
    rounds = list(tournament.rounds.order_by("number").values_list("number", "status"))
    if not drafts:
        rounds = [facts for facts in rounds if facts[1] != Round.Status.SEATED]
    if not rounds:
        return ShownBracket([], 0, "", drawn=False)
    found = bracket.read(tournament, before=rounds[-1][0] + 1)
    names = dict(
        tournament.entries.filter(pk__in=found.seeds.values()).values_list(
            "pk", "player__shown_name"
        )
    )
    rows = Table.objects.filter(round__tournament=tournament).select_related("round")
    tables = {(table.round_id, table.number): table for table in rows}
    taken = {source for name in found.games for source in found.stands[name].match.players}
    info = tournament.info
    columns: dict[str, list[BracketColumn]] = {"W": [], "L": [], "F": []}
    for of_round in found.rounds:
        shown = [
            _match(found, found.stands[match.name], names, tables, taken, info=info)
            for match in of_round
            if not _is_idle(found.stands[match.name])
        ]
        if shown:
            columns[of_round[0].side].append(BracketColumn(shown[0].title, shown))
    double = bool(columns["F"])
    titles = {"W": _("Winners' side") if double else "", "L": _("Losers' side"), "F": _("Finals")}
    champion = found.champion
    return ShownBracket(
        parts=[(titles[side], part) for side, part in columns.items() if part],
        people=len(found.seeds),
        champion=names.get(champion, "") if champion else "",
        drawn=bool(found.seeds),
    )


def _is_idle(stand: Stand) -> bool:
    """A match in which nobody ever plays: it has no people, or is a second final not needed."""
    return stand.needless or stand.players == (None, None)


def _match(
    found: bracket.Bracket,
    stand: Stand,
    names: Mapping[int, str],
    tables: Mapping[tuple[int, int], Table],
    taken: Set[Slot],
    *,
    info: GameInfo,
) -> ShownMatch:
    """One match. ``taken`` has the places that somebody has gone on to already."""
    name = stand.match.name
    game = found.games.get(name)
    table = None
    by_entry = {entry: seed for seed, entry in found.seeds.items()}
    players = list(stand.players)
    if game and game.row.number is not None:
        table = tables.get((game.row.round_id, game.row.number))
        if table and len(game.seated) == 2:
            # Who really sits there, whatever the bracket had in mind.
            players = [by_entry.get(entry) for entry in game.seated]
    sides = [_side(place, stand, game, found, names, info=info) for place in players]
    gone_on = bool({("winner", name), ("loser", name)} & taken)
    return ShownMatch(
        name=name,
        title=match_title(stand.match, found.rounds),
        sides=sides,
        table=table,
        note=divided(filter(None, [_note(stand, game), _others(stand, players)])),
        state=_state(stand, table),
        may_decide=None not in players and len(stand.seeds) == 2 and not gone_on,
        is_last=name == found.last,
    )


def _side(
    place: Slot,
    stand: Stand,
    game: bracket.Game | None,
    found: bracket.Bracket,
    names: Mapping[int, str],
    *,
    info: GameInfo,
) -> Side:
    if place is None:
        return Side(_("nobody (bye)"))
    if isinstance(place, tuple):
        words = _("winner of %(heat)s") if place[0] == "winner" else _("loser of %(heat)s")
        return Side(words % {"heat": place[1]})
    entry = found.seeds[place]
    outcome = stand.outcome
    merit = game.merits.get(entry) if game else None
    return Side(
        names[entry],
        entry,
        place,
        won=outcome is not None and outcome.winner == place,
        lost=outcome is not None and outcome.winner != place,
        points=info.as_written(merit[0]) if merit else None,
    )


def _note(stand: Stand, game: bracket.Game | None) -> str:
    if game is None or stand.outcome is None:
        return ""
    if game.row.settled:
        return game.row.reason or _("not played: no opponent")
    return _("a tie: the better number advances") if game.is_tie else ""


def _others(stand: Stand, players: Collection[Slot]) -> str:
    """Says of a match whose people came to it by results that have changed since."""
    if len(stand.seeds) < 2 or None in players or set(players) == set(stand.seeds):
        return ""
    return _("by the results now others come to this match")


def _state(stand: Stand, table: Table | None) -> str:
    """open: waits for its players; bye; ready: next round; seated: at a table; decided."""
    if stand.outcome is not None:
        return "decided" if stand.given else "bye"
    if table:
        return "undecided" if table.round.status == Round.Status.CLOSED else "seated"
    return "ready" if stand.is_ready else "open"
