"""The commands for people: play against bots, replay a game, ask the adjudicator."""

# ruff: noqa: S311 - games are dealt by a seeded generator so that they can be dealt again

from __future__ import annotations

import random
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from games import catalogue
from games.kernel import CHANCE, NAMES, SEATS, Game, IllegalActionError, State, UnknownActionError
from games.record import Record

BOTS: Final = ("greedy", "uniform")
HELP: Final = "Write a move; ? lists the legal ones, ! shows the table, undo, quit."

Choose = Callable[[Any, int, random.Random], Any]


def open_game(asked: Namespace) -> Game[Any]:
    """The requested game, with a pack by its name or a file of your own."""
    if asked.pack.endswith(".toml"):
        return catalogue.engine(asked.game).load(Path(asked.pack))
    return catalogue.rules(asked.game, asked.pack)


def seats(game: Game[Any], wanted: int | None) -> int:
    """How many play: as wanted, or as few as there can be but not one alone."""
    if wanted is None:
        return max(game.players[0], min(2, game.players[-1]))
    return wanted


def record_of(asked: Namespace) -> Record[Any]:
    """The requested stored game, replayed."""
    return catalogue.read_record(asked.file.read_text("utf-8"), asked.pack)


def choice(asked: Namespace) -> Choose:
    """The requested bot."""
    return catalogue.engine(asked.game).greedy if asked.bots == "greedy" else _uniform


def _uniform(state: State[Any], player: int, rnd: random.Random) -> Any:
    return rnd.choice(state.legal_actions(player))


def play(asked: Namespace) -> int:
    """A game in the terminal: one seat is yours, bots have the others, chance deals."""
    game = open_game(asked)
    record: Record[Any] = Record(game, seats(game, asked.players))
    if not 0 <= asked.seat < record.players:
        raise ValueError(f"There is no seat {asked.seat} among {record.players} players.")
    rnd = random.Random(asked.seed)
    asked.stdout.write(f"{game.key}, {game.pack}, {record.players} players; yours is seat ")
    asked.stdout.write(f"{asked.seat}. {HELP}\n")
    _notice(asked, game)
    while who := record.state.actors():
        if asked.seat in who:
            if not _ask(asked, record):
                break
        elif who == (CHANCE,):
            _move(asked, record, CHANCE, record.state.sample(rnd.random))
        else:
            _move(asked, record, who[0], choice(asked)(record.state, who[0], rnd))
    _write_end(asked, record)
    if asked.save:
        asked.save.write_text(record.dump(), "utf-8")
    return 0


def _notice(asked: Namespace, game: Game[Any]) -> None:
    """The notice that must accompany values that no rulebook gives."""
    if game.notice:
        asked.stdout.write(f"{game.notice}\n")


def _move(asked: Namespace, record: Record[Any], player: int, action: Any) -> None:
    """Play a bot's or chance's move, and print it unless it is sealed or secret."""
    sealed = len(record.state.actors()) > 1
    before = record.state.view(asked.seat)
    record.play(player, action)
    changed = record.state.view(asked.seat) != before
    said = "has chosen" if sealed else str(action)
    if player == CHANCE and not _open_to(record, asked.seat, before):
        said = "something hidden"
    if changed or sealed:
        asked.stdout.write(f"{_name(player)}: {said}\n")


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


def _ask(asked: Namespace, record: Record[Any]) -> bool:
    """One line of the player's; False when they leave."""
    asked.stdout.write("> ")
    asked.stdout.flush()
    line = asked.stdin.readline()
    word = line.strip()
    if not line or word == "quit":
        return False
    if word == "?":
        moves = ", ".join(str(one) for one in record.state.legal_actions(asked.seat))
        asked.stdout.write(f"{moves}\n")
    elif word == "!":
        _show(asked, record.game.key, record.state, asked.seat)
    elif word:
        try:
            if word == "undo":
                record.undo(asked.seat)
            else:
                record.play(asked.seat, word)
        except (IllegalActionError, UnknownActionError) as fault:
            asked.stdout.write(f"{fault}\n")
    return True


