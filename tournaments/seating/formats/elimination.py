"""Elimination: a bracket that is drawn before the first round, single or double."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace

from django.db.models import Max
from django.utils.translation import gettext as _

from pairing.head_to_head import Match as Planned
from pairing.head_to_head import Record, Stand, sides
from tournaments.models import Entry, Match, Round, Tournament
from tournaments.punctuation import listed
from tournaments.seating import errors, roster
from tournaments.seating.formats.base import Found, Matches
from tournaments.seating.formats.outlook import PairOutlook
from tournaments.seating.formats.paired_rounds import Drawn
from tournaments.seating.head_to_head import bracket, bracket_errors
from tournaments.seating.head_to_head.wording import match_title
from tournaments.seating.merits import disqualified
from tournaments.seating.ranking import Ranking


class Elimination(Drawn):
    """One loss and a player is out; with ``double``, two."""

    def __init__(self, *, double: bool = False) -> None:
        self.double = double
        self.key = str(Tournament.Pairing.DOUBLE if double else Tournament.Pairing.SINGLE)

    # --- Seating a round ---

    def places_left(self, drawn: int, new: int) -> int:
        """Nobody can join once it is drawn."""
        return 0

    def decided(
        self,
        tournament: Tournament,
        people: Sequence[Record],
        seeds: Mapping[int, int],
        *,
        number: int,
        played: int,
    ) -> tuple[str, Found | None]:
        """The matches that can be played now; where somebody is not there, the other goes on."""
        by_seed = {seed: entry for entry, seed in seeds.items()}
        if len(by_seed) < 2:
            raise errors.NobodyToPlay
        stood = bracket.read(tournament, before=number)
        stood = bracket.as_it_stands(tournament, by_seed, stood.games)
        if stood.is_over:
            raise errors.RoundsArePlayed(rounds=played)
        if stood.undecided:
            names = listed(stand.match.name for stand in stood.undecided)
            raise bracket_errors.MatchUndecided(heats=names)
        records = {person.key: person for person in people}
        tables: list[list[int]] = []
        matches: list[str] = []
        settled: dict[str, int | None] = {}
        while ready := _ready(stood, matches):
            name = ready[0].match.name
            pair = [by_seed[seed] for seed in ready[0].seeds]
            present = [entry for entry in pair if records[entry].here]
            if len(present) == 2:
                tables.append(list(sides(records[pair[0]], records[pair[1]], 0)))
                matches.append(name)
            else:
                settled[name] = present[0] if present else None
                stood = _with(tournament, stood, name, settled[name])
        if not tables:
            raise errors.NobodyToPlay
        order = sorted(range(len(matches)), key=lambda n: (matches[n][0] != "W", n))
        return _kind(stood.rounds, matches), Found(
            [tables[n] for n in order], (), [matches[n] for n in order], settled
        )

    def same_again(self, round_: Round, ranking: Ranking) -> Callable[[], Found] | None:
        """The matches of the round with those who come to them from the rounds before, or from a
        match that nobody had to play when the round was seated."""
        stood = bracket.read(round_.tournament, before=round_.number)
        for row in round_.matches.filter(number=None).order_by("pk"):
            stood = _walked_over(round_.tournament, stood, row)
        played = round_.matches.exclude(number=None).order_by("number")
        pairs = {name: _pair(stood, name) for name in played.values_list("name", flat=True)}
        known = {name: pair for name, pair in pairs.items() if len(pair) == 2}
        return lambda: Found([*known.values()], (), [*known])

    # --- What the pages say ---

    def own_rules(self) -> list[str]:
        return [
            _("Two losses and you are out. The finalist from the losers' side must beat the other "
              "twice.")
            if self.double
            else _("One loss and you are out; the last two play the final."),
            _("Empty places are byes for the best numbers."),
            _("A player who is not checked in when a round is seated loses that game, and the "
              "opponent advances."),
            _("If the game leaves a tie, the better number advances unless a conductor decides "
              "otherwise."),
            _("Nobody can join once the first round is published."),
        ]  # fmt: skip

    def outlook(self, tournament: Tournament) -> PairOutlook:
        found = super().outlook(tournament)
        if found.number == 1 or found.open_round:
            return found
        stood = bracket.read(tournament)
        undecided = listed(stand.match.name for stand in stood.undecided)
        left = len(stood.left)
        return replace(found, is_played=stood.is_over, undecided=undecided, left=left)

    def rounds_in_all(
        self, tournament: Tournament, here: Sequence[Entry], rounds: Sequence[Round]
    ) -> int | None:
        return None

    def without_place(self, tournament: Tournament, here: Sequence[Entry]) -> list[Entry]:
        return [entry for entry in here if entry.seed is None]

    def matches(self, round_: Round) -> Matches:
        """Two queries."""
        drawn = round_.tournament.entries.aggregate(last=Max("seed"))["last"] or 0
        rounds = bracket.matches_of(self.key, drawn)
        titles = {
            match.name: f"{match_title(match, rounds)} · {match.name}"
            for matches in rounds
            for match in matches
        }
        found = Matches()
        for match in round_.matches.select_related("winner__player").order_by("pk"):
            title = titles.get(match.name, match.name)
            if match.number is None or match.settled:
                winner = match.winner.player.shown_name if match.winner else ""
                found.walkovers.append((title, winner))
            if match.number is not None:
                found.titles[match.number] = title
        return found

    # --- Changing the tables of a round ---

    def waits(self, round_: Round, entry: Entry, *, byes: bool) -> bool:
        return False

    def names(self, round_: Round, entry: Entry) -> bool:
        """Those who came after the draw; the others are in the bracket."""
        return entry.seed is None

    def check_newcomer(self, entry: Entry) -> None:
        """Nobody can enter a bracket once it is drawn."""
        if entry.seed is None:
            raise bracket_errors.NotInTheBracket(field="who", person=entry)

    def opponent(self, byes: Sequence[Entry]) -> Entry | None:
        """Whoever had no opponent has gone on."""

    # --- The end ---

    def play_out(self, tournament: Tournament, last: Round) -> None:
        """Settle what nobody is left to play; refused while two who are here could still meet."""
        here = {entry.pk for entry in roster.checked_in(tournament)} - disqualified(tournament)
        found = bracket.read(tournament)
        while not found.is_over:
            ready = next((stand for stand in found.stands.values() if stand.is_ready), None)
            if ready is None or ready.match.name in found.games:
                raise bracket_errors.BracketNotOver
            present = [found.seeds[seed] for seed in ready.seeds if found.seeds[seed] in here]
            if len(present) == 2:
                raise bracket_errors.BracketNotOver
            winner = present[0] if present else None
            Match.objects.create(round=last, name=ready.match.name, settled=True, winner_id=winner)
            found = bracket.read(tournament)


def _ready(stood: bracket.Bracket, seated: Container[str]) -> list[Stand]:
    return [s for s in stood.stands.values() if s.is_ready and s.match.name not in seated]


def _with(
    tournament: Tournament, stood: bracket.Bracket, name: str, winner: int | None
) -> bracket.Bracket:
    """The bracket once a match is settled by who is there."""
    row = Match(name=name, settled=True, winner_id=winner)
    games = {**stood.games, name: bracket.Game(row, (), {}, round_closed=True)}
    return bracket.as_it_stands(tournament, stood.seeds, games)


def _pair(stood: bracket.Bracket, name: str) -> list[int]:
    """The entries that come to a match, as far as that is known."""
    stand = stood.stands.get(name)
    return [stood.seeds[seed] for seed in stand.seeds] if stand else []


def _walked_over(tournament: Tournament, stood: bracket.Bracket, row: Match) -> bracket.Bracket:
    """The bracket with a match that was settled by who was there.

    If others come to it by now, it is settled by who is here.
    """
    pair, winner = _pair(stood, row.name), row.winner_id
    if winner is not None and winner not in pair:
        here = Entry.objects.filter(pk__in=pair, status=Entry.Status.CHECKED_IN)
        present = list(here.values_list("pk", flat=True))
        if len(pair) != 2 or len(present) == 2:
            return stood
        winner = present[0] if present else None
    return _with(tournament, stood, row.name, winner)


def _kind(rounds: Sequence[Sequence[Planned]], matches: Sequence[str]) -> str:
    """The last game of a bracket is a final, with its longer slot and its end of the tournament."""
    last = list(matches) == [rounds[-1][0].name]
    return Round.Kind.FINAL if last else Round.Kind.PRELIMINARY
