"""Defining, changing and removing the titles of an event."""

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from tournaments import ledger, locking
from tournaments.errors import RowGone
from tournaments.events import rules as event_rules
from tournaments.events.settings.declaring import values_of
from tournaments.events.settings.of_tournament import OF_TOURNAMENT, TournamentSettings
from tournaments.events.titles import errors, rules
from tournaments.ledger import Actor
from tournaments.lock_order import Strength
from tournaments.models import Event, ScoreSheet, Title, Tournament
from tournaments.results_version import results_changed
from tournaments.seen import Values, changed_by, check_still
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def define_title(event: Event, *, by: Actor, at: datetime, **values: Any) -> Title:
    """Define a game without an engine. Raises a TitleRefused for the first thing that is wrong."""
    settled = _checked(rules.TitleValues(**_tidy(values)))
    event = locking.lock_event(event)
    key = _free_key(event, settled.name)
    title = Title.objects.create(event=event, key=key, **asdict(settled))
    ledger.record(event, Verb.DEFINE_TITLE, title, by=by, at=at, after=_plain(title))
    return title


@atomic
def change_title(
    title: Title, *, by: Actor, at: datetime, seen: Values | None = None, **changes: Any
) -> Title:
    """Change a title, of which ``seen`` was seen before.

    Its tables wait meanwhile. Once a sheet of it is written, what is on its sheets stays: raises
    TitleHasSheets. Raises ChangedMeanwhile, or a TitleRefused for the first other thing that is
    wrong.
    """
    event = locking.lock_event(title.event_id)
    title = _title(title)
    tournaments = _tournaments(title)
    before, old = _plain(title), _values(title)
    new = _checked(replace(old, **changed_by(_tidy(changes), seen, asdict(old))))
    changed = [name for name in rules.VALUES if getattr(new, name) != getattr(old, name)]
    _check_sheets(title, changed)
    if not tournaments and rules.key_of(new.name) != title.key:
        title.key = _free_key(event, new.name)
    for name in changed:
        setattr(title, name, getattr(new, name))
    for tournament in tournaments:
        _check_fits(tournament, title)
    title.save(update_fields=[*changed, "key"])
    after = _plain(title)
    if changed:
        ledger.record(event, Verb.CHANGE_TITLE, title, by=by, at=at, before=before, after=after)
    if "name" in changed:
        # Rankings in which each title is a category have its results by its name.
        for tournament in tournaments:
            results_changed(tournament, at)
    return title


@atomic
def remove_title(title: Title, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Remove a title of which there is no tournament; ``seen`` is the digest of its values.

    Raises ChangedSinceSeen or TitleInUse.
    """
    event = locking.lock_event(title.event_id)
    title = _title(title)
    check_still(seen, asdict(_values(title)))
    for tournament in title.tournaments.order_by("pk")[:1]:
        raise errors.TitleInUse(tournament=tournament.name)
    before = _plain(title)
    ledger.record(event, Verb.REMOVE_TITLE, title, by=by, at=at, before=before)
    title.delete()


def _title(title: Title) -> Title:
    """The title as it stands now, under the lock of its event."""
    found = Title.objects.filter(pk=title.pk).first()
    if found is None:
        raise RowGone
    return found


def _tournaments(title: Title) -> list[Tournament]:
    """The tournaments of a title, locked so that no table of theirs writes a sheet meanwhile."""
    if not title.tournaments.exists():
        return []
    locked = locking.lock_tournaments(title.event_id, strength=Strength.FULL)
    return [one for one in locked.values() if one.title_id == title.pk]


def _check_sheets(title: Title, changed: list[str]) -> None:
    """Raise TitleHasSheets at the first change of what is on the sheets that are written."""
    fixed = [name for name in changed if name not in rules.ALWAYS_CHANGEABLE]
    sheets = ScoreSheet.objects.filter(table__round__tournament__title=title)
    if fixed and sheets.exists():
        raise errors.TitleHasSheets(field=fixed[0], name=title.name)


def _check_fits(tournament: Tournament, title: Title) -> None:
    """Raise TournamentNoLongerFits where the settings of a tournament are not valid any more."""
    settings = TournamentSettings(**values_of(tournament, OF_TOURNAMENT))
    for fault in event_rules.faults(settings, title.setup.info):
        raise errors.TournamentNoLongerFits(tournament=tournament.name, why=str(fault))
    unfit = event_rules.tie_break_fault(tournament.tie_breaks or (), title.setup.info)
    if unfit:
        raise errors.TournamentNoLongerFits(tournament=tournament.name, why=str(unfit))


def _tidy(values: dict[str, Any]) -> dict[str, Any]:
    """The values with each text in one line."""
    return values | {name: " ".join(values[name].split()) for name in rules.TEXTS if name in values}


def _checked(values: rules.TitleValues) -> rules.TitleValues:
    for fault in rules.faults(values):
        raise fault
    return values


def _free_key(event: Event, name: str) -> str:
    key = rules.key_of(name)
    for taken in event.titles.filter(key=key):
        raise errors.TitleNameTaken(field="name", name=taken.name)
    return key


def _values(title: Title) -> rules.TitleValues:
    return rules.TitleValues(**{name: getattr(title, name) for name in rules.VALUES})


def _plain(title: Title) -> dict[str, Any]:
    """The values of a title as the ledger has them."""
    minutes = {"slot": int(title.slot.total_seconds()) // 60}
    return {name: getattr(title, name) for name in rules.VALUES} | minutes
