"""Where the entries of the ledger name people, by verb.

Erasing somebody changes these places of an entry and no other: a person who is called like a key, a
verb or a number changes nothing of what was done by others. An entry whose verb is unknown, which
another release wrote, is changed where a whole value is the name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from tournaments.models import LedgerEntry
from tournaments.person_fields import PERSON_FIELDS
from tournaments.privacy.rules import Eraser, each, keyed_by_names
from tournaments.verbs import Verb, read_verb

LONGEST_SUBJECT = 80


class Subject(Enum):
    """How the subject of an entry names people."""

    NOBODY = auto()
    PERSON = auto()  # "Ann Lee"
    LAST = auto()  # "Open, Round 1, Table 3, Ann Lee", or "Open, penalty: Ann Lee"
    APART = auto()  # "Ann Lee | Bo Ek"
    SAME = auto()  # "Ann Lee = Anne Lee"
    FIXTURE = auto()  # "Week 3: Ann Lee, Bo Ek"


@dataclass(frozen=True, slots=True)
class Said:
    """Where an entry names people. The others are keys of what it says before and after.

    ``name`` holds one name, ``names`` a list of them, ``opening`` a list of lines that begin with
    one and a colon, ``words`` what somebody wrote. With ``by_name`` the keys are names.
    With ``fields`` the entry is about a person, and its keys are those of ``person_fields``;
    ``about`` are the keys of values of one such field.
    """

    subject: Subject = Subject.NOBODY
    name: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    by_name: bool = False
    fields: bool = False
    about: tuple[str, ...] = ()


NOBODY = Said()
PERSON = Said(Subject.PERSON)
REASON = Said(words=("reason",))
WORDS = Said(words=("text",))
BY_NAME = Said(by_name=True)
FIXTURE = Said(Subject.FIXTURE, name=("home", "away"), words=("reason", "postponed_because"))

CLASS = Said(names=("members",))
TEAM = Said(names=("members",), words=("team",))
PRIZE = Said(name=("to",), words=("team", "reason"))

PLACES: dict[Verb, Said] = {
    Verb.ADD_PLAYER: Said(Subject.PERSON, fields=True),
    Verb.EDIT_PLAYER: Said(Subject.PERSON, fields=True),
    Verb.SET_SEATING_NEED: Said(Subject.PERSON, about=("was", "is")),
    Verb.SET_TEAM: Said(Subject.PERSON, about=("was", "is")),
    Verb.ENTER: PERSON,
    Verb.CHECK_IN: PERSON,
    Verb.UNDO_CHECK_IN: PERSON,
    Verb.MARK_MISSING: PERSON,
    Verb.DROP: Said(Subject.PERSON, words=("reason",)),
    Verb.REINSTATE: PERSON,
    Verb.CHECK_IN_MANY: Said(opening=("checked_in",)),
    Verb.ENTER_MANY: Said(names=("names",)),
    Verb.IMPORT_ROSTER: Said(names=("names",)),
    Verb.IMPORT_TIMETABLE: NOBODY,
    Verb.ERASE_PLAYER: NOBODY,
    Verb.NEW_BADGE: PERSON,
    Verb.OPEN_SEAT: PERSON,
    Verb.CLOSE_SEAT: PERSON,
    Verb.SEND_MESSAGES: PERSON,
    Verb.STOP_MESSAGES: PERSON,
    Verb.FIX_TABLE: PERSON,
    Verb.KEEP_APART: Said(Subject.APART),
    Verb.ALLOW_TOGETHER: Said(Subject.APART),
    Verb.MERGE_PEOPLE: Said(Subject.SAME),
    Verb.SEPARATE_PERSON: PERSON,
    Verb.TELL_PEOPLE_APART: Said(Subject.APART),
    Verb.ASK_ABOUT_PEOPLE: Said(Subject.APART),
    Verb.UNMERGE_PEOPLE: PERSON,
    # Staff are accounts; what an account is called is no player's name.
    Verb.PLAYS_AS: NOBODY,
    Verb.ADD_STAFF: NOBODY,
    Verb.INVITE: NOBODY,
    Verb.WITHDRAW_INVITATION: NOBODY,
    Verb.CHANGE_STAFF: Said(name=("plays_as",)),
    Verb.REMOVE_STAFF: NOBODY,
    Verb.SHOW_SIGN_IN_LINK: NOBODY,
    Verb.MAKE_RECOVERY_LINK: NOBODY,
    Verb.RECOVER_ACCOUNT: NOBODY,
    # What was announced.
    Verb.ANNOUNCE: WORDS,
    Verb.CHANGE_ANNOUNCEMENT: WORDS,
    Verb.WITHDRAW_ANNOUNCEMENT: WORDS,
    Verb.SEND_LETTER_AGAIN: PERSON,
    # Rankings.
    Verb.OPEN_RANKING: NOBODY,
    Verb.CHANGE_RANKING: NOBODY,
    Verb.COUNT_FOR_RANKING: NOBODY,
    Verb.ADD_RANKING_CLASS: CLASS,
    Verb.CHANGE_RANKING_CLASS: CLASS,
    Verb.REMOVE_RANKING_CLASS: CLASS,
    Verb.REGISTER_TEAM: TEAM,
    Verb.WITHDRAW_TEAM: TEAM,
    Verb.ADD_PRIZE: PRIZE,
    Verb.GIVE_PRIZE: PRIZE,
    Verb.REMOVE_PRIZE: PRIZE,
    # Sessions.
    Verb.PLAN_SESSION: NOBODY,
    Verb.CHANGE_SESSION: NOBODY,
    Verb.CANCEL_SESSION: Said(names=("people",)),
    Verb.RESTORE_SESSION: Said(names=("people", "elsewhere")),
    Verb.PUBLISH_TIMETABLE: NOBODY,
    Verb.BOOK: PERSON,
    Verb.JOIN_QUEUE: PERSON,
    Verb.CANCEL_BOOKING: PERSON,
    Verb.COME_TO_SESSION: PERSON,
    Verb.WAIT_HERE: PERSON,
    Verb.LEAVE_SESSION: PERSON,
    Verb.PROMOTE: PERSON,
    Verb.OFFER_PLACE: PERSON,
    Verb.TAKE_OFFER: PERSON,
    Verb.PASS_OFFER: PERSON,
    Verb.END_OFFER: PERSON,
    Verb.END_WAITING: PERSON,
    Verb.MAKE_PARTY: PERSON,
    Verb.JOIN_PARTY: PERSON,
    Verb.LEAVE_PARTY: PERSON,
    Verb.MISS_SESSION: PERSON,
    Verb.RELEASE_NO_SHOWS: Said(names=("people",)),
    # Pick-up games.
    Verb.ASK_FOR_PICK_UP: Said(names=("players",)),
    Verb.START_PICK_UP: Said(names=("players",)),
    Verb.REFUSE_PICK_UP: Said(names=("players",), words=("reason",)),
    Verb.WITHDRAW_PICK_UP: Said(names=("players",)),
    # At tables.
    Verb.AGREE_TO_PLAY_ON: Said(Subject.LAST),
    Verb.TAKE_BACK_PLAY_ON: Said(Subject.LAST),
    Verb.DEAL_HAND: NOBODY,
    Verb.REPORT_HAND: NOBODY,
    Verb.CONFIRM_HAND: NOBODY,
    Verb.DISPUTE_HAND: REASON,
    Verb.RULE_HAND: REASON,
    Verb.CORRECT_HAND: REASON,
    Verb.VOID_HAND: REASON,
    Verb.END_HAND_EARLY: REASON,
    Verb.END_GAME: REASON,
    Verb.GAME_GOES_ON: REASON,
    Verb.UNDO_AT_TABLE: REASON,
    Verb.CALL_CONDUCTOR: Said(words=("words",)),
    Verb.ANSWER_CALL: NOBODY,
    Verb.CLOSE_CALL: Said(words=("note",)),
    # Seating.
    Verb.SWAP_SEATS: BY_NAME,
    Verb.MOVE_SEAT: BY_NAME,
    Verb.TAKE_OUT_OF_SEATING: BY_NAME,
    Verb.LOCK_SEAT: BY_NAME,
    Verb.UNLOCK_SEAT: BY_NAME,
    Verb.SEAT_HELPER: BY_NAME,
    Verb.SEAT_LATE_ARRIVAL: BY_NAME,
    Verb.TAKE_OVER_SEAT: Said(names=("people",), words=("reason",)),
    Verb.TAKE_BACK_SEAT: Said(names=("people",), words=("reason",)),
    Verb.SEAT_NEXT_IN_LINE: BY_NAME,
    Verb.OPEN_TABLE: Said(names=("people",)),
    Verb.REPAIR_SEATING: Said(names=("gone",)),
    Verb.SEAT_SEMIFINALS: Said(names=("missing",)),
    Verb.DECIDE_TIE: Said(names=("people",), words=("reason",)),
    Verb.DECIDE_MATCH: Said(name=("winner",), words=("reason",)),
    Verb.KEEP_SEATING: REASON,
    Verb.SEAT_ROUND: NOBODY,
    Verb.RESEAT_ROUND: NOBODY,
    Verb.SEAT_SESSION: NOBODY,
    Verb.READ_SEATING_IN: NOBODY,
    Verb.TAKE_EARLIER_SEATING: NOBODY,
    Verb.UNDO_SEATING: NOBODY,
    Verb.PUBLISH_ROUND: NOBODY,
    Verb.DISCARD_ROUND: NOBODY,
    Verb.CLOSE_ROUND: NOBODY,
    Verb.EXCHANGE_RESULTS: Said(names=("people",), words=("reason",)),
    Verb.ANNUL_ROUND: REASON,
    Verb.RESTORE_ROUND: Said(words=("because", "reason")),
    Verb.KEEP_PLAN: NOBODY,
    Verb.GIVE_UP_PLAN: NOBODY,
    # Clocks.
    Verb.START_SLOT: REASON,
    Verb.ADD_WEBHOOK: NOBODY,
    Verb.REMOVE_WEBHOOK: NOBODY,
    Verb.START_WEBHOOK: NOBODY,
    Verb.STOP_WEBHOOK: NOBODY,
    Verb.CLOCK_PLAN: REASON,
    Verb.CLOCK_START: REASON,
    Verb.CLOCK_RESTART: REASON,
    Verb.CLOCK_RULES: REASON,
    Verb.CLOCK_PAUSE: REASON,
    Verb.CLOCK_RESUME: REASON,
    Verb.CLOCK_EXTRA: REASON,
    Verb.CLOCK_CUTOFF: REASON,
    Verb.CLOCK_END: REASON,
    Verb.CLOCK_UNDO: REASON,
    # Rulings, and fixtures over weeks.
    Verb.ADJUST: Said(Subject.LAST, name=("player",), words=("reason",)),
    Verb.TAKE_BACK: Said(Subject.LAST, name=("player",), words=("reason",)),
    Verb.ADJUST_IN_SEASON: Said(Subject.LAST, words=("reason",)),
    Verb.DECIDE_TIE_IN_SEASON: Said(Subject.LAST, words=("reason",)),
    Verb.TAKE_BACK_IN_SEASON: Said(Subject.LAST, words=("reason",)),
    Verb.CHOOSE_SCHEME: NOBODY,
    Verb.MAKE_FIXTURES: NOBODY,
    Verb.PAIR_FIXTURES: NOBODY,
    Verb.DISCARD_FIXTURES: NOBODY,
    Verb.REPORT_FIXTURE: FIXTURE,
    Verb.CONFIRM_FIXTURE: FIXTURE,
    Verb.DISPUTE_FIXTURE: FIXTURE,
    Verb.POSTPONE_FIXTURE: FIXTURE,
    Verb.RULE_FIXTURE: FIXTURE,
    Verb.SUBSTITUTE_IN_FIXTURE: FIXTURE,
    # Events, tournaments, games and seasons.
    Verb.CREATE_EVENT: NOBODY,
    Verb.CHANGE_EVENT: NOBODY,
    Verb.BRING_EVENT: NOBODY,
    Verb.UPDATE_FROM_FILE: NOBODY,
    Verb.RUN_EVENT_HERE: NOBODY,
    Verb.PUBLISH_TO_SITE: NOBODY,
    Verb.PUBLISH_NOW: NOBODY,
    Verb.STOP_PUBLISHING: NOBODY,
    Verb.SERVE_ARCHIVE: NOBODY,
    Verb.STOP_SERVING_ARCHIVE: NOBODY,
    Verb.RUN_EVENT_THERE: NOBODY,
    Verb.COPY_EVENT: NOBODY,
    Verb.WRITE_CODE_OF_CONDUCT: NOBODY,
    Verb.ANNOUNCE_EVENT: NOBODY,
    Verb.WITHDRAW_EVENT: NOBODY,
    Verb.CREATE_TOURNAMENT: NOBODY,
    Verb.CHANGE_TOURNAMENT: NOBODY,
    Verb.FINISH_TOURNAMENT: NOBODY,
    Verb.REOPEN_TOURNAMENT: NOBODY,
    Verb.CANCEL_TOURNAMENT: NOBODY,
    Verb.REINSTATE_TOURNAMENT: NOBODY,
    Verb.DELETE_TOURNAMENT: NOBODY,
    Verb.DELETE_PLAYER: PERSON,
    Verb.ADD_ROOM: NOBODY,
    Verb.CHANGE_ROOM: NOBODY,
    Verb.ORDER_ROOMS: NOBODY,
    Verb.REMOVE_ROOM: NOBODY,
    Verb.NUMBER_TABLES: NOBODY,
    Verb.CHANGE_HALL_TABLE: NOBODY,
    Verb.MOVE_GAME: NOBODY,
    Verb.DEFINE_TITLE: NOBODY,
    Verb.CHANGE_TITLE: NOBODY,
    Verb.REMOVE_TITLE: NOBODY,
    Verb.ADD_SEASON_OWNER: NOBODY,
    Verb.REMOVE_SEASON_OWNER: NOBODY,
    Verb.ADD_TO_SEASON: NOBODY,
    Verb.REMOVE_FROM_SEASON: NOBODY,
    Verb.BEGIN_NEXT_SEASON: NOBODY,
    Verb.CHANGE_SEASON: NOBODY,
    Verb.LINK_DIVISIONS: NOBODY,
}
FIELD_KEYS = frozenset(field.key for field in PERSON_FIELDS)


def clean(entry: LedgerEntry, eraser: Eraser) -> dict[str, Any]:
    """The columns of an entry that erasing somebody changes, with their new values.

    The actor is not among them: who did something is a name like those of other tables.
    """
    verb = read_verb(entry.verb)
    said = PLACES.get(verb) if verb else None
    values = {
        "subject": _subject(entry.subject, said.subject if said else Subject.PERSON, eraser),
        "before": _values(entry, entry.before, said, eraser),
        "after": _values(entry, entry.after, said, eraser),
    }
    return {key: value for key, value in values.items() if getattr(entry, key) != value}


def _subject(subject: str, kind: Subject, eraser: Eraser) -> str:
    match kind:
        case Subject.PERSON:
            found = eraser.name(subject)
        case Subject.LAST:
            found = eraser.last(subject, [", ", ": "], LONGEST_SUBJECT)
        case Subject.APART:
            found = eraser.both(subject, " | ", LONGEST_SUBJECT)
        case Subject.SAME:
            found = eraser.both(subject, " = ", LONGEST_SUBJECT)
        case Subject.FIXTURE:
            week, colon, names = subject.partition(": ")
            longest = LONGEST_SUBJECT - len(week + colon)
            found = week + colon + eraser.both(names, ", ", longest)
        case Subject.NOBODY:
            found = subject
    return str(found)[:LONGEST_SUBJECT]


def _values(
    entry: LedgerEntry, values: Mapping[str, Any], said: Said | None, eraser: Eraser
) -> dict[str, Any]:
    if said is None:
        return {key: _anything(value, eraser) for key, value in values.items()}
    if said.by_name:
        return keyed_by_names(values, eraser)
    is_about = eraser.is_name(entry.subject)
    return {key: _value(key, value, said, eraser, is_about) for key, value in values.items()}


def _value(key: str, value: Any, said: Said, eraser: Eraser, is_about: bool) -> Any:  # noqa: FBT001
    if is_about and (key in said.about or (said.fields and key in FIELD_KEYS)):
        return eraser.name(value) if key == "name" else ""
    if key in said.name:
        return eraser.name(value)
    if key in said.names:
        return each(value, eraser.name)
    if key in said.opening:
        return each(value, lambda line: eraser.first(line, ": "))
    return eraser.words(value) if key in said.words else value


def _anything(value: Any, eraser: Eraser) -> Any:
    """A value of an entry that nothing is known of."""
    if isinstance(value, Mapping):
        return {key: _anything(one, eraser) for key, one in value.items()}
    return (
        each(value, lambda one: _anything(one, eraser))
        if isinstance(value, list)
        else (eraser.name(value))
    )
