"""Pairings for two as JSON documents, for scripts: no Django here.

A state names ``system`` (dutch, field, robin, robin2, single, double) and ``players``, keys in the
order of their numbers. For a Swiss ``rounds`` is how many there will be, and ``history`` has the
rounds so far: ``games``, each [Uptown, Downtown, points of Uptown: 1, 0.5, 0], and ``byes``.
Players in ``away`` are not paired, and the two of a pair in ``apart`` do not meet; ``first_side``
is the side of the first by number. For a bracket ``winners`` maps the matches that were decided to
who goes on. What is misspelled or contradicts itself is refused: a pairing made from half of a
state looks as good as any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.numbers import whole_value
from pairing.cli.shapes import BY_KEY, KEYS, PAIRS, ROWS, StateError, check, is_key
from pairing.cli.tables import Document
from pairing.head_to_head import (
    DOWNTOWN,
    RULE_YEAR,
    UPTOWN,
    Outcome,
    Past,
    Record,
    bracket_progress,
    champion,
    double_elimination,
    pair_dutch,
    pair_field,
    reached,
    round_robin,
    single_elimination,
)

SWISS, ROUND_ROBINS, BRACKETS = ("dutch", "field"), ("robin", "robin2"), ("single", "double")
#: Points of the player Uptown, in half points.
HALVES = {1: 2, 0.5: 1, 0: 0}
#: What a state may name, and what a round of its history.
OF_STATE = ("system", "players", "rounds", "history", "away", "apart", "first_side", "winners")
OF_ROUND = ("games", "byes")
SHAPES = {"players": KEYS, "away": KEYS, "apart": PAIRS, "history": ROWS, "winners": BY_KEY}
SHAPES_OF_ROUND = {"games": ROWS, "byes": KEYS}


def pairs_document(state: Mapping[str, Any]) -> Document:
    """Who plays whom. Raises StateError, and NoPairing where the rules allow none."""
    if not isinstance(state, Mapping):
        raise StateError("The state must be a JSON object.")
    _check_names(state, OF_STATE, "The state")
    check(state, SHAPES, "The state")
    system, players = state.get("system", "dutch"), list(state.get("players", ()))
    if system not in (*SWISS, *ROUND_ROBINS, *BRACKETS):
        raise StateError(f"There is no system {system!r}.")
    if len(players) < 2 or len({str(key) for key in players}) < len(players):
        raise StateError("Pairings need at least two players, each with a different key.")
    try:
        if system in ROUND_ROBINS:
            return _round_robin(players, system)
        if system in BRACKETS:
            return _bracket(state, players, system)
        return _swiss(state, players, system)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StateError(f"The state is wrong: {error}.") from error


def _swiss(state: Mapping[str, Any], players: Sequence[Any], system: str) -> Document:
    number = {key: n for n, key in enumerate(players, 1)}
    away = {_number(key, number) for key in state.get("away", ())}
    past: dict[int, list[Past]] = {n: [] for n in number.values()}
    for round_number, played in enumerate(state.get("history", ()), 1):
        results = _results(played, number, f"Round {round_number}")
        for n, so_far in past.items():
            so_far.append(results.get(n, Past(None, "", 0)))
    people = [Record(n, n, tuple(past[n]), n not in away) for n in number.values()]
    apart = set(_kept_apart(state, number))
    before = len(next(iter(past.values())))
    rounds = whole_value(state.get("rounds", before + 1))
    if rounds <= before:
        raise StateError(f"rounds is {rounds}, and the history has {before} already.")
    if sum(person.here for person in people) < 2:
        raise StateError("Pairings need at least two players who are not away.")
    if system == "dutch":
        made = pair_dutch(people, rounds, first_side=_first_side(state), apart=apart)
    else:
        made = pair_field(people, apart)
    return {
        "system": system,
        "rule_year": RULE_YEAR if system == "dutch" else None,
        "round": before + 1,
        "pairs": [[players[up - 1], players[down - 1]] for up, down in made.pairs],
        "bye": None if made.bye is None else players[made.bye - 1],
    }


def _results(played: Any, number: Mapping[Any, int], name: str) -> dict[int, Past]:
    """The result of a round for each of its players; ``name`` is what a complaint calls it."""
    if not isinstance(played, Mapping):
        raise StateError(f"{name} must be a JSON object with games and byes.")
    _check_names(played, OF_ROUND, name)
    check(played, SHAPES_OF_ROUND, name)
    results: dict[int, Past] = {}

    def note(key: Any, what: Past) -> None:
        if results.setdefault(_number(key, number), what) is not what:
            raise StateError(f"{name} names {key!r} twice: nobody has two games, or game and bye.")

    for key in played.get("byes", ()):
        note(key, Past(None, "", 2))
    for game in played.get("games", ()):
        if not isinstance(game, list) or len(game) != 3 or not _is_game(game):
            raise StateError(
                f"{name}: a game is [Uptown, Downtown, points of Uptown: 1, 0.5 or 0], "
                f"not {game!r}."
            )
        up, down, points = game
        if up == down:
            raise StateError(f"{name}: {up!r} cannot play against {down!r}.")
        halves = HALVES[points]
        note(up, Past(_number(down, number), UPTOWN, halves))
        note(down, Past(_number(up, number), DOWNTOWN, 2 - halves))
    return results


def _is_game(game: list[Any]) -> bool:
    return all(map(is_key, game)) and game[2] in HALVES


def _kept_apart(state: Mapping[str, Any], number: Mapping[Any, int]) -> Iterable[tuple[int, int]]:
    for one, other in state.get("apart", ()):
        if one == other:
            raise StateError(f"{one!r} cannot be kept apart from {other!r}.")
        yield _number(one, number), _number(other, number)


def _first_side(state: Mapping[str, Any]) -> str:
    side = state.get("first_side", UPTOWN)
    if side not in (UPTOWN, DOWNTOWN):
        raise StateError(f"first_side is {UPTOWN} or {DOWNTOWN}, not {side!r}.")
    return str(side)


def _number(key: Any, number: Mapping[Any, int]) -> int:
    if key not in number:
        raise StateError(f"There is no player {key!r}.")
    return number[key]


def _check_names(found: Mapping[str, Any], known: Sequence[str], what: str) -> None:
    if unknown := sorted(set(found) - set(known)):
        raise StateError(f"{what} has the unknown name {unknown[0]!r}; known: {', '.join(known)}.")


def _round_robin(players: Sequence[Any], system: str) -> Document:
    rounds = round_robin(range(len(players)), double=system == "robin2")
    return {
        "system": system,
        "rounds": [
            {
                "pairs": [[players[up], players[down]] for up, down in played.pairs],
                "bye": None if played.bye is None else players[played.bye],
            }
            for played in rounds
        ],
    }


def _bracket(state: Mapping[str, Any], players: Sequence[Any], system: str) -> Document:
    number = {key: n for n, key in enumerate(players, 1)}
    rounds = (double_elimination if system == "double" else single_elimination)(len(players))
    won = {match: _number(key, number) for match, key in state.get("winners", {}).items()}
    stands = bracket_progress(rounds, {match: Outcome(seed, None) for match, seed in won.items()})
    for match, winner in won.items():
        if match not in stands:
            raise StateError(f"There is no match {match!r} in this bracket.")
        if winner not in stands[match].players:
            raise StateError(f"{players[winner - 1]!r} does not play in {match}.")
    first = champion(stands)
    got = reached(stands, number.values())

    def shown(place: Any) -> Any:
        return players[place - 1] if isinstance(place, int) else place

    return {
        "system": system,
        "heats": {
            name: {
                "players": [shown(place) for place in stand.players],
                "winner": shown(stand.outcome.winner) if stand.outcome else None,
            }
            for name, stand in stands.items()
            if not stand.needless
        },
        "next": [name for name, stand in stands.items() if stand.is_ready],
        "champion": None if first is None else players[first - 1],
        "reached": {str(players[seed - 1]): stage for seed, stage in got.items()},
    }
