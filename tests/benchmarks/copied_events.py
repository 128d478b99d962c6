"""Many events of 40 people in a database of PostgreSQL: one is played, the others are its copies.

The rows are copied inside the database, each under keys of its own: ten thousand events, one after
the other, through the site's verbs would take hours. 25 events in a row are of one club: the same
people play at them, and they count for one season.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from scoring.leagues import leagues
from tests.builders import make_entries, make_event, make_tournament, phone_of
from tests.tournaments.standings.hands import play_round
from tournaments import models
from tournaments.access.device_cookies import signed_device
from tournaments.events.ledger.sealing import seal_all
from tournaments.live.stream import stream_address
from tournaments.seasons.computing import services as seasons
from tournaments.standings.computing import services as standings
from tournaments.timetable.hall.codes import new_codes

PEOPLE, AT_A_TABLE = 40, 4
EVENTS_OF_A_CLUB = 25
#: The keys of the copies of a row are this far apart.
APART = 10_000
COPIED: tuple[type[Model], ...] = (
    models.Event,
    models.Player,
    models.HallTable,
    models.Tournament,
    models.StandingsState,
    models.Entry,
    models.Round,
    models.Table,
    models.Seat,
    models.ScoreSheet,
    models.SheetLine,
    models.SheetVersion,
    models.Standing,
    models.LedgerSeal,
    models.LedgerEntry,
)
#: What is not the same in copy number ``k``, as SQL.
OWN = {
    (models.Event, "uid"): "gen_random_uuid()",
    (models.Event, "name"): "name || ' ' || k",
    (models.Event, "slug"): "slug || '-' || k",
    (models.Event, "starts_on"): "starts_on - k / 4",
    (models.Event, "ends_on"): "ends_on - k / 4",
    (models.Player, "identity"): f"identity || ' of club ' || k / {EVENTS_OF_A_CLUB}",
    (models.Player, "badge"): "replace(gen_random_uuid()::text, '-', '')",
    (models.HallTable, "code"): f"'H' || upper(to_hex(id + k * {APART}))",
    (models.Table, "code"): f"'T' || upper(to_hex(id + k * {APART}))",
}


def play_one() -> None:
    """The event that is copied, which is over: two rounds at ten tables, and its standings."""
    tournament = make_tournament(make_event("Club evening"), target=10**6)
    entries = make_entries(tournament, PEOPLE)
    for number in (1, 2):
        points = {entry: (place * 7 * number) % 61 for place, entry in enumerate(entries)}
        in_order = sorted(entries, key=points.__getitem__)
        tables = [
            [(entry, points[entry]) for entry in in_order[start : start + AT_A_TABLE]]
            for start in range(0, PEOPLE, AT_A_TABLE)
        ]
        play_round(tournament, tables, number=number)
    sheets = models.ScoreSheet.objects.order_by("pk")
    models.SheetVersion.objects.bulk_create(
        models.SheetVersion(sheet=sheet, number=number, act=act, status=status, at=sheet.dealt_at)
        for sheet in sheets
        for number, act, status in ((1, "deal", "dealt"), (2, "report", "reported"))
    )
    tournament.status = "finished"
    tournament.save()
    standings.refresh(tournament.pk, at=timezone.now())
    seal_all(now=timezone.now())


def copy(numbers: range) -> None:
    """Copy the event that was played, once for each number, with a season of each club."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger is called
        for model in COPIED:
            table, key = model._meta.db_table, model._meta.pk.column
            columns = {field.column: _value(model, field) for field in model._meta.concrete_fields}
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608 - all names are ours
                f" SELECT {', '.join(columns.values())} FROM {table},"
                f" generate_series({numbers.start}, {numbers.stop - 1}) AS k WHERE {key} < {APART}"
            )
            cursor.execute(
                f"SELECT setval(sequence, (SELECT max({key}) FROM {table}))"  # noqa: S608 - as above
                f" FROM pg_get_serial_sequence('{table}', '{key}') AS sequence"
                " WHERE sequence IS NOT NULL"
            )
    _count_for_seasons(numbers)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # what autovacuum does within minutes


def _value(model: type[Model], field: Any) -> str:
    if own := OWN.get((model, field.name)):
        return own
    is_of_event = field.related_model in COPIED or (field.primary_key and not field.is_relation)
    return f"{field.column} + k::bigint * {APART}" if is_of_event else field.column


def compute_seasons() -> None:
    """Compute those of all clubs, as a worker does in the minutes after they were made."""
    seasons.refresh_stale(at=timezone.now())


def _count_for_seasons(numbers: range) -> None:
    first = models.Tournament.objects.order_by("pk")[0].pk
    clubs = {number: number // EVENTS_OF_A_CLUB for number in numbers}
    there = set(models.Season.objects.values_list("slug", flat=True))
    models.Season.objects.bulk_create(
        models.Season(name=f"Club {club}", slug=f"club-{club}", rule=next(iter(leagues())), best=0)
        for club in sorted(set(clubs.values()))
        if f"club-{club}" not in there
    )
    seasons = dict(models.Season.objects.values_list("slug", "pk"))
    models.SeasonTournament.objects.bulk_create(
        models.SeasonTournament(
            season_id=seasons[f"club-{club}"], tournament_id=first + number * APART
        )
        for number, club in clubs.items()
    )


def begin(numbers: Iterable[int]) -> None:
    """Have the copies of these numbers play a third round today, at all of their tables."""
    now = timezone.now()
    today: date = now.astimezone(UTC).date()
    slugs = [f"club-evening-{number}" for number in numbers]
    events = models.Event.objects.filter(slug__in=slugs)
    events.update(starts_on=today, ends_on=today)
    playing = models.Tournament.objects.filter(event__in=events)
    playing.update(status="running")
    for one in playing:
        _seat_third_round(one, now)


def _seat_third_round(tournament: models.Tournament, now: datetime) -> None:
    ends = now + timedelta(hours=4)
    made = models.Round.objects.create(
        tournament=tournament,
        number=3,
        kind="preliminary",
        status="running",
        seating_seed=1,
        started_at=now,
        warning_at=ends,
        cutoff_at=ends,
        force_end_at=ends,
        ends_at=ends,
    )
    entries = list(tournament.entries.order_by("pk"))
    tables = models.Table.objects.bulk_create(
        models.Table(round=made, number=number, code=code, status="playing")
        for number, code in enumerate(new_codes(PEOPLE // AT_A_TABLE), start=1)
    )
    models.Seat.objects.bulk_create(
        models.Seat(
            table=tables[place // AT_A_TABLE],
            round=made,
            entry=entry,
            position=place % AT_A_TABLE + 1,
        )
        for place, entry in enumerate(entries)
    )


def phones(numbers: Iterable[int]) -> list[tuple[str, str, str]]:
    """For each of these events that play: a table, the cookies of a phone there, its stream."""
    found = []
    for number in numbers:
        seats = models.Seat.objects.filter(
            round__number=3, round__tournament__event__slug=f"club-evening-{number}"
        )
        seat = seats.select_related("entry__player__event", "table").order_by("pk")[0]
        player = seat.entry.player
        client = Client()
        phone_of(client, player)
        cookies = "; ".join(f"{one.key}={one.value}" for one in client.cookies.values())
        device = f"device={signed_device(str(player.pk))}"
        found.append((seat.table.code, f"{device}; {cookies}", stream_address(player.event_id)))
    return found
