"""One truth: what must hold after whatever two conductors do, take back and do again.

(a) Everybody has exactly one state in a round: a seat, one kind of bye, or a line under those who
are here without either. (b) The standings are what anybody adds up from the pages. (c) Whatever was
made from results is what they make now, or is marked.

As in ``invariants``, each is a function of a day that yields a sentence for each thing that is
wrong. The standings were computed before them, as a worker does within seconds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from django.db.models import Q

from tests.simulation.day import Day
from tournaments.access.shown_results import EVERYTHING
from tournaments.models import (
    Adjustment,
    Bye,
    Entry,
    Round,
    ScoreSheet,
    Standing,
    Tournament,
)
from tournaments.seating.head_to_head.bracket_queries import shown_bracket
from tournaments.seating.merits import IS_DISQUALIFIED
from tournaments.seating.review import without_seat
from tournaments.standings.computing import services as computing
from tournaments.standings.deciding import later_rounds
from tournaments.standings.exporting.spreadsheets import hands_data

COUNTED = {status.value for status in ScoreSheet.COUNTED}
HALF = Fraction(1, 2)
#: What a game for two is worth, and what is counted without one.
WIN, DRAW, LOSS = Fraction(1), HALF, Fraction(0)
WORTH = {Bye.Kind.FULL: WIN, Bye.Kind.HALF: DRAW, Bye.Kind.FORFEIT_WIN: WIN}


def one_truth(day: Day) -> Iterator[str]:
    computing.refresh(day.tournament.pk, at=day.now)
    tournaments = Tournament.objects.select_related("event", "standings_state__champion__player")
    day.tournament = tournaments.get(pk=day.tournament.pk)
    for holds in TRUTHS:
        yield from holds(day)


# --- (a) ------------------------------------------------------------------------------------------


def rounds_that_count_go_from_one(day: Day) -> Iterator[str]:
    numbers = list(day.tournament.rounds.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the rounds are {numbers}"
    if len(day.tournament.rounds.exclude(status=Round.Status.CLOSED)) > 1:
        yield "two rounds are open at once"


def everybody_has_one_state_in_a_round(day: Day) -> Iterator[str]:
    here = set(day.tournament.entries.filter(status=Entry.Status.CHECKED_IN))
    here -= set(day.tournament.entries.filter(IS_DISQUALIFIED))  # they are seated no more
    given = defaultdict(dict)
    in_force = Adjustment.objects.filter(
        entry__tournament=day.tournament, taken_back_at=None, kind__in=Adjustment.NOT_PLAYED
    )
    for number, entry, kind in in_force.values_list("round_number", "entry", "kind"):
        if entry in given[number]:
            yield f"{entry} was given {given[number][entry]} and {kind} in round {number}"
        given[number][entry] = kind
    for round_ in day.tournament.rounds.select_related("tournament__event"):
        places = Counter(round_.seats.values_list("entry", flat=True))
        byes = dict(round_.byes.values_list("entry", "kind"))
        places.update(byes.keys())
        shown = without_seat(round_)
        places.update(entry.pk for entry in (*shown.unseated, *shown.missing))
        for entry, count in places.items():
            if count > 1:
                yield f"{entry} has {count} states in {round_}"
        if round_.kind == Round.Kind.PRELIMINARY:
            for entry, kind in given[round_.number].items():
                if byes.get(entry) != kind:
                    yield f"{entry} was given {kind} and has {byes.get(entry)} in {round_}"
        if round_.status != Round.Status.CLOSED and plays_everybody(round_):
            for_another = set(round_.seats.values_list("played_by", flat=True))
            here_only = [entry for entry in here if entry.player_id not in for_another]
            nowhere = [entry for entry in here_only if not places[entry.pk]]
            yield from (f"{entry} has no state in {round_}" for entry in nowhere)


def whoever_plays_on_for_another_sits_nowhere_else(day: Day) -> Iterator[str]:
    for round_ in day.tournament.rounds.all():
        for seat in round_.seats.exclude(played_by=None).select_related("played_by"):
            sits = Q(entry__player=seat.played_by) | Q(played_by=seat.played_by)
            if round_.seats.filter(sits).count() != 1:
                yield f"{seat.played_by} plays on for another in {round_}, and sits elsewhere too"


def plays_everybody(round_: Round) -> bool:
    """Whether whoever is here has a place in it: not in a final, nor once out of a bracket."""
    return round_.kind == Round.Kind.PRELIMINARY and not round_.tournament.is_bracket


# --- (b) ------------------------------------------------------------------------------------------


def standings_are_a_full_recomputation(day: Day) -> Iterator[str]:
    for what, stored, computed in computing.differences(day.tournament):
        yield f"{what}: stored {stored}, computed {computed}"


def points_are_those_of_the_hands(day: Day) -> Iterator[str]:
    """Of each player the points of the public file of all hands, added up."""
    found: Counter[str] = Counter()
    for row in hands_data(day.tournament, EVERYTHING).dict:
        if row["counts"] == "yes" and row["kind"] == "preliminary" and row["points"] != "":
            found[row["player"]] += int(row["points"])
    rows = Standing.objects.filter(tournament=day.tournament, hands__gt=0)
    stored = dict(rows.values_list("entry__player__name", "game_points"))
    if stored != found:
        yield f"the standings have the points {stored}, the hands {dict(found)}"


def scores_are_those_of_games_and_byes(day: Day) -> Iterator[str]:
    """In a Swiss: a win, a draw, a bye of each kind and the penalties, while no round is played."""
    if day.tournament.pairing not in (Tournament.Pairing.DUTCH, Tournament.Pairing.FIELD):
        return
    if day.tournament.rounds.filter(status=Round.Status.RUNNING).exists():
        return  # what is played counts as far as it goes
    found = scores_by_pages(day.tournament)
    rows = Standing.objects.filter(tournament=day.tournament)
    for player, score in rows.values_list("entry__player__name", "score"):
        if Fraction(score) != found[player]:
            yield f"{player} has {score} in the standings, and {found[player]} by the pages"


def scores_by_pages(tournament: Tournament) -> dict[str, Fraction]:
    found: dict[str, Fraction] = defaultdict(Fraction)
    games: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for row in hands_data(tournament, EVERYTHING).dict:
        if row["status"] in COUNTED and row["kind"] == "preliminary" and row["points"] != "":
            games[row["round"], row["table"]][row["player"]] += int(row["points"])
    for points in games.values():
        best = max(points.values())
        won = WIN if list(points.values()).count(best) == 1 else DRAW
        for player, own in points.items():
            found[player] += won if own == best else LOSS
    byes = Bye.objects.filter(round__in=tournament.rounds.all(), round__status="closed")
    for player, kind in byes.values_list("entry__player__name", "kind"):
        found[player] += WORTH.get(Bye.Kind(kind), LOSS)
    penalties = Adjustment.objects.filter(
        entry__tournament=tournament, taken_back_at=None, kind=Adjustment.Kind.PENALTY
    )
    for player, points in penalties.values_list("entry__player__name", "points"):
        found[player] -= Fraction(points)
    return found


# --- (c) ------------------------------------------------------------------------------------------


def what_was_made_from_results_is_what_they_make(day: Day) -> Iterator[str]:
    """Who meets whom and who sits out, in each round that nobody is asked about, kept or changed
    by hand since it was made."""
    version, looked_at = day.tournament.results_version, {}
    rounds = day.tournament.rounds.exclude(made_from="").select_related("tournament")
    for round_ in rounds.order_by("number"):
        stands = later_rounds.arrangement(round_, later_rounds.as_seated(round_))
        as_made = day.as_made.setdefault((round_.pk, round_.made_at), stands)
        if not round_.is_outdated and not round_.kept_because and stands == as_made:
            looked_at[round_] = stands
    if not looked_at or day.seen_before((version, looked_at)):
        return  # searching tables takes longer than all the rest
    again = later_rounds.read(day.tournament, after=0)
    for round_, stands in looked_at.items():
        if (search := again[round_.pk]) is None:
            continue
        if (wanted := later_rounds.arrangement(round_, search())) != stands:
            yield f"{round_} is {stands}, and the results make {wanted}"


def pages_name_one_champion(day: Day) -> Iterator[str]:
    """Whoever the bracket names is who the standings name, once it is finished; else nobody is."""
    champion = str(day.tournament.champion or "")
    is_over = day.tournament.status == Tournament.Status.FINISHED
    if champion and not is_over:
        yield f"{champion} is champion of a tournament that is {day.tournament.status}"
    if day.tournament.is_bracket and is_over:
        shown = shown_bracket(day.tournament, drafts=False).champion
        if shown != champion:
            yield f"the bracket names {shown or 'nobody'}, the standings {champion or 'nobody'}"


TRUTHS = (
    rounds_that_count_go_from_one,
    everybody_has_one_state_in_a_round,
    whoever_plays_on_for_another_sits_nowhere_else,
    standings_are_a_full_recomputation,
    points_are_those_of_the_hands,
    scores_are_those_of_games_and_byes,
    what_was_made_from_results_is_what_they_make,
    pages_name_one_champion,
)
