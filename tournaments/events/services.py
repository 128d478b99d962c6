"""Setting up events and their tournaments."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Manager, Model

from games.catalogue import games
from tournaments import ledger, locking
from tournaments.access.shown_results import keeps_back
from tournaments.events import errors, queries, rules
from tournaments.events.settings.declaring import Text, values_of
from tournaments.events.settings.inputs import paragraphs
from tournaments.events.settings.of_event import LONGEST_NAME, OF_EVENT
from tournaments.events.settings.of_tournament import (
    OF_TOURNAMENT,
    TournamentSettings,
    defaults,
)
from tournaments.ledger import Actor
from tournaments.models import (
    Event,
    FixtureList,
    Role,
    Round,
    Staff,
    Title,
    Tournament,
)
from tournaments.results_version import results_changed
from tournaments.seen import Values, changed_by, check_not_added
from tournaments.transactions import atomic
from tournaments.verbs import Verb

LONGEST_CODE_OF_CONDUCT = 5000
#: Settings of several lines, and what may still be changed once a tournament is finished.
TEXTS = frozenset(key for key, one in OF_TOURNAMENT.items() if isinstance(one.kind, Text))

Named = TypeVar("Named", Event, Tournament)


def create_event(
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    by: Actor,
    at: datetime,
    venue: str = "",
    time_zone: str = "UTC",
    is_demo: bool = False,
    is_draft: bool = False,
    seen: int | None = None,
    **settings: Any,
) -> Event:
    """Set up an event and make the account behind ``by``, if there is one, its owner.

    Raises an EventRefused for the first thing that is wrong, and AddedSinceSeen if they set up one
    of this name after ``seen``, the key of their newest event.
    """
    name, venue = " ".join(name.split()), " ".join(venue.split())
    for fault in rules.event_faults(name, venue, time_zone, starts_on, ends_on):
        raise fault
    with transaction.atomic():
        event = _create_with_free_slug(
            Event.objects,
            name=name,
            otherwise="event",
            venue=venue,
            time_zone=time_zone,
            starts_on=starts_on,
            ends_on=ends_on,
            is_demo=is_demo,
            announced_at=None if is_draft else at,
            **settings,
        )
        if by.user:
            Staff.objects.create(event=event, user=by.user, role=Role.OWNER)
            same = Event.objects.filter(staff__user=by.user, name=name, starts_on=starts_on)
            check_not_added(same.exclude(pk=event.pk), seen)
        after = _plain(event, OF_EVENT)
        ledger.record(event, Verb.CREATE_EVENT, event, by=by, at=at, after=after)
    return event


@atomic
def change_event(
    event: Event, *, by: Actor, at: datetime, seen: Values | None = None, **changes: Any
) -> Event:
    """Change the given settings, of those that were ``seen`` before. The slug never changes.

    Raises ChangedMeanwhile, or an EventRefused for the first thing that is wrong.
    """
    event = locking.lock_event(event)
    before = _plain(event, OF_EVENT)
    changes = changed_by(changes, seen, values_of(event, OF_EVENT))
    _set(event, OF_EVENT, changes)
    for fault in rules.event_faults(**values_of(event, OF_EVENT)):
        raise fault
    event.save(update_fields=changes)
    _record_change(event, Verb.CHANGE_EVENT, event, before, _plain(event, OF_EVENT), by=by, at=at)
    return event


@atomic
def announce_event(event: Event, *, by: Actor, at: datetime) -> Event:
    """Show a draft to everybody. Nothing happens to an event that was announced before."""
    event = locking.lock_event(event)
    if event.is_draft:
        event.announced_at = at
        event.save(update_fields=["announced_at"])
        ledger.record(event, Verb.ANNOUNCE_EVENT, event, by=by, at=at)
    return event


@atomic
def withdraw_event(event: Event, *, by: Actor, at: datetime) -> Event:
    """Make an event a draft again, which only its staff see. Nothing happens if it is one.

    Raises SeatsWerePublished once players may have seen theirs, or whom they meet in a league.
    """
    event = locking.lock_event(event)
    if queries.seats_were_published(event):
        raise errors.SeatsWerePublished
    if not event.is_draft:
        event.announced_at = None
        event.save(update_fields=["announced_at"])
        ledger.record(event, Verb.WITHDRAW_EVENT, event, by=by, at=at)
    return event


@atomic
def write_code_of_conduct(
    event: Event, text: str, *, by: Actor, at: datetime, seen: str | None = None
) -> Event:
    """Replace the event's code of conduct, which was ``seen``.

    Raises ChangedMeanwhile or TextTooLong.
    """
    lines = (" ".join(line.split()) for line in text.strip().splitlines())
    text = "\n".join(lines)
    if len(text) > LONGEST_CODE_OF_CONDUCT:
        raise errors.TextTooLong(field="text", most=LONGEST_CODE_OF_CONDUCT)
    event = locking.lock_event(event)
    before = _plain(event, ("code_of_conduct",))
    shown = None if seen is None else {"text": seen}
    changes = changed_by({"text": text}, shown, {"text": event.code_of_conduct})
    event.code_of_conduct = changes.get("text", event.code_of_conduct)
    event.save(update_fields=["code_of_conduct"])
    after = _plain(event, ("code_of_conduct",))
    _record_change(event, Verb.WRITE_CODE_OF_CONDUCT, event, before, after, by=by, at=at)
    return event


def create_tournament(
    event: Event,
    *,
    name: str,
    game: str,
    by: Actor,
    at: datetime,
    seen: int | None = None,
    **settings: Any,
) -> Tournament:
    """Set up a tournament. Settings that are not given come from what is known of the game.

    ``game`` is the key of a game of this site, or of a title of the event. Raises a
    TournamentRefused for the first thing that is wrong, and AddedSinceSeen if one of this name was
    set up after ``seen``, the key of the newest tournament of the event.
    """
    name = _tournament_name(name)
    with transaction.atomic():
        title = None if game in games() else _title(event, game)
        info = title.setup.info if title else games()[game]
        usual = defaults(info)
        chosen = {**usual.options, **settings.pop("options", {})}
        settings |= {key: paragraphs(settings[key]) for key in TEXTS & settings.keys()}
        values = replace(usual, **settings, options=chosen)
        for fault in rules.faults(values, info):
            raise fault
        tournament = _create_with_free_slug(
            event.tournaments,
            name=name,
            otherwise="tournament",
            game=game,
            title=title,
            **asdict(values),
        )
        same = event.tournaments.filter(name=name, game=game).exclude(pk=tournament.pk)
        check_not_added(same, seen)
        after = _plain(tournament, ("name", "game", *OF_TOURNAMENT))
        ledger.record(event, Verb.CREATE_TOURNAMENT, tournament, by=by, at=at, after=after)
    return tournament


@atomic
def change_tournament(
    tournament: Tournament, *, by: Actor, at: datetime, seen: Values | None = None, **changes: Any
) -> Tournament:
    """Change the given name or settings, of those that were ``seen`` before.

    The game and the slug never change. A round that has started keeps its clock: its deadlines
    were fixed when it started. Raises ChangedMeanwhile, or a TournamentRefused for the first thing
    that is wrong.
    """
    fields = ("name", *(key for key, one in OF_TOURNAMENT.items() if not one.only_at_first))
    tournament = locking.lock_settings(tournament)
    before, was_keeping_back = _plain(tournament, fields), keeps_back(tournament)
    chosen = tournament.setup.options
    changes["options"] = {**chosen, **changes.get("options", {})}
    now = {key: getattr(tournament, key) for key in fields} | {"options": chosen}
    changes = changed_by(changes, seen, now)
    _set(tournament, fields, changes)
    tournament.name = _tournament_name(tournament.name)
    after = _plain(tournament, fields)
    finished = tournament.status == Tournament.Status.FINISHED
    if finished and any(
        before[field] != after[field] for field in fields[1:] if field not in TEXTS
    ):
        raise errors.FinishedTournamentStays
    settings = TournamentSettings(**values_of(tournament, OF_TOURNAMENT))
    for fault in rules.faults(settings, tournament.info):
        raise fault
    _check_format(tournament, before["pairing"])
    _check_options(tournament, chosen)
    tournament.save(update_fields=changes)
    _record_change(
        tournament.event, Verb.CHANGE_TOURNAMENT, tournament, before, after, by=by, at=at
    )
    if keeps_back(tournament) != was_keeping_back:
        # Rankings, seasons and ratings have it or leave it out.
        results_changed(tournament, at)
    return tournament


def _check_format(tournament: Tournament, before: str) -> None:
    """Raise FormatIsFixed or FormatOfFixtures if what there is does not allow this change."""
    after = tournament.pairing
    if after == before or {before, after} <= rules.SWISS:
        return
    if _was_seated(tournament):
        raise errors.FormatIsFixed(field="pairing")
    if FixtureList.objects.filter(tournament=tournament).exists():
        raise errors.FormatOfFixtures(field="pairing")


def _check_options(tournament: Tournament, before: Mapping[str, Any]) -> None:
    """Raise OptionsAreFixed if the game would be another than the one of the rounds so far."""
    if tournament.setup.options != before and _was_seated(tournament):
        raise errors.OptionsAreFixed(field="options")


def _was_seated(tournament: Tournament) -> bool:
    """Whether it has a round; an annulled one counts as well, since that can be taken back."""
    return Round.with_annulled.filter(tournament=tournament).exists()


def _title(event: Event, key: str) -> Title:
    """A title of the event, which nobody changes meanwhile. Raises NoSuchGame."""
    title = locking.lock_event(event).titles.filter(key=key).first()
    if title is None:
        raise errors.NoSuchGame(field="game", game=key)
    return title


def _tournament_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise errors.TournamentNeedsName(field="name")
    if len(name) > LONGEST_NAME:
        raise errors.TextTooLong(field="name", most=LONGEST_NAME)
    return name


# --- Shared steps ---------------------------------------------------------------------------------


def _create_with_free_slug(
    manager: Manager[Named], *, name: str, otherwise: str, **fields: Any
) -> Named:
    """Create a row under the first free slug; try the next one if somebody else was quicker.

    No row says that nobody else does the same at this moment: but they want the same address.
    """
    taken = set(manager.values_list("slug", flat=True))
    while True:
        slug = rules.free_slug(name, taken, otherwise=otherwise)
        try:
            with transaction.atomic():
                return manager.create(name=name, slug=slug, **fields)
        except IntegrityError:
            if not manager.filter(slug=slug).exists():
                raise
            taken.add(slug)


def _set(row: Model, fields: Collection[str], changes: dict[str, Any]) -> None:
    if unknown := set(changes) - set(fields):
        raise TypeError(f"{type(row).__name__} has nothing to change named {sorted(unknown)}")
    for field, value in changes.items():
        setattr(row, field, _tidy(field, value))


def _tidy(field: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return paragraphs(value) if field in TEXTS else " ".join(value.split())


def _plain(row: Model, fields: Iterable[str]) -> dict[str, Any]:
    """The values of a row as the ledger keeps them: durations in minutes, days in ISO form."""
    return {field: _plain_value(getattr(row, field)) for field in fields}


def _plain_value(value: Any) -> Any:
    if isinstance(value, timedelta):
        return value / timedelta(minutes=1)
    return value.isoformat() if isinstance(value, date) else value


def _record_change(
    event: Event,
    verb: Verb,
    subject: Model,
    before: dict[str, Any],
    after: dict[str, Any],
    *,
    by: Actor,
    at: datetime,
) -> None:
    changed = [field for field in after if before[field] != after[field]]
    if changed:
        ledger.record(
            event,
            verb,
            subject,
            by=by,
            at=at,
            before={field: before[field] for field in changed},
            after={field: after[field] for field in changed},
        )
