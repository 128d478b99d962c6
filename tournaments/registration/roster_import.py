"""Importing a roster file into an event and its tournaments."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.registration import rules, services
from tournaments.registration.roster_file import read_roster
from tournaments.registration.roster_matching import ImportReport, RosterKey, match_lines
from tournaments.registration.roster_rows import Choice
from tournaments.registration.roster_tournaments import registered_lines
from tournaments.subjects import ROSTER_FILE
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def import_roster(
    event: Event,
    data: bytes,
    *,
    choice: Choice | None = None,
    tournament: Tournament | None = None,
    by: Actor,
    at: datetime,
    said: Mapping[int, rules.Said[RosterKey]] | None = None,
    unsaid: str = "",
    dry_run: bool = False,
) -> ImportReport:
    """Add the valid lines of a roster file to the roster, and to their tournaments.

    ``choice`` is what a conductor said of the sheet; the rest is found out.

    These are the given ``tournament`` and what a column of the file says of each line. Invalid
    lines are reported with their numbers and do not stop the others. ``said`` is whom a line means,
    by its number, where the roster does not say so; ``unsaid`` whom all others mean
    (``match_lines``). What a line says of somebody who is on the roster already is stored beside
    what is known; importing a file twice adds nobody. With ``dry_run`` the report says what would
    happen and nothing is written. Raises a FileRefused, or TournamentFinished.
    """
    file = read_roster(data, choice)
    event = locking.lock_event(event)
    if tournament:
        (tournament,) = locking.lock_to_enter([tournament])
        services.open_tournaments(event, [tournament])
    file, wanted = registered_lines(file, event.tournaments.order_by("pk"))
    roster: rules.Roster[RosterKey] = rules.Roster(services.people(event))
    lines = match_lines(file, roster, said, unsaid=unsaid)
    report = ImportReport(file=file, lines=lines, roster=roster, dry_run=dry_run)
    entering = _not_entered(report, wanted, tournament)
    report.registered = {one.name: len(keys) for one, keys in entering.items()}
    report.entered = sum(report.registered.values())
    if not dry_run:
        services.complete(event, roster, by=by, at=at)
    if not dry_run and (report.added or report.entered):
        players = _add_all(event, report)
        for one, keys in entering.items():
            ids = [key if isinstance(key, int) else players[key] for key in keys]
            _enter_all(one, ids, at)
        after: dict[str, Any] = report.counts() | {"names": [line.name for line in report.added]}
        if tournament:
            after["tournament"] = tournament.slug
        elif entering:
            after["tournaments"] = [one.slug for one in entering]
        ledger.record(event, Verb.IMPORT_ROSTER, ROSTER_FILE, by=by, at=at, after=after)
        signals.publish(signals.roster_changed, event_id=event.pk)
    return report


def _not_entered(
    report: ImportReport, wanted: Mapping[int, list[Tournament]], for_all: Tournament | None
) -> dict[Tournament, list[RosterKey]]:
    """Whom the import enters into which tournaments: those who have no entry there."""
    if not report.dry_run:  # they may be entered from their phones at this moment
        locking.lock_players(line.key for line in report.lines if isinstance(line.key, int))
    found: dict[Tournament, dict[RosterKey, None]] = {for_all: {}} if for_all else {}
    for line in report.lines:
        if line.key is not None:
            for one in [*([for_all] if for_all else []), *wanted.get(line.number, [])]:
                found.setdefault(one, {})[line.key] = None
    pairs = Entry.objects.filter(tournament__in=found).values_list("tournament_id", "player_id")
    entered = set(pairs)
    return {
        one: [key for key in keys if (one.pk, key) not in entered] for one, keys in found.items()
    }


def _add_all(event: Event, report: ImportReport) -> dict[RosterKey, int]:
    """Create the new players of a report. Returns their primary keys by the keys of their lines."""
    new = report.new_people()
    players = [Player(event=event, identity=person.identity) for person in new.values()]
    for player, person in zip(players, new.values(), strict=True):
        services.write_person(player, person)
    created = Player.objects.bulk_create(players, batch_size=200)
    return {key: player.pk for key, player in zip(new, created, strict=True)}


def _enter_all(tournament: Tournament, player_ids: list[int], at: datetime) -> None:
    entries = (
        Entry(tournament=tournament, player_id=pk, entered_at=at, status_at=at) for pk in player_ids
    )
    Entry.objects.bulk_create(entries, batch_size=200)
