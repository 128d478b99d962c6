"""Everything about an event as one JSON file, for the conductor's own archive.

The file identifies each row by its primary key in the database it came from; these numbers mean
nothing outside the file. People with accounts are named by e-mail address. It contains no password,
session, PIN, badge, call for a conductor, idempotency key or pending warning. Rows are written as
they are read, so the size of an event does not matter.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from itertools import chain
from typing import IO, Any
from uuid import UUID

from django.db import connection, models, transaction
from django.db.models import Case, F, Value, When

from tournaments.events.ledger.waiting import waiting_entries
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.events.settings.of_tournament import OF_TOURNAMENT
from tournaments.models import (
    Adjustment,
    Announcement,
    Booking,
    Bye,
    Entry,
    Event,
    Fixture,
    FixtureGame,
    FixtureList,
    FixtureMember,
    FixtureTeam,
    FixtureWeek,
    HallTable,
    Installation,
    KeptApart,
    LedgerEntry,
    Match,
    Party,
    PartyBooking,
    PartyMember,
    PickUp,
    PickUpPlayer,
    Player,
    Ranking,
    RankingClass,
    RankingClassMember,
    RankingPart,
    RankingPrize,
    RankingTeam,
    RankingTeamMember,
    Room,
    Round,
    ScoreSheet,
    Seat,
    SeatingNeed,
    Session,
    SheetLine,
    SheetVersion,
    Staff,
    Standing,
    Table,
    Title,
    Tournament,
)
from tournaments.models.sentence_field import as_stored, sentences_of
from tournaments.standings.exporting.event_sources import this_installation

FORMAT = "roundhouse-event"
FIRST_VERSION = 1
#: Since this version nobody has a seat and a bye in one round.
ONE_PLACE_SINCE = 2
#: Since this version a round may be annulled.
WITH_ANNULLED_ROUNDS = 2
#: Since this version a file has the rooms and the tables of the hall.
WITH_HALL_TABLES = 3
#: Since this version a file has the sessions of the timetable and who is booked for them.
WITH_SESSIONS = 4
#: Since this version an event may be a draft, and a tournament has a text and a deadline.
WITH_DRAFTS = 4
#: Since this version a file has the announcements.
WITH_ANNOUNCEMENTS = 5
#: Since this version somebody at a table may only help.
WITH_HELPERS = 5
#: Since this version a file has the rankings of the event.
WITH_RANKINGS = 6
#: Since this version a file says where people have to sit.
WITH_NEEDS = 6
#: Since this version a file has the pick-up games.
WITH_PICK_UPS = 7
#: Since this version a file has the classes, teams and prizes of rankings.
WITH_HONOURS = 8
#: Since this version somebody may take over a seat.
WITH_TAKEOVERS = 7
#: Since this version a place may be offered, and friends sign up as a party.
WITH_OFFERS = 9
#: Since this version a file says which event it is of, and which site wrote it.
WITH_IDENTITY = 9
#: Since this version a prize says who gave it, and why.
WITH_REASONS_OF_PRIZES = 9
#: Since this version a file has the membership numbers of people.
WITH_MEMBER_NUMBERS = 10
#: Since this version a file says what the reasons of standings are made from, as JSON in a text.
WITH_TEXTS = 10
#: Raised by the newest setting. Its column has a default, so a file of an earlier version is read.
VERSION = max(
    ONE_PLACE_SINCE,
    WITH_ANNULLED_ROUNDS,
    WITH_HALL_TABLES,
    WITH_SESSIONS,
    WITH_DRAFTS,
    WITH_ANNOUNCEMENTS,
    WITH_NEEDS,
    WITH_HELPERS,
    WITH_RANKINGS,
    WITH_PICK_UPS,
    WITH_TAKEOVERS,
    WITH_HONOURS,
    WITH_OFFERS,
    WITH_IDENTITY,
    WITH_REASONS_OF_PRIZES,
    WITH_MEMBER_NUMBERS,
    WITH_TEXTS,
    *(one.since for one in [*OF_EVENT.values(), *OF_TOURNAMENT.values()]),
)
IN_MEMORY_BYTES = 2_000_000
CHUNK = 2000

#: When a row of this database was last written: that is nothing to another one.
WRITTEN = {"updated_at"}
#: What the file does not say of the event. Who imports it runs it, unless it was published there.
NOT_OF_THE_EVENT = {"runs_at", "serves_archive"} | WRITTEN
#: Digests of results by their keys in this database.
MADE_FROM = {"made_at", "made_from", "made_now", "kept_from"}
#: Whether results have changed since a round was seated, and nobody decided: ``is_outdated``.
RESULTS_CHANGED = "results_changed"
IS_OUTDATED = Case(
    When(made_now=F("made_from"), then=False), When(made_now=F("kept_from"), then=False),
    default=True, output_field=models.BooleanField(),
)  # fmt: skip
#: The reason of another decision is no longer one: ``kept_because``.
KEPT_BECAUSE = Case(When(kept_from=F("made_now"), then=F("kept_reason")), default=Value(""))
#: What the file does not say of a version: accounts, and what only this database needs to know.
NOT_OF_A_VERSION = {"user", "key", "fingerprint", "in_ledger"}
#: The counters of a session follow from its bookings.
NOT_OF_A_SESSION = {"event", "taken", "waiting", "offered", "revised_at"}
OF_THE_LEDGER = ("at", "verb", "subject", "actor", "device", "before", "after")
#: The lists of the file, parents first: name, model, path to the event, and the fields left out.
LISTS: tuple[tuple[str, type[models.Model], str, set[str]], ...] = (
    ("players", Player, "event", {"event", "person", "pin", "badge", "shown_name"} | WRITTEN),
    ("parties", Party, "event", {"event"}),
    ("party_members", PartyMember, "party__event", set()),
    ("rooms", Room, "event", {"event"} | WRITTEN),
    ("hall_tables", HallTable, "event", {"event"} | WRITTEN),
    ("seating_needs", SeatingNeed, "player__event", set()),
    ("titles", Title, "event", {"event"} | WRITTEN),
    ("tournaments", Tournament, "event", {"event"} | WRITTEN),
    ("entries", Entry, "tournament__event", WRITTEN),
    # How many are booked follows from the bookings, and so do the quarters of an hour they take.
    ("sessions", Session, "event", NOT_OF_A_SESSION | WRITTEN),
    ("announcements", Announcement, "event", {"event", "shown_at"} | WRITTEN),
    ("party_bookings", PartyBooking, "session__event", {"placed", "queued"}),
    ("bookings", Booking, "session__event", WRITTEN),
    ("pickups", PickUp, "event", {"event", "key"} | WRITTEN),
    ("pickup_players", PickUpPlayer, "pickup__event", set()),
    # The rows of a ranking are computed again, from the results.
    ("rankings", Ranking, "event", {"event", "computed_version", "computed_at"} | WRITTEN),
    ("ranking_parts", RankingPart, "ranking__event", {"games", "games_version"}),
    ("ranking_classes", RankingClass, "ranking__event", WRITTEN),
    ("ranking_class_members", RankingClassMember, "of_class__ranking__event", set()),
    ("ranking_teams", RankingTeam, "ranking__event", {"place", "total", "details"} | WRITTEN),
    ("ranking_team_members", RankingTeamMember, "ranking__event", set()),
    ("ranking_prizes", RankingPrize, "ranking__event", WRITTEN),
    ("kept_apart", KeptApart, "event", {"event"}),
    ("adjustments", Adjustment, "entry__tournament__event", set()),
    # What a round is called follows from its session.
    ("rounds", Round, "tournament__event", {"heat", "called", "is_pick_up"} | MADE_FROM | WRITTEN),
    ("tables", Table, "round__tournament__event", WRITTEN),
    ("seats", Seat, "round__tournament__event", {"round"}),
    ("heats", Match, "round__tournament__event", set()),
    ("byes", Bye, "round__tournament__event", set()),
    ("sheets", ScoreSheet, "table__round__tournament__event", set()),
    ("lines", SheetLine, "sheet__table__round__tournament__event", set()),
    ("versions", SheetVersion, "sheet__table__round__tournament__event", NOT_OF_A_VERSION),
    ("standings", Standing, "tournament__event", set()),
    ("fixture_lists", FixtureList, "tournament__event", set()),
    ("fixture_teams", FixtureTeam, "fixture_list__tournament__event", set()),
    ("fixture_members", FixtureMember, "team__fixture_list__tournament__event", set()),
    ("fixture_weeks", FixtureWeek, "fixture_list__tournament__event", set()),
    ("fixtures", Fixture, "week__fixture_list__tournament__event", set()),
    (
        "fixture_games",
        FixtureGame,
        "fixture__week__fixture_list__tournament__event",
        WRITTEN,
    ),
)
#: Columns that have another name in the file than in the database, where they were renamed.
NAMES_IN_FILE = {(ScoreSheet, "data"): "entered", (SheetVersion, "data"): "entered"}
#: The columns of ``StandingsState``, which the file has among those of the tournament.
STANDINGS_STATE = (
    "results_version",
    "results_at",
    "standings_version",
    "standings_at",
    "champion_id",
)


def write(event: Event, *, at: datetime) -> IO[bytes]:
    """The event as of one moment: an open file at its beginning, UTF-8."""
    # The caller closes it; a response closes the file it was given.
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115
    source = this_installation()
    with _consistent_reads():
        for piece in _pieces(event, source, at):
            file.write(piece.encode())
    file.seek(0)
    return file


@contextmanager
def _consistent_reads() -> Iterator[None]:
    """Let all reads see the same state without blocking writers.

    An ordinary transaction would block them on SQLite, because it begins as a writer
    (server.database.sqlite).
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _pieces(event: Event, source: Installation, at: datetime) -> Iterator[str]:
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "exported_at": at}
    head["source"] = {"uid": source.uid, "name": source.name}
    head["event"] = _columns(Event.objects.filter(pk=event.pk), Event, NOT_OF_THE_EVENT).get()
    yield _json(head)[:-1]
    staff = Staff.objects.filter(event=event).order_by("user__email")
    yield from _list("staff", staff.values("role", "user__email", "user__name"))
    for name, model, path, left_out in LISTS:
        manager = model._base_manager  # noqa: SLF001 - annulled rounds as well
        rows = manager.filter(**{path: event}).order_by("pk")
        yield from _list(name, _columns(rows, model, left_out), sentences=sentences_of(model))
    ledger = LedgerEntry.objects.filter(event=event).order_by("pk")
    waiting = [_ledger_row(entry) for entry in waiting_entries(event)]
    yield from _list("ledger", ledger.values(*OF_THE_LEDGER, "user__email"), waiting)
    yield "}\n"