def _show(asked: Namespace, game: str, state: State[Any], player: int | None) -> None:
    """What a player may know: as the game draws it in text, or a line for each thing."""
    drawn = getattr(catalogue.engine(game), "show", None)
    if drawn is not None:
        asked.stdout.write(drawn(state, player))
        return
    for name, value in state.view(player).items():
        if isinstance(value, list) and value and isinstance(value[0], dict | list):
            asked.stdout.write(f"  {name}:\n")
            asked.stdout.writelines(f"    {number}: {one}\n" for number, one in enumerate(value))
        else:
            asked.stdout.write(f"  {name}: {value}\n")


def _write_end(asked: Namespace, record: Record[Any]) -> None:
    state = record.state
    asked.stdout.write(f"End: {state.end() or 'not yet'}\n")
    for placing in sorted(state.placings(), key=lambda one: (one.place, one.player)):
        keys = ", ".join(map(_key, record.game.keys, placing.keys))
        asked.stdout.write(f"{placing.place}. seat {placing.player}: {keys}\n")


def _key(name: str, value: int) -> str:
    """A score or a tie-break in words: keys of which fewer are better are negative."""
    fewest = name.removeprefix("fewest ")
    return f"{name} {value}" if fewest == name else f"{fewest} {-value}"


def _name(player: int) -> str:
    return NAMES.get(player, f"seat {player}")


def replay(asked: Namespace) -> int:
    """Every line of a stored game, also those taken back; then the table and the places."""
    record = record_of(asked)
    for number, line in enumerate(record.log, 1):
        asked.stdout.write(f"{number:4} {line}\n")
    _show(asked, record.game.key, record.state, None)
    _write_end(asked, record)
    _notice(asked, record.game)
    return 0


def draw(asked: Namespace) -> int:
    """A board as SVG: an empty one, or a player's in a stored game."""
    if asked.what in catalogue.games():
        asked.game = asked.what
        svg = _drawing(asked.game, "svg")(open_game(asked))
    else:
        asked.file, asked.pack = Path(asked.what), Path(asked.pack) if asked.pack else None
        record = record_of(asked)
        if not 0 <= asked.player < record.players:
            raise ValueError(f"There is no seat {asked.player} among {record.players} players.")
        state = record.state if asked.at is None else record.at(asked.at)
        svg = _drawing(record.game.key, "board_svg")(state, asked.player)
    asked.stdout.write(svg)
    return 0


def _drawing(key: str, name: str) -> Callable[..., str]:
    found: Callable[..., str] | None = getattr(catalogue.engine(key), name, None)
    if found is None:
        raise ValueError(f"{catalogue.game(key).name} has no boards to draw.")
    return found


def why(asked: Namespace) -> int:
    """Whether a move is legal at a position of a stored game; if not, why, and by which rule."""
    record = record_of(asked)
    state = record.state if asked.at is None else record.at(asked.at)
    action = record.game.parse(asked.move)
    who = _asked(asked.player, record) or state.actors() or (0,)
    refusals = {player: state.refusal(player, action) for player in who}
    for player, refusal in refusals.items():
        said = f"{refusal.text} [{refusal.rule}; {refusal.code}]" if refusal else "legal."
        asked.stdout.write(f"{_name(player)}, {action}: {said}\n")
    return 1 if all(refusals.values()) else 0


def _asked(word: str | None, record: Record[Any]) -> tuple[int, ...]:
    """The one player that is asked about; nobody when none is named. ValueError for a stranger."""
    if word is None:
        return ()
    if word in SEATS:
        return (SEATS[word],)
    if word not in map(str, range(record.players)):
        last = record.players - 1
        raise ValueError(f"A player is a seat from 0 to {last}, chance or arbiter; not {word!r}.")
    return (int(word),)
