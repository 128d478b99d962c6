"""Which topics change with which domain event."""

from collections.abc import Iterable

from tournaments import signals
from tournaments.live.publish import hint


def connect() -> None:
    """Connect the receivers to the signals. Called once, when the app is ready."""
    signals.roster_changed.connect(on_roster_changed)
    signals.round_changed.connect(on_round_changed)
    signals.next_round_planned.connect(on_next_round_planned)
    signals.table_changed.connect(on_table_changed)
    signals.table_clock_changed.connect(on_table_clock_changed)
    signals.calls_changed.connect(on_calls_changed)
    signals.bookings_changed.connect(on_bookings_changed)
    signals.pickups_changed.connect(on_pickups_changed)
    signals.timetable_changed.connect(on_timetable_changed)
    signals.standings_changed.connect(on_standings_changed)
    signals.agreement_changed.connect(on_standings_changed)
    signals.warnings_fired.connect(on_warnings_fired)
    signals.announced.connect(on_announced)
    signals.ranking_changed.connect(on_ranking_changed)


def on_roster_changed(sender: object, *, event_id: int, **facts: object) -> None:
    hint(event_id, f"roster-{event_id}")


def on_round_changed(
    sender: object, *, event_id: int, tournament_id: int, round_id: int, **facts: object
) -> None:
    hint(event_id, f"event-{event_id}", f"tournament-{tournament_id}", f"round-{round_id}")


def on_next_round_planned(
    sender: object, *, event_id: int, tournament_id: int, **facts: object
) -> None:
    hint(event_id, f"event-{event_id}", f"tournament-{tournament_id}")


def on_table_changed(
    sender: object, *, event_id: int, round_id: int, table_id: int, **facts: object
) -> None:
    hint(event_id, f"round-{round_id}", f"table-{table_id}")


def on_table_clock_changed(
    sender: object, *, event_id: int, table_id: int, **facts: object
) -> None:
    hint(event_id, f"clock-of-table-{table_id}")


def on_calls_changed(sender: object, *, event_id: int, table_id: int, **facts: object) -> None:
    hint(event_id, f"calls-{event_id}", f"calls-of-table-{table_id}")


def on_bookings_changed(sender: object, *, event_id: int, session_id: int, **facts: object) -> None:
    hint(event_id, f"sessions-{event_id}", f"session-{session_id}")


def on_pickups_changed(sender: object, *, event_id: int, **facts: object) -> None:
    hint(event_id, f"pickups-{event_id}")


def on_timetable_changed(sender: object, *, event_id: int, **facts: object) -> None:
    hint(event_id, f"sessions-{event_id}")


def on_standings_changed(
    sender: object, *, event_id: int, tournament_id: int, **facts: object
) -> None:
    hint(event_id, f"standings-{tournament_id}")


def on_warnings_fired(
    sender: object,
    *,
    event_id: int,
    round_ids: Iterable[int],
    tournament_ids: Iterable[int],
    **facts: object,
) -> None:
    rounds = (f"round-{round_id}" for round_id in round_ids)
    tournaments = (f"tournament-{tournament_id}" for tournament_id in tournament_ids)
    hint(event_id, f"notices-{event_id}", *rounds, *tournaments)


def on_announced(sender: object, *, event_id: int, **facts: object) -> None:
    hint(event_id, f"notices-{event_id}")


def on_ranking_changed(sender: object, *, event_id: int, ranking_id: int, **facts: object) -> None:
    hint(event_id, f"ranking-{ranking_id}")
