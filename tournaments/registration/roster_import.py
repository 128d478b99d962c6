"""Importing a roster file into an event, or into one of its tournaments."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.registration import rules, services
from tournaments.registration.roster_file import ImportReport, RosterKey, match_lines, read_roster
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def import_roster(
    event: Event,
    data: bytes,
    *,
    tournament: Tournament | None = None,
    by: Actor,
    at: datetime,
    said: Mapping[int, rules.Said[RosterKey]] | None = None,
    dry_run: bool = False,
) -> ImportReport:
    """Add the valid lines of a roster file to the roster and, if one is given, to a tournament.

    Invalid lines are reported with their numbers and do not stop the others. ``said`` is whom a
    line means, by its number, where the roster does not say so. What a line says of somebody who is
    on the roster already is stored beside what is known; importing a file twice adds nobody. With
    ``dry_run`` the report says what would happen and nothing is written. Raises a FileRefused, or
    TournamentFinished.
    """
    file = read_roster(data)
    if tournament:
        services.open_tournaments(event, [tournament])
    event = locking.lock_event(event)
    roster: rules.Roster[RosterKey] = rules.Roster(services.people(event))
    lines = match_lines(file, roster, said)
    report = ImportReport(file=file, lines=lines, roster=roster, dry_run=dry_run)
    entering = _not_entered(report, tournament) if tournament else []
    report.entered = len(entering)
    if not dry_run:
        services.complete(event, roster, by=by, at=at)
    if not dry_run and (report.added or entering):
        players = _add_all(event, report)
        ids = [key if isinstance(key, int) else players[key] for key in entering]
        _enter_all(tournament, ids, at)
        after: dict[str, Any] = report.counts() | {"names": [line.name for line in report.added]}
        if tournament:
            after["tournament"] = tournament.slug
        ledger.record(event, Verb.IMPORT_ROSTER, "roster file", by=by, at=at, after=after)
        signals.publish(signals.roster_changed, event_id=event.pk)
    return report


def _not_entered(report: ImportReport, tournament: Tournament) -> list[RosterKey]:
    entered = set(tournament.entries.values_list("player_id", flat=True))
    keys = [line.key for line in report.people if line.key is not None]
    return [key for key in keys if key not in entered]


def _add_all(event: Event, report: ImportReport) -> dict[RosterKey, int]:
    """Create the new players of a report. Returns their primary keys by the keys of their lines."""
    new = report.new_people()
    players = [Player(event=event, identity=person.identity) for person in new.values()]
    for player, person in zip(players, new.values(), strict=True):
        services.write_person(player, person)
    created = Player.objects.bulk_create(players, batch_size=200)
    return {key: player.pk for key, player in zip(new, created, strict=True)}


def _enter_all(tournament: Tournament | None, player_ids: list[int], at: datetime) -> None:
    entries = (
        Entry(tournament=tournament, player_id=pk, entered_at=at, status_at=at) for pk in player_ids
    )
    Entry.objects.bulk_create(entries, batch_size=200)
