"""The parts of a declaration: what a setting is called, which values it has, where it is asked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, get_type_hints

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.catalogue import GameInfo
from tournaments.errors import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Label: TypeAlias = "str | _StrPromise"

#: The default of a setting that has none.
NO_DEFAULT: Any = object()


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``low`` to ``high``.

    A form lets numbers up to ``typed`` through to the rule, which has a sentence about them. Where
    it is ``or_none`` nobody need say a number.
    """

    low: int
    high: int
    typed: int | None = None
    or_none: bool = False


@dataclass(frozen=True, slots=True)
class Minutes:
    """A duration: people and programs say it in minutes, from ``low`` to ``high``."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the choices of its column, or of those that ``choices`` gives.

    ``nothing`` is the label of the choice that leaves it to the default.
    """

    choices: Callable[[], Sequence[tuple[str, Label]]] | None = None
    nothing: "Label | None" = None


@dataclass(frozen=True, slots=True)
class Day:
    """A date."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, ``longest`` characters at most."""

    longest: int


@dataclass(frozen=True, slots=True)
class YesNo:
    """Whether something is wanted."""


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs, ``longest`` characters at most."""

    longest: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A day and a time, which people say in the time zone of the event; None for never."""


@dataclass(frozen=True, slots=True)
class OfTheGame:
    """The options of the game; the game itself declares them (``games.options``)."""


Kind: TypeAlias = Whole | Minutes | Choice | Day | Line | YesNo | Text | Moment | OfTheGame


class Panel(models.TextChoices):
    """The parts of a long form, under their headings."""

    COMPETITION = "competition", _("Competition")
    PLAYERS = "players", _("For players")
    TIME = "time", _("Time")
    TABLES = "tables", _("Tables")


def _for_every_game(_game: GameInfo) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing that a conductor may set; its key is the name of its column.

    ``default`` is what it is if nobody says anything; ``of_game`` gives it where the game decides.
    A form asks for it in ``panel`` if the game is one for which it is ``offered``; with
    ``is_needed`` the input may not be empty. With ``only_at_first`` an existing tournament changes
    it on another page. In a format for two it is ``always_for_two`` whatever is said, or
    ``usually_for_two`` if nothing is said. ``outside`` refuses a number that is too low or too
    high. ``since`` is the version of the event file that it came with.
    """

    label: Label
    kind: Kind
    help: Label = ""
    panel: Panel = Panel.COMPETITION
    is_needed: bool = True
    default: Any = NO_DEFAULT
    of_game: Callable[[GameInfo], Any] | None = None
    offered: Callable[[GameInfo], bool] = _for_every_game
    only_at_first: bool = False
    always_for_two: Any = None
    usually_for_two: Any = None
    outside: type[Refused] | None = None
    since: int = 1

    def default_of(self, game: GameInfo) -> Any:
        """Return the value for ``game`` if nobody gives one."""
        return self.of_game(game) if self.of_game else self.default


Settings: TypeAlias = Mapping[str, Setting]


def declared(owner: type[Any]) -> dict[str, Setting]:
    """The settings that the annotations of a class declare, in their order. Raises TypeError."""
    hints = get_type_hints(owner, include_extras=True)
    found = {
        key: [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, Setting)]
        for key, hint in hints.items()
    }
    if bare := [key for key, settings in found.items() if not settings]:
        raise TypeError(f"{owner.__name__} does not declare {', '.join(bare)}")
    return {key: settings[0] for key, settings in found.items()}


def choices_of(setting: Setting, model: type[models.Model], key: str) -> list[tuple[Any, Label]]:
    """Return the choices that the setting lists, or those of its column in ``model``."""
    if isinstance(setting.kind, Choice) and setting.kind.choices:
        return list(setting.kind.choices())
    columns = {field.attname: field for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's documented API
    return list(columns[key].flatchoices or ())


def values_of(row: object, settings: Settings) -> dict[str, Any]:
    """The values of all settings of an event or tournament."""
    return {key: getattr(row, key) for key in settings}


def numbers_outside(values: Mapping[str, Any], settings: Settings) -> Iterator[Refused]:
    """A refusal for each number that is lower or higher than its setting allows."""
    for key, setting in settings.items():
        match setting:
            case Setting(kind=Whole(low, high), outside=refused) if refused:
                if not low <= values[key] <= high:
                    yield refused(field=key, most=high)
