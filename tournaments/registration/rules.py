"""Which lines of a roster mean the same person, and what a line may contain.

Two lines are compared like this:

1. If both have a handle, the handle decides: it is unique at an event. The same handle under two
   names is refused, not guessed at.
2. Otherwise the same name means the same person, unless a detail that both give (e-mail, home
   town) differs: people who are on the roster with every detail type only a name on a phone.
3. If that matches more than one person, the line is refused and asks for another detail.

Names are compared without accents, case and punctuation, so that Zoe O'Brien finds Zoë OBrien.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from tournaments.names import fold, loose
from tournaments.person_fields import (
    ROSTER_FIELDS,
    ROSTER_KEYS,
    Kind,
    PersonField,
    beside_name,
)
from tournaments.registration import errors

LONGEST_IDENTITY = 200

Key = TypeVar("Key", bound=Hashable)


class Person(Mapping[str, str]):
    """A line of the roster after validation: trimmed, readable, not too long.

    The values of all fields of a roster (``person_fields``), empty where nothing is given. Those
    that tell who is who are attributes as well.
    """

    __slots__ = ("_values",)

    def __init__(self, **values: str) -> None:
        if unknown := set(values) - set(ROSTER_KEYS):
            raise TypeError(f"a line of the roster has nothing named {sorted(unknown)}")
        self._values = {key: values.get(key, "") for key in ROSTER_KEYS}

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, key: str) -> str:
        try:
            return self._values[key]
        except KeyError:
            raise AttributeError(key) from None

    def __repr__(self) -> str:
        return f"Person({self._values})"

    @property
    def beside_name(self) -> list[str]:
        """Return the texts beside the name in lists, which tell namesakes apart."""
        return beside_name(self)

    @property
    def identity(self) -> str:
        return identity(self.name, self.handle, self.email, self.home_town)


def identity(name: str, handle: str = "", email: str = "", home_town: str = "") -> str:
    """The key that is unique for a person at an event, at most 200 characters long.

    The handle alone if there is one; else name and e-mail (a household may share an address);
    else name and home town. Each kind has its own prefix, so that a handle is never a name.
    """
    if fold(handle):
        key = f"handle:{fold(handle)}"
    elif fold(email):
        key = f"email:{fold(name)}|{fold(email)}"
    else:
        key = f"name:{fold(name)}|{fold(home_town)}"
    if len(key) <= LONGEST_IDENTITY:
        return key
    digest = hashlib.sha256(key.encode()).hexdigest()
    return f"{key[: LONGEST_IDENTITY - len(digest) - 1]}#{digest}"


def read_person(raw: Mapping[str, str]) -> tuple[Person | None, list[errors.PersonRefused]]:
    """The person that a line or a form describes, or all reasons why it is not valid."""
    values = {field: _clean(field, raw.get(field.key, "") or "") for field in ROSTER_FIELDS}
    reasons = [fault for field, value in values.items() if (fault := _fault(field, value))]
    if reasons:
        return None, reasons
    return Person(**{field.key: value for field, value in values.items()}), []


def _clean(field: PersonField, text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    if field.kind is Kind.LINES:
        return "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()
    text = " ".join(text.split())
    return text.removeprefix(field.removed_prefix).lstrip() if field.removed_prefix else text


def _fault(field: PersonField, value: str) -> errors.PersonRefused | None:
    key = field.key
    if field.is_required and not any(_is_visible(char) for char in value):
        return errors.NameMissing(field=key)
    if any(_is_unreadable(char) for char in value if char != "\n"):
        return errors.NotReadable(field=key)
    if len(value) > field.longest:
        return errors.TooLong(field=key, most=field.longest, length=len(value))
    if field.kind is Kind.EMAIL and value and not _is_email(value):
        return errors.NoEmail(field=key, email=value)
    return None


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS"


def _is_unreadable(char: str) -> bool:
    """Whether it is a control character, a surrogate, or a mark that changes text direction."""
    turns = "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    return turns or char == "\ufffd" or unicodedata.category(char) in {"Cc", "Cs"}


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


class Roster(Generic[Key]):
    """The people of an event, each under a key the caller chooses, to find who is there already."""

    def __init__(self, people: Iterable[tuple[Key, Person]] = ()) -> None:
        self._by_identity: dict[str, tuple[Key, Person]] = {}
        self._by_name: dict[str, list[tuple[Key, Person]]] = defaultdict(list)
        for key, person in people:
            self.add(key, person)

    def add(self, key: Key, person: Person) -> None:
        """Put a person on the roster under ``key``."""
        self._by_identity[person.identity] = key, person
        self._by_name[loose(person.name)].append((key, person))

    def find(self, person: Person) -> Key | None:
        """The key of ``person``, or None for somebody new.

        Raises HandleTaken or NameNotClear if the roster cannot decide.
        """
        if found := self._by_identity.get(person.identity):
            key, known = found
            if loose(known.name) != loose(person.name):
                raise errors.HandleTaken(field="handle", handle=person.handle)
            return key
        namesakes = self._by_name.get(loose(person.name), ())
        fitting = [key for key, known in namesakes if _may_be_one(known, person)]
        if len(fitting) > 1:
            raise errors.NameNotClear(field="name", name=person.name)
        return fitting[0] if fitting else None


def _may_be_one(known: Person, person: Person) -> bool:
    """Whether two people of one name have no detail in which they differ."""
    details = ("handle", "email", "home_town")
    return all(
        loose(mine) == loose(theirs)
        for field in details
        if (mine := getattr(known, field)) and (theirs := getattr(person, field))
    )


def changed_fields(before: Person, after: Person) -> list[str]:
    """The fields in which two versions of a line differ."""
    return [key for key in before if before[key] != after[key]]
