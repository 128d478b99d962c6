"""The results that each round was made from, as a digest that tells whether they have changed.

A round at tables follows from the standings before it, a final or semifinals from those at the top
of them, a Swiss round from the games before it, a match of a bracket from the matches before it.
What was drawn, or made so that people meet others, follows from no result.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import astuple, replace
from fractions import Fraction
from functools import partial
from typing import Any

from pairing.tables import Mode
from scoring.measures import lot_of
from tournaments.models import Adjustment, Round, Tournament
from tournaments.seating import roster
from tournaments.seating.formats import finals
from tournaments.seating.head_to_head import bracket
from tournaments.seating.head_to_head.records import LOSS, records
from tournaments.seating.ranking import Ranking, ranks_by_lot
from tournaments.standings.computing import rules
from tournaments.standings.computing.rules import Played

#: By the key of a round: the digest it was made from as it was read, and that of the results now.
Changed = Mapping[int, tuple[str, str]]

#: The past of somebody in a round without a game or a bye.
IDLE = (None, "", LOSS)


def changed(tournament: Tournament, played: Played) -> Changed:
    """The rounds whose results are other ones than is stored. One query if none was made from any.

    The standings before the last round at tables hold those before each earlier one: unless the
    last is made from others now, neither is any earlier one.
    """
    found: dict[int, tuple[str, str]] = {}
    latest_is_same = False
    for round_ in tournament.rounds.exclude(made_from="").order_by("-number"):
        is_preliminary = round_.kind == Round.Kind.PRELIMINARY
        if is_preliminary and latest_is_same:
            continue
        round_.tournament = tournament
        now = digest_of(round_, played)
        if now != round_.made_now:
            found[round_.pk] = (round_.made_from, now)
        elif is_preliminary:
            latest_is_same = True
    return found


def store(found: Changed) -> list[int]:
    """Note of rounds which results they would be made from now; the keys of those that changed."""
    return [
        pk
        for pk, (made_from, now) in found.items()
        if Round.objects.filter(pk=pk, made_from=made_from).update(made_now=now)
    ]


def follows_from_results(round_: Round) -> bool:
    """Whether a round is made from any results. Needs no query."""
    tournament = round_.tournament
    if tournament.head_to_head:
        drawn = tournament.pairing in tournament.ROUND_ROBINS
    else:
        is_preliminary = round_.kind == Round.Kind.PRELIMINARY
        drawn = is_preliminary and roster.mode_of(round_) == Mode.SOCIAL
    return round_.number > 1 and not drawn


def digest_of(round_: Round, played: Played) -> str:
    """The digest of the results that a round follows from, as they are now."""
    tournament = round_.tournament
    if tournament.is_bracket:
        return _digest(_who_comes(round_))
    if tournament.head_to_head:
        return _digest(_games_before(round_))
    if round_.kind != Round.Kind.PRELIMINARY:
        return _of_cut(round_, played)
    return _digest(_standings_before(round_, played))


def _digest(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def _who_comes(round_: Round) -> list[Any]:
    """Who comes to each match of a round, from the matches before it. Seven queries."""
    stood = bracket.read(round_.tournament, before=round_.number)
    names = round_.matches.exclude(number=None).order_by("name").values_list("name", flat=True)
    stands = {name: stood.stands.get(name) for name in names}
    return [
        [name, sorted(stood.seeds[seed] for seed in stand.seeds) if stand else None]
        for name, stand in stands.items()
    ]


def _games_before(round_: Round) -> list[Any]:
    """The games and byes of everybody who had any. Six queries."""
    tournament = round_.tournament
    rows = tournament.entries.exclude(seed=None).values_list("pk", "seed")
    seeds = {entry: seed for entry, seed in rows if seed is not None}
    everybody = records(tournament, seeds, before=round_.number, here=())
    found = [(one.key, [astuple(past) for past in one.past]) for one in everybody]
    return sorted(one for one in found if any(past != IDLE for past in one[1]))


def _standings_before(round_: Round, played: Played) -> list[Any]:
    """Place and score of everybody who had played. Who only sat there does not move the others."""
    scheme, tie_breaks = round_.tournament.points_scheme, round_.tournament.tie_breaks
    before = rules.after(_as_known(round_, played).results, round_.number - 1)
    rows = [
        row
        for row in rules.ranked(played, scheme, tie_breaks, results=before)
        if row.games or row.score
    ]
    places = {place: n for n, place in enumerate(sorted({row.place for row in rows}))}
    return sorted([row.player, places[row.place], str(row.score)] for row in rows)


def _as_known(round_: Round, played: Played) -> Played:
    """The results without penalties given after the round was published: they count from the next.

    One query, none for a draft.
    """
    if round_.status == Round.Status.SEATED or round_.made_at is None:
        return played
    later = Adjustment.objects.filter(
        entry__tournament_id=round_.tournament_id,
        kind__in=(Adjustment.Kind.PENALTY, Adjustment.Kind.DISQUALIFIED),
        taken_back_at=None,
        given_at__gt=round_.made_at,
    )
    penalties, out = dict(played.results.penalties), set(played.results.disqualified)
    for entry, kind, points in later.values_list("entry_id", "kind", "points"):
        if kind == Adjustment.Kind.PENALTY:
            penalties[entry] = penalties.get(entry, Fraction(0)) - Fraction(points)
        else:
            out.discard(entry)
    results = replace(played.results, penalties=penalties, disqualified=out)
    return replace(played, results=results)


def _of_cut(round_: Round, played: Played) -> str:
    """A digest of those down to the last who is in, whoever of them is here. Eight queries.

    It says how many they are, so that the same number is looked at again.
    """
    tournament = round_.tournament
    ranking = ranking_before(round_, played)
    entries = finals.everybody(tournament, ranking)
    all_here = {entry.pk for entry in entries}
    cut = finals.cut_for(tournament, entries, len(entries), ranking, seated=all_here)
    order = [entry.pk for entry in cut.through]
    count, _dash, _rest = round_.made_from.partition("-")
    if not count:
        seated = set(round_.seats.values_list("entry_id", flat=True))
        count = str(max((n for n, pk in enumerate(order, 1) if pk in seated), default=0))
    return f"{count}-{_digest(order[: int(count)])}"


def ranking_before(round_: Round, played: Played) -> Ranking:
    """The standings as they were when no round from this one on had begun.

    Before a round at tables also without the penalties that count from the next one.
    """
    tournament = round_.tournament
    if round_.kind == Round.Kind.PRELIMINARY:
        played = _as_known(round_, played)
    rows = rules.computed_rows_after(
        played, tournament.points_scheme, tournament.tie_breaks, round_.number - 1
    )
    places = {row.entry_id: row.place for row in rows}
    decisions = {entry: placing.decision for entry, placing in played.order.items()}
    return Ranking(
        ranks=ranks_by_lot(places, partial(lot_of, played.results), decisions),
        scores={row.entry_id: row.score for row in rows},
        games={row.entry_id: row.games for row in rows},
        places=places,
    )
