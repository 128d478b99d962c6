"""Which lines of a roster mean the same person, and what a line may contain.

A membership number is that of one person: two lines that give it are about the same one, and
another name beside it is refused. Numbers that differ, of one who gives them, are of two people.
Two lines of one name are compared by their other details: handle, e-mail, home town.

1. If both give a detail and it differs, they are two people. A handle is unique at an event, so one
   handle with another detail that differs is asked about, and one under two names is refused.
2. If both give a detail and it agrees, they are one person.
3. Otherwise it is not clear: one gives a detail where the other gives none. A page asks. A program
   or a file cannot: a name alone is then the only one who has it, and who gives a detail is
   somebody new (``presume``).

Names are compared without accents, case and punctuation, so that Zoe O'Brien finds Zoë OBrien.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, Literal, TypeAlias, TypeVar

from django.utils.translation import gettext

from tournaments.email_addresses import is_email
from tournaments.names import fold, loose
from tournaments.person_fields import (
    ROSTER_FIELDS,
    ROSTER_KEYS,
    Kind,
    PersonField,
    beside_name,
    field_of,
)
from tournaments.punctuation import labelled, listed
from tournaments.registration import errors
from tournaments.texts import in_site_language

LONGEST_IDENTITY = 200
#: What the identity of an erased player begins with; no other does.
ERASED = "erased "
#: Marks of one letter: two in Vietnamese, three in pointed Hebrew, five in a stack of Tibetan.
MOST_MARKS = 6

#: A membership number as it is stored: who gave it, and the number or name that they know.
MEMBER_NUMBER = "[A-Z]{2,8} [A-Z0-9_][A-Z0-9_.-]{0,30}"
_WRITTEN_NUMBER = re.compile(
    r"([A-Z]{2,8})(?:[ .:#/-]+|(?=[0-9]))([A-Z0-9_][A-Z0-9_.-]{0,30})", re.ASCII | re.IGNORECASE
)

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


def is_erased(identity: str) -> bool:
    """Whether an identity is that of a player who was erased."""
    return identity.startswith(ERASED)


def most_marks(text: str) -> int:
    """The most marks that one letter has, above and below it, on paper over its neighbours."""
    most = marks = 0
    for char in unicodedata.normalize("NFD", text):
        marks = marks + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        most = max(most, marks)
    return most


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
    if field.kind is Kind.MEMBERSHIP:
        return member_number(text)
    return text.lstrip(f"{field.removed_prefix} ") if field.removed_prefix else text


def member_number(text: str) -> str:
    """A membership number as it is compared: "tga-1234" is "TGA 1234". No other text changes."""
    found = _WRITTEN_NUMBER.fullmatch(text)
    return " ".join(found.groups()).upper() if found else text


def _fault(field: PersonField, value: str) -> errors.PersonRefused | None:
    key = field.key
    if field.is_required and not any(_is_visible(char) for char in value):
        return errors.NameMissing(field=key)
    if any(_is_unreadable(char) for char in value if char != "\n"):
        return errors.NotReadable(field=key)
    if most_marks(value) > MOST_MARKS:
        return errors.TooManyMarks(field=key, most=MOST_MARKS)
    if len(value) > field.longest:
        return errors.TooLong(field=key, most=field.longest, length=len(value))
    return _fault_of_kind(field, value) if value else None


def _fault_of_kind(field: PersonField, value: str) -> errors.PersonRefused | None:
    if field.kind is Kind.EMAIL and not is_email(value):
        return errors.NoEmail(field=field.key, email=value)
    if field.kind is Kind.NUMBER and not (value.isascii() and value.isdecimal()):
        return errors.NoWholeNumber(field=field.key, text=value)
    if field.kind is Kind.MEMBERSHIP and not re.fullmatch(MEMBER_NUMBER, value):
        return errors.NoMemberNumber(field=field.key, text=value)
    return None


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS"


def _is_unreadable(char: str) -> bool:
    """Whether it is a control character, a surrogate, or a mark that changes text direction."""
    turns = "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    return turns or char == "\ufffd" or unicodedata.category(char) in {"Cc", "Cs"}


class Roster(Generic[Key]):
    """The people of an event, each under a key the caller chooses, to find who is there already."""

    def __init__(self, people: Iterable[tuple[Key, Person]] = ()) -> None:
        self.people: dict[Key, Person] = {}
        self.completed: set[Key] = set()
        self._by_identity: dict[str, Key] = {}
        self._by_number: dict[str, Key] = {}
        self._by_name: dict[str, list[Key]] = defaultdict(list)
        for key, person in people:
            self.add(key, person)

    def add(self, key: Key, person: Person) -> None:
        """Put a person on the roster under ``key``."""
        self.people[key] = person
        self._by_identity[person.identity] = key
        self._by_number[person.member_number] = key
        self._by_name[loose(person.name)].append(key)

    def complete(self, key: Key, person: Person, *, vouched: bool = True) -> Person:
        """Store with somebody on the roster what another line says of them; what is known then.

        Their key is among ``completed`` if that is more than before. What is not ``vouched`` for,
        or differs from what is known, goes into the notes.
        """
        known = self.people[key]
        after = completed(known, person, vouched=vouched)
        if self._by_identity.get(after.identity, key) != key or self._owner(after) not in {
            key,
            None,
        }:
            after = completed(known, person, vouched=False)
        if after != known:
            self.completed.add(key)
            del self._by_identity[known.identity]
            self._by_identity[after.identity] = key
            self._by_number[after.member_number] = key
            self.people[key] = after
        return after

    def find(self, person: Person, said: Said[Key] = None) -> Key | None:
        """The key of ``person``, or None for somebody new.

        ``said`` is what somebody answered who was asked. Raises NameNotClear with those who may be
        the same, HandleTaken, NumberTaken, or CannotBeToldApart from somebody else.
        """
        owner = self._owner(person)
        if owner is not None:
            if loose(self.people[owner].name) == loose(person.name) and said != SOMEBODY_ELSE:
                return owner
            raise errors.NumberTaken(field="member_number", number=person.member_number)
        taken = self._by_identity.get(person.identity)
        if taken is not None and loose(self.people[taken].name) != loose(person.name):
            raise errors.HandleTaken(field="handle", handle=person.handle)
        fitting = self.namesakes(person)
        if said == SOMEBODY_ELSE:
            if taken is not None:
                raise errors.CannotBeToldApart(field="home_town", name=person.name)
            return None
        if said is not None and said in fitting:
            return said
        matching = [key for key, known in fitting.items() if _is_one(known, person)]
        if len(matching) == 1:
            return matching[0]
        if fitting:
            raise errors.NameNotClear(field="name", name=person.name, namesakes=fitting)
        if taken is not None:  # only the numbers differ, by which an event does not call people
            raise errors.CannotBeToldApart(field="home_town", name=person.name)
        return None

    def _owner(self, person: Person) -> Key | None:
        """Who on the roster has the membership number of a person; None for no number."""
        return self._by_number.get(person.member_number) if person.member_number else None

    def has(self, person: Person) -> bool:
        """Whether somebody on the roster has the same identity."""
        return person.identity in self._by_identity

    def presume(self, person: Person) -> Said[Key]:
        """Whom a line means that ``find`` finds unclear, if nobody can be asked.

        None if the roster has the name alone more than once.
        """
        taken = self._by_identity.get(person.identity)
        if taken is not None:
            return taken
        if not _details(person):
            fitting = list(self.namesakes(person))
            return fitting[0] if len(fitting) == 1 else None
        return SOMEBODY_ELSE

    def find_unasked(self, person: Person) -> Key | None:
        """As ``find`` for a program, which answers what it may presume."""
        try:
            return self.find(person)
        except errors.NameNotClear:
            return self.find(person, self.presume(person))

    def namesakes(self, person: Person) -> dict[Key, Person]:
        """Those of one name with ``person`` who may be the same."""
        found = {key: self.people[key] for key in self._by_name.get(loose(person.name), ())}
        return {key: known for key, known in found.items() if _may_be_one(known, person)}


#: What somebody answers who does not mean the one who is on the roster already.
SOMEBODY_ELSE: Literal["somebody else"] = "somebody else"

#: What somebody answered who was asked which person is meant; None before.
Said: TypeAlias = Key | Literal["somebody else"] | None


def _details(person: Person) -> dict[str, str]:
    """The details of a line that tell people of one name apart, to be compared."""
    found = {key: loose(person[key]) for key in ("handle", "email", "home_town")}
    giver, _space, number = person.member_number.partition(" ")
    found |= {f"member of {giver}": number}  # another's number says nothing against it
    return {key: text for key, text in found.items() if text}


def _compared(one: Person, other: Person) -> dict[str, bool]:
    """Whether two people agree, by the details that both give."""
    mine, theirs = _details(one), _details(other)
    return {key: text == theirs[key] for key, text in mine.items() if key in theirs}


def _is_one(known: Person, person: Person) -> bool:
    agree = _compared(known, person).values()
    return any(agree) and all(agree)


def _may_be_one(known: Person, person: Person) -> bool:
    """Whether two people of one name have no detail in which they differ, or share a handle."""
    agree = _compared(known, person)
    return all(agree.values()) or agree.get("handle", False)


def completed(known: Person, person: Person, *, vouched: bool) -> Person:
    """A known person, with the details of another line about them.

    The line fills what is empty if somebody has ``vouched`` that it is the same person, and goes
    into the notes otherwise, in the language of the site: everybody can type a name, and conductors
    read the notes.
    """
    values = dict(known)
    noted: list[tuple[object, str]] = []
    for field in ROSTER_FIELDS:
        text = person[field.key]
        if field.key in {"name", "notes"} or not text or loose(text) == loose(known[field.key]):
            continue
        if vouched and not known[field.key]:
            values[field.key] = text
        else:
            noted.append((field.label, text))
    given = [_also_given(noted)] if noted else []
    for line in [*given, *person["notes"].splitlines()]:
        if line and line not in values["notes"]:
            values["notes"] = f"{values['notes']}\n{line}".strip()[: field_of("notes").longest]
    return Person(**values)


def _also_given(noted: Iterable[tuple[object, str]]) -> str:
    with in_site_language():
        details = listed(labelled(label, text) for label, text in noted)
        return gettext("Also given: %(details)s") % {"details": details}


def changed_fields(before: Person, after: Person) -> list[str]:
    """The fields in which two versions of a line differ."""
    return [key for key in before if before[key] != after[key]]
