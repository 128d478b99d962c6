"""The data that an event stores of a person beside results: each field of a player, declared once.

Forms, roster files, the API, badges, pages, the ledger, a person's own export, forgetting after the
event and erasing are made from these declarations. A new field takes a column of ``Player``, its
migration and an entry here; the tests name whatever disagrees with the columns.

Pure: it knows no model.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

#: Text that a person reads, translated when it is shown.
Text: TypeAlias = "str | _StrPromise"


class SeenBy(Enum):
    """Who may see a value."""

    EVERYBODY = auto()
    STAFF = auto()
    NOBODY = auto()  # a secret: only programs compare it


class Kind(Enum):
    """The kinds of text that may be written into a field."""

    LINE = auto()
    EMAIL = auto()
    LINES = auto()
    NUMBER = auto()  # whole, written in digits; empty for none
    MEMBERSHIP = auto()  # the letters of whoever gave it, and the number: "TGA 1234"


class Form(Enum):
    """The forms that ask for a person."""

    JOIN = auto()  # people register themselves
    DESK = auto()  # a conductor registers somebody who is at the desk
    EDIT = auto()  # a conductor changes what the roster says


@dataclass(frozen=True, slots=True)
class Asked:
    """How a form asks for a field. An empty label is that of the field."""

    label: Text = ""
    help_text: Text = ""
    autocomplete: str = "off"


@dataclass(frozen=True, slots=True, eq=False)
class PersonField:
    """A field of a player. ``key`` is the name of the column, ``longest`` its most characters.

    ``synonyms`` are headings of roster files, without case, spaces and punctuation. A field
    without ``on_roster`` is no part of a line of the roster: it has a page of its own. A field
    that ``is_called`` stands wherever people are listed; one that is ``beside_name`` tells
    namesakes apart there.

    Some days after the event the fields that only staff may see are emptied. Erasing a person
    empties all of them, except that the name becomes an alias.
    """

    key: str
    label: Text
    longest: int
    seen_by: SeenBy
    kind: Kind = Kind.LINE
    is_required: bool = False
    removed_prefix: str = ""
    synonyms: tuple[str, ...] = ()
    asked: Mapping[Form, Asked] = field(default_factory=dict)
    autocapitalize: str = ""
    on_roster: bool = True
    is_called: bool = False
    beside_name: bool = False
    on_badge: bool = False
    is_searched: bool = False

    @property
    def is_public(self) -> bool:
        return self.seen_by is SeenBy.EVERYBODY


_SIT_APART = Asked(help_text=_("People of one household sit apart."))

#: In the order of forms and of the API.
PERSON_FIELDS: tuple[PersonField, ...] = (
    PersonField(
        key="name",
        label=_("Name"),
        longest=80,
        seen_by=SeenBy.EVERYBODY,
        is_required=True,
        synonyms=("name", "fullname", "player", "playername", "person"),
        asked={
            Form.JOIN: Asked(label=_("Your name"), autocomplete="name"),
            Form.DESK: Asked(),
            Form.EDIT: Asked(),
        },
        is_called=True,
        on_badge=True,
        is_searched=True,
    ),
    PersonField(
        key="handle",
        label=_("Handle"),
        longest=40,
        seen_by=SeenBy.EVERYBODY,
        removed_prefix="@",
        synonyms=("handle", "nick", "nickname", "alias", "username", "displayname"),
        asked={
            Form.JOIN: Asked(
                help_text=_("A short name for boards, if you have one. Everyone can see it."),
                autocomplete="nickname",
            ),
            Form.DESK: Asked(),
            Form.EDIT: Asked(),
        },
        autocapitalize="none",
        is_called=True,
        beside_name=True,
        on_badge=True,
        is_searched=True,
    ),
    PersonField(
        key="home_town",
        label=_("Home town"),
        longest=80,
        seen_by=SeenBy.EVERYBODY,
        synonyms=("hometown", "town", "city", "home", "residence"),
        asked={
            Form.JOIN: Asked(
                help_text=_("Tells people with the same name apart. Everyone can see it."),
                autocomplete="address-level2",
            ),
            Form.DESK: Asked(),
            Form.EDIT: Asked(),
        },
        beside_name=True,
        on_badge=True,
        is_searched=True,
    ),
    PersonField(
        key="email",
        label=_("E-mail"),
        longest=254,
        seen_by=SeenBy.STAFF,
        kind=Kind.EMAIL,
        synonyms=("email", "mail", "emailaddress", "mailaddress"),
        asked={
            Form.JOIN: Asked(
                help_text=_(
                    "Only for the conductor to reach you about this event. Nobody else can see it."
                ),
                autocomplete="email",
            ),
            Form.EDIT: Asked(),
        },
        is_searched=True,
    ),
    PersonField(
        key="household",
        label=_("Household"),
        longest=60,
        seen_by=SeenBy.STAFF,
        synonyms=("household", "family", "livingwith"),
        asked={
            Form.JOIN: Asked(
                help_text=_(
                    "Came with people you play with at home? All enter the same word here to be "
                    "seated apart. Only conductors see it."
                ),
            ),
            Form.DESK: _SIT_APART,
            Form.EDIT: _SIT_APART,
        },
        is_searched=True,
    ),
    PersonField(
        key="notes",
        label=_("Notes"),
        longest=500,
        seen_by=SeenBy.STAFF,
        kind=Kind.LINES,
        synonyms=("notes", "note", "remark", "remarks", "comment", "comments"),
        asked={Form.EDIT: Asked(help_text=_("Only conductors see them."))},
    ),
    PersonField(
        key="rating",
        label=_("Rating"),
        longest=5,
        seen_by=SeenBy.EVERYBODY,
        kind=Kind.NUMBER,
        synonyms=("rating", "elo", "rtg"),
        asked={Form.EDIT: Asked(help_text=_("A tournament may seat its first round by it."))},
    ),
    PersonField(
        key="seed",
        label=_("Seed"),
        longest=4,
        seen_by=SeenBy.EVERYBODY,
        kind=Kind.NUMBER,
        synonyms=("seed", "seeding", "seednumber"),
        asked={Form.EDIT: Asked(help_text=_("1 for the best. A first round may be seated by it."))},
    ),
    PersonField(
        key="federation",
        label=_("Federation"),
        longest=3,
        seen_by=SeenBy.EVERYBODY,
        synonyms=("federation", "fed"),
        asked={
            Form.EDIT: Asked(help_text=_("Three letters, such as GER: reports for FIDE say it."))
        },
        autocapitalize="characters",
    ),
    # Everybody sees it, as they see the results that it joins: it stays with them after the event.
    PersonField(
        key="member_number",
        label=_("Membership number"),
        longest=40,
        seen_by=SeenBy.EVERYBODY,
        kind=Kind.MEMBERSHIP,
        synonyms=(
            *("membernumber", "memberno", "memberid", "member", "membership"),
            *("membershipnumber", "membershipno", "membershipid"),
        ),
        asked={
            Form.JOIN: Asked(
                help_text=_(
                    "Such as TGA 1234, FIDE 4610000 or BGG alice: your results at all events are "
                    "found by it. Everyone can see it."
                ),
            ),
            Form.EDIT: Asked(
                help_text=_(
                    "Such as TGA 1234, FIDE 4610000 or BGG alice. Players of several events with "
                    "the same one count as one person."
                )
            ),
        },
        autocapitalize="characters",
    ),
    PersonField(key="team", label=_("Team"), longest=60, seen_by=SeenBy.EVERYBODY, on_roster=False),
)


#: The fields of a line of the roster, and their keys.
ROSTER_FIELDS = tuple(one for one in PERSON_FIELDS if one.on_roster)
ROSTER_KEYS = tuple(one.key for one in ROSTER_FIELDS)


def field_of(key: str) -> PersonField:
    """The field with that key. Raises KeyError."""
    for one in PERSON_FIELDS:
        if one.key == key:
            return one
    raise KeyError(key)


def beside_name(person: object) -> list[str]:
    """Return the texts beside the name of a player or a line of the roster; none that is empty."""
    texts: Iterator[str] = (getattr(person, one.key) for one in PERSON_FIELDS if one.beside_name)
    return [text for text in texts if text]


def on_badge(person: object) -> list[str]:
    """All that a badge says of a player, in order, also what is empty."""
    return [getattr(person, one.key) for one in PERSON_FIELDS if one.on_badge]
