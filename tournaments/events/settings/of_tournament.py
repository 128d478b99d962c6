"""The settings of a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue import GameInfo
from scoring.schemes import HOUSE, schemes
from tournaments.events import errors
from tournaments.events.settings import limits
from tournaments.events.settings.declaring import (
    Choice,
    Label,
    Minutes,
    Moment,
    OfTheGame,
    Panel,
    Setting,
    Text,
    Whole,
    declared,
)
from tournaments.texts import say

#: The format with tables of any size; the default scheme of all others.
TABLES = "tables"
SCHEME_HEAD_TO_HEAD = "win-draw-loss"
#: Players see all of the standings at any time.
SHOW_ALL = "all"

# Our default: the supplement only says that there is a final.
ROUNDS_BEFORE_THE_FINAL = 2
# Our default: how long the others at a table may object before a result counts as agreed.
OBJECTION_MINUTES = 5

BEFORE_THE_END = _("Counted back from the end of the slot.")


def takes_two(game: GameInfo) -> bool:
    """Whether two players can play ``game``, so that the formats for two are offered."""
    return 2 in game.players


def _has_target(game: GameInfo) -> bool:
    return game.has_target


def _schemes() -> list[tuple[str, Label]]:
    return [(key, say(found.name)) for key, found in schemes().items()]


#: Players at a table; what fits the game, and one another, the rules say.
SEATS = Whole(1, limits.MOST_AT_A_TABLE, typed=limits.HIGHEST_TARGET)

TABLE_OF_THE_HALL = Whole(1, limits.HIGHEST_TABLE, or_none=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSettings:
    """Everything about a tournament that a conductor may set.

    ``target`` is in points; ``cutoff``, ``force_end`` and ``warning`` count back from the end of
    a slot; table sizes and ``finalists`` are in players, at all ``final_tables`` together.
    ``standings_shown``, ``standings_top`` and ``silent_rounds`` say what players see before the
    end. ``scheme`` is the key of a points scheme; players with fewer than ``qualifying_games``
    before the final cannot reach it. ``pairing`` is the format: TABLES, or one of
    ``rules.FOR_TWO``. After ``objection_minutes`` a result counts as agreed if nobody objected;
    with 0 it never does. It sits at the tables of the hall from ``first_table`` to ``last_table``;
    with neither, wherever is room. ``options`` are what is chosen about the game.
    """

    target: Annotated[
        int,
        Setting(
            label=_("Target, in points"),
            kind=Whole(1, limits.HIGHEST_TARGET),
            help=_("The game ends with the hand in which a player reaches it."),
            of_game=lambda game: game.target if game.has_target else 0,
            offered=_has_target,
        ),
    ]
    pairing: Annotated[
        str,
        Setting(
            label=_("Format"),
            kind=Choice(),
            help=_(
                "All but the first seat two at a table, whatever the table sizes. The Dutch system "
                "follows FIDE's 2026 rules."
            ),
            is_needed=False,
            default=TABLES,
            offered=takes_two,
        ),
    ]
    first_round: Annotated[
        str,
        Setting(
            label=_("Order of the first round"),
            kind=Choice(),
            help=_(
                "For the formats for two: the numbers by which the first round or the bracket is "
                "made. Ratings and seeds stand on the roster. Equal ones are drawn by lot."
            ),
            is_needed=False,
            default="lot",
            offered=takes_two,
            since=2,
        ),
    ]
    registration: Annotated[
        str,
        Setting(
            label=_("Registration"),
            kind=Choice(),
            help=_("You can close it on the roster too. Conductors always add players."),
            is_needed=False,
            default="open",
            since=2,
        ),
    ]
    closes_at: Annotated[
        datetime | None,
        Setting(
            label=_("Registration closes at"),
            kind=Moment(),
            help=_("After that only conductors add players. Empty: until it ends or you close it."),
            panel=Panel.PLAYERS,
            is_needed=False,
            default=None,
            since=4,
        ),
    ]
    text: Annotated[
        str,
        Setting(
            label=_("About this tournament"),
            kind=Text(limits.LONGEST_TEXT),
            help=_(
                "Description, house rules, prizes, fee. A blank line starts a paragraph, and "
                "addresses of pages become links."
            ),
            panel=Panel.PLAYERS,
            is_needed=False,
            default="",
            since=4,
        ),
    ]
    standings_shown: Annotated[
        str,
        Setting(
            label=_("Standings that players see"),
            kind=Choice(),
            help=_("Before it has ended. Points at other tables are hidden with them."),
            panel=Panel.PLAYERS,
            is_needed=False,
            default=SHOW_ALL,
            since=8,
        ),
    ]
    standings_top: Annotated[
        int,
        Setting(
            label=_("Places that players see"),
            kind=Whole(1, limits.MOST_PLACES),
            help=_("Where they see only the top."),
            panel=Panel.PLAYERS,
            is_needed=False,
            default=3,  # our default: the places of a podium
            outside=errors.PlacesOutOfRange,
            since=8,
        ),
    ]
    silent_rounds: Annotated[
        int,
        Setting(
            label=_("Silent rounds at the end"),
            kind=Whole(0, limits.MOST_ROUNDS),
            help=_("Their results, and those of a final, are shown when it has ended."),
            panel=Panel.PLAYERS,
            is_needed=False,
            default=0,
            outside=errors.SilentRoundsOutOfRange,
            since=8,
        ),
    ]
    scheme: Annotated[
        str,
        Setting(
            label=_("Points scheme"),
            kind=Choice(_schemes, nothing=_("set by the format")),
            help=_("What a result is worth. You can change it later, with a preview."),
            is_needed=False,
            default=HOUSE,
            usually_for_two=SCHEME_HEAD_TO_HEAD,
            only_at_first=True,
        ),
    ]
    rounds_planned: Annotated[
        int,
        Setting(
            label=_("Rounds before the final"),
            kind=Whole(1, limits.MOST_ROUNDS, typed=limits.HIGHEST_TARGET),
            help=_("For a Swiss: all rounds. Round robins and eliminations set their own number."),
            default=ROUNDS_BEFORE_THE_FINAL,
            outside=errors.RoundsOutOfRange,
        ),
    ]
    # By default the final is one table of the size that the game prefers.
    finalists: Annotated[
        int,
        Setting(
            label=_("Players in the final"),
            kind=SEATS,
            help=_("At all tables of the final together."),
            of_game=lambda game: game.preferred_players,
            always_for_two=2,
        ),
    ]
    final_tables: Annotated[
        int,
        Setting(
            label=_("Tables of the final"),
            kind=Whole(1, limits.MOST_FINAL_TABLES),
            help=_(
                "Ranked tables: the best players sit at the top table, the next at the second, and "
                "so on. The champion is of the top table."
            ),
            is_needed=False,
            default=1,
            always_for_two=1,
            outside=errors.FinalTablesOutOfRange,
            since=8,
        ),
    ]
    qualifying_games: Annotated[
        int,
        Setting(
            label=_("Games that qualify for the final"),
            kind=Whole(0, limits.MOST_ROUNDS),
            help=_("Players with fewer games cannot play in the final. 0 means no minimum."),
            is_needed=False,
            default=0,
        ),
    ]
    objection_minutes: Annotated[
        int,
        Setting(
            label=_("Minutes to object to a result"),
            kind=Whole(0, limits.MOST_OBJECTION_MINUTES),
            help=_("After that it counts as agreed. 0 means it waits until someone agrees."),
            is_needed=False,
            default=OBJECTION_MINUTES,
            outside=errors.ObjectionOutOfRange,
        ),
    ]
    slot: Annotated[
        timedelta,
        Setting(
            label=_("Slot, in minutes"),
            kind=Minutes(1, limits.MOST_MINUTES),
            panel=Panel.TIME,
            of_game=lambda game: game.timing.slot,
        ),
    ]
    cutoff: Annotated[
        timedelta,
        Setting(
            label=_("Cutoff, in minutes before the end"),
            kind=Minutes(0, limits.MOST_MINUTES),
            help=BEFORE_THE_END,
            panel=Panel.TIME,
            of_game=lambda game: game.timing.cutoff,
        ),
    ]
    force_end: Annotated[
        timedelta,
        Setting(
            label=_("Force-end, in minutes before the end"),
            kind=Minutes(0, limits.MOST_MINUTES),
            help=BEFORE_THE_END,
            panel=Panel.TIME,
            of_game=lambda game: game.timing.force_end,
        ),
    ]
    warning: Annotated[
        timedelta,
        Setting(
            label=_("Early warning, in minutes before the end"),
            kind=Minutes(0, limits.MOST_MINUTES),
            help=_("Tables are warned that the cutoff is coming."),
            panel=Panel.TIME,
            of_game=lambda game: game.timing.warning,
        ),
    ]
    final_slot: Annotated[
        timedelta,
        Setting(
            label=_("Slot of the final, in minutes"),
            kind=Minutes(1, limits.MOST_MINUTES),
            panel=Panel.TIME,
            of_game=lambda game: game.timing.final,
        ),
    ]
    table_min: Annotated[
        int,
        Setting(
            label=pgettext_lazy("table", "Smallest table, in players"),
            kind=SEATS,
            panel=Panel.TABLES,
            of_game=lambda game: game.players.start,
            always_for_two=2,
        ),
    ]
    table_preferred: Annotated[
        int,
        Setting(
            label=pgettext_lazy("table", "Preferred table, in players"),
            kind=SEATS,
            panel=Panel.TABLES,
            of_game=lambda game: game.preferred_players,
            always_for_two=2,
        ),
    ]
    table_max: Annotated[
        int,
        Setting(
            label=pgettext_lazy("table", "Largest table, in players"),
            kind=SEATS,
            panel=Panel.TABLES,
            of_game=lambda game: game.players.stop - 1,
            always_for_two=2,
        ),
    ]
    first_table: Annotated[
        int | None,
        Setting(
            label=_("First table of the hall"),
            kind=TABLE_OF_THE_HALL,
            help=_("Empty: any free table of the hall. Rooms and tables shows which there are."),
            panel=Panel.TABLES,
            is_needed=False,
            default=None,
            since=3,
        ),
    ]
    last_table: Annotated[
        int | None,
        Setting(
            label=_("Last table of the hall"),
            kind=TABLE_OF_THE_HALL,
            panel=Panel.TABLES,
            is_needed=False,
            default=None,
            since=3,
        ),
    ]
    options: Annotated[
        Mapping[str, Any],
        Setting(
            label=_("options of the game"),
            kind=OfTheGame(),
            is_needed=False,
            of_game=lambda game: {option.key: option.default for option in game.options},
        ),
    ]


OF_TOURNAMENT = declared(TournamentSettings)


def defaults(game: GameInfo) -> TournamentSettings:
    """The default settings of a tournament of ``game`` (for Express: express-tournament.txt)."""
    return TournamentSettings(**{key: one.default_of(game) for key, one in OF_TOURNAMENT.items()})


def for_format(values: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the values given for a tournament by those that follow from a format for two."""
    if values.get("pairing", TABLES) == TABLES:
        return dict(values)
    return _for_two("usually_for_two") | dict(values) | _for_two("always_for_two")


def _for_two(how: str) -> dict[str, Any]:
    found = {key: getattr(one, how) for key, one in OF_TOURNAMENT.items()}
    return {key: value for key, value in found.items() if value is not None}
