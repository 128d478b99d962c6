"""The commands for people: play against bots, replay a game, ask the adjudicator."""

# ruff: noqa: S311 - games are dealt by a seeded generator so that they can be dealt again

from __future__ import annotations

import random
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from games import catalogue, options
from games.cli import bots
from games.kernel import CHANCE, NAMES, SEATS, Game, IllegalActionError, State, UnknownActionError
from games.options import Value
from games.record import Record

HELP: Final = "Type a move, undo or quit. ? lists the legal moves, ! shows the table."


def open_game(args: Namespace) -> Game[Any]:
    """The requested game, with a pack by its name or a file of your own."""
    if args.pack.endswith(".toml"):
        return catalogue.engine(args.game).load(Path(args.pack))
    return catalogue.rules(args.game, args.pack)


def seats(game: Game[Any], wanted: int | None) -> int:
    """How many play: as wanted, or as few as there can be but not one alone. Raises ValueError."""
    if wanted is None:
        return max(game.players[0], min(2, game.players[-1]))
    if wanted not in game.players:
        name, low, high = catalogue.game(game.key).name, game.players[0], game.players[-1]
        many = f"{low}" if low == high else f"{low} to {high}"
        raise ValueError(f"{name} is for {many} players, not {wanted}.")
    return wanted


def options_of(args: Namespace, game: Game[Any]) -> dict[str, Value]:
    """The options that the command sets. Raises ValueError."""
    return options.read(catalogue.game(game.key).name, game.options, args.option)


def record_of(args: Namespace) -> Record[Any]:
    """The requested stored game, replayed."""
    return catalogue.read_record(args.file.read_text("utf-8"), args.pack)


def play(args: Namespace) -> int:
    """A game in the terminal: one seat is yours, bots have the others, chance deals."""
    game = open_game(args)
    record: Record[Any] = Record(game, seats(game, args.players), **options_of(args, game))
    if not 0 <= args.seat < record.players:
        raise ValueError(f"There is no seat {args.seat} among {record.players} players.")
    choose, rnd = bots.of_seats(args), random.Random(args.seed)
    args.stdout.write(f"{game.key}, {game.pack}, {record.players} players; yours is seat ")
    args.stdout.write(f"{args.seat}. {HELP}\n")
    _notice(args, game)
    while who := record.state.actors():
        if args.seat in who:
            if not _ask(args, record):
                break
        elif who == (CHANCE,):
            _move(args, record, CHANCE, record.state.sample(rnd.random))
        else:
            _move(args, record, who[0], choose(record.state, who[0], rnd))
    _write_end(args, record)
    if args.save:
        args.save.write_text(record.dump(), "utf-8")
    return 0


def _notice(args: Namespace, game: Game[Any]) -> None:
    """The notice that must accompany values that no rulebook gives."""
    if game.notice:
        args.stdout.write(f"{game.notice}\n")


def _move(args: Namespace, record: Record[Any], player: int, action: Any) -> None:
    """Play a bot's or chance's move, and print it unless it is sealed or secret."""
    sealed = len(record.state.actors()) > 1
    before = record.state.view(args.seat)
    record.play(player, action)
    changed = record.state.view(args.seat) != before
    said = "has chosen" if sealed else str(action)
    if player == CHANCE and not _open_to(record, args.seat, before):
        said = "something hidden"
    if changed or sealed:
        args.stdout.write(f"{_name(player)}: {said}\n")


def _open_to(record: Record[Any], seat: int, before: dict[str, Any]) -> bool:
    """Whether a seat can tell what chance did: no other outcome would look the same to it."""
    entry, state = record.entries[-1], record.at(len(record.entries) - 1)
    seen = record.state.view(seat)
    if seen == before:
        return False
    for other in state.legal_actions(entry.player)[:50]:
        if other is not entry.action:
            twin = state.copy()
            twin.apply(entry.player, other)
            if twin.view(seat) == seen:
                return False
    return True