def _ledger_row(entry: LedgerEntry) -> dict[str, Any]:
    """An entry that is not written yet, as the database would give it."""
    email = entry.user.email if entry.user else None
    return {name: getattr(entry, name) for name in OF_THE_LEDGER} | {"user__email": email}


def _columns(
    rows: models.QuerySet[Any], model: type[models.Model], left_out: set[str]
) -> models.QuerySet[Any, dict[str, Any]]:
    """All columns of a model except those left out, as dictionaries; relations by primary key."""
    fields = [field for field in model._meta.concrete_fields if field.name not in left_out]  # noqa: SLF001 - Django's documented API
    names = {name_in_file(model, field.attname): field.attname for field in fields}
    if model is Tournament:
        names |= {column: f"standings_state__{column}" for column in STANDINGS_STATE}
    computed: dict[str, Any] = {name: F(column) for name, column in names.items() if name != column}
    if model is Round:
        computed |= {RESULTS_CHANGED: IS_OUTDATED, "kept_because": KEPT_BECAUSE}
    return rows.values(*(name for name, column in names.items() if name == column), **computed)


def name_in_file(model: type[models.Model], column: str) -> str:
    """Return the name of a model's column in the file."""
    return NAMES_IN_FILE.get((model, column), column)


def _list(
    name: str,
    rows: models.QuerySet[Any, Any],
    more: Iterable[dict[str, Any]] = (),
    *,
    sentences: Iterable[str] = (),
) -> Iterator[str]:
    """A list of the file. Its ``sentences`` are columns with texts, as the database has them."""
    yield f',\n"{name}": ['
    for number, row in enumerate(chain(rows.iterator(chunk_size=CHUNK), more)):
        if "kept_because" in row:
            row["kept_reason"] = row.pop("kept_because")
        for column in sentences:
            row[column] = as_stored(row[column])
        yield (",\n" if number else "\n") + _json(row)
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    """Dates and times in ISO 8601, durations in seconds, UUIDs with hyphens."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    raise TypeError(f"{type(value).__name__} has no place in an event file")