def _ask(args: Namespace, record: Record[Any]) -> bool:
    """One line of the player's; False when they leave."""
    args.stdout.write("> ")
    args.stdout.flush()
    line = args.stdin.readline()
    word = line.strip()
    if not line or word == "quit":
        return False
    if word == "?":
        moves = ", ".join(str(one) for one in record.state.legal_actions(args.seat))
        args.stdout.write(f"{moves}\n")
    elif word == "!":
        _show(args, record.game.key, record.state, args.seat)
    elif word:
        try:
            if word == "undo":
                record.undo(args.seat)
            else:
                record.play(args.seat, word)
        except (IllegalActionError, UnknownActionError) as fault:
            args.stdout.write(f"{fault}\n")
    return True


def _show(args: Namespace, game: str, state: State[Any], player: int | None) -> None:
    """The view of a player: as the game draws it in text, or a line for each thing."""
    drawn = getattr(catalogue.engine(game), "show", None)
    if drawn is not None:
        args.stdout.write(drawn(state, player))
        return
    for name, value in state.view(player).items():
        if isinstance(value, list) and value and isinstance(value[0], dict | list):
            args.stdout.write(f"  {name}:\n")
            args.stdout.writelines(f"    {number}: {one}\n" for number, one in enumerate(value))
        else:
            args.stdout.write(f"  {name}: {value}\n")


def _write_end(args: Namespace, record: Record[Any]) -> None:
    state = record.state
    args.stdout.write(f"End: {state.end() or 'not yet'}\n")
    for placing in sorted(state.placings(), key=lambda one: (one.place, one.player)):
        keys = ", ".join(map(_key, record.game.keys, placing.keys))
        args.stdout.write(f"{placing.place}. seat {placing.player}: {keys}\n")


def _key(name: str, value: int) -> str:
    """A score or a tie-break in words: keys of which fewer are better are negative."""
    fewest = name.removeprefix("fewest ")
    return f"{name} {value}" if fewest == name else f"{fewest} {-value}"


def _name(player: int) -> str:
    return NAMES.get(player, f"seat {player}")


def replay(args: Namespace) -> int:
    """Every line of a stored game, also those taken back; then the table and the places."""
    record = record_of(args)
    for number, line in enumerate(record.log, 1):
        args.stdout.write(f"{number:4} {line}\n")
    _show(args, record.game.key, record.state, None)
    _write_end(args, record)
    _notice(args, record.game)
    return 0


def draw(args: Namespace) -> int:
    """A board as SVG: an empty one, or a player's in a stored game."""
    if args.what in catalogue.games():
        args.game = args.what
        svg = _drawing(args.game, "svg")(open_game(args))
    else:
        args.file, args.pack = Path(args.what), Path(args.pack) if args.pack else None
        record = record_of(args)
        if not 0 <= args.player < record.players:
            raise ValueError(f"There is no seat {args.player} among {record.players} players.")
        state = record.state if args.at is None else record.at(args.at)
        svg = _drawn(record.game.key, state, args.player)
    args.stdout.write(svg)
    return 0


def _drawn(key: str, state: State[Any], player: int) -> str:
    """The board that all share, or a player's own."""
    if hasattr(catalogue.engine(key), "table_svg"):
        return _drawing(key, "table_svg")(state)
    return _drawing(key, "board_svg")(state, player)


def _drawing(key: str, name: str) -> Callable[..., str]:
    found: Callable[..., str] | None = getattr(catalogue.engine(key), name, None)
    if found is None:
        raise ValueError(f"{catalogue.game(key).name} has no boards to draw.")
    return found


def why(args: Namespace) -> int:
    """Whether a move is legal at a position of a stored game; if not, why, and by which rule."""
    record = record_of(args)
    state = record.state if args.at is None else record.at(args.at)
    action = record.game.parse(args.move)
    who = _asked(args.player, record) or state.actors() or (0,)
    refusals = {player: state.refusal(player, action) for player in who}
    for player, refusal in refusals.items():
        said = f"{refusal.text} [{refusal.rule}; {refusal.code}]" if refusal else "legal."
        args.stdout.write(f"{_name(player)}, {action}: {said}\n")
    return 1 if all(refusals.values()) else 0


def _asked(word: str | None, record: Record[Any]) -> tuple[int, ...]:
    """The player in question; None without one. ValueError for an unknown player."""
    if word is None:
        return ()
    if word in SEATS:
        return (SEATS[word],)
    if word not in map(str, range(record.players)):
        last = record.players - 1
        raise ValueError(
            f"A player must be a seat from 0 to {last}, `chance` or `arbiter`, not {word!r}."
        )
    return (int(word),)
