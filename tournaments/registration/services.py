"""The roster: registering, walking in, checking in, dropping, coming back."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Event, Player, Tournament
from tournaments.person_fields import ROSTER_KEYS, field_of
from tournaments.registration import errors, rules
from tournaments.seen import Values, changed_by
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def add_player(
    event: Event,
    *,
    by: Actor,
    at: datetime,
    said: rules.Said[int] = None,
    can_ask: bool = True,
    **fields: str,
) -> tuple[Player, bool]:
    """The player whom ``fields`` (see person_fields) describe, and whether they are new.

    ``said`` is who is meant where the roster has somebody of that name. If nobody said so, the
    caller ``can_ask``: NameNotClear is raised. What the fields say of somebody who is on the roster
    already is stored beside what is known (``rules.completed``). Raises a PersonRefused.
    """
    return _find_or_add(event, _read(fields), by=by, at=at, said=said, can_ask=can_ask)


def _find_or_add(
    event: Event,
    person: rules.Person,
    *,
    by: Actor,
    at: datetime,
    said: rules.Said[int],
    can_ask: bool = True,
    vouched: bool = True,
) -> tuple[Player, bool]:
    event = locking.lock_event(event)
    roster = rules.Roster(people(event))
    pk = roster.find(person, said) if said or can_ask else roster.find_unasked(person)
    if pk is not None:
        roster.complete(pk, person, vouched=vouched)
        complete(event, roster, by=by, at=at)
        return event.players.get(pk=pk), False
    player = Player(event=event, identity=person.identity)
    write_person(player, person)
    player.save()
    after = for_ledger(person, person)
    ledger.record(event, Verb.ADD_PLAYER, player, by=by, at=at, after=after)
    signals.publish(signals.roster_changed, event_id=event.pk)
    return player, True


@atomic
def register(
    event: Event,
    tournaments: Iterable[Tournament],
    *,
    by: Actor,
    at: datetime,
    said: rules.Said[int] = None,
    vouched: bool = True,
    needs_tournament: bool = True,
    **fields: str,
) -> Player:
    """Enter a person into tournaments of an event; entries they already have do not change.

    A dropped entry stays dropped. Raises as ``add_player``, an EntryRefused, or RowGone if one of
    the tournaments was deleted meanwhile.
    """
    chosen = _chosen(event, tournaments, needs_tournament=needs_tournament)
    player, is_new = _find_or_add(event, _read(fields), by=by, at=at, said=said, vouched=vouched)
    chosen = _chosen(event, locking.lock_to_enter(chosen), needs_tournament=False)
    if not is_new:
        locking.lock_player(player)  # they may be entered from their phone at this moment
    known = set(player.entries.values_list("tournament_id", flat=True))
    new = [tournament for tournament in chosen if tournament.pk not in known]
    _enter(player, new, Entry.Status.ENTERED, by=by, at=at)
    _enter_helpers(player.entries.filter(tournament__in=chosen), by=by, at=at)
    return player


@atomic
def walk_in(
    event: Event,
    tournaments: Iterable[Tournament],
    *,
    by: Actor,
    at: datetime,
    said: rules.Said[int] = None,
    needs_tournament: bool = True,
    **fields: str,
) -> Player:
    """Enter a person who is at the desk and check them in, even if they had dropped.

    Raises as ``register``.
    """
    chosen = _chosen(event, tournaments, needs_tournament=needs_tournament)
    player, is_new = _find_or_add(event, _read(fields), by=by, at=at, said=said)
    chosen = _chosen(event, locking.lock_to_enter(chosen), needs_tournament=False)
    if not is_new:
        locking.lock_player(player)  # as above
    locked = locking.lock_entries(player.entries.select_related("tournament"))
    known = {entry.tournament_id: entry for entry in locked}
    _enter(player, [t for t in chosen if t.pk not in known], Entry.Status.CHECKED_IN, by=by, at=at)
    for entry in (known[t.pk] for t in chosen if t.pk in known):
        _set_status(entry, Entry.Status.CHECKED_IN, Verb.CHECK_IN, by=by, at=at)
    return player


@atomic
def enter(player: Player, tournament: Tournament, *, by: Actor, at: datetime) -> Entry:
    """Enter a player of the roster into a tournament, unless they have an entry already.

    Raises an EntryRefused, or RowGone if the tournament was deleted meanwhile.
    """
    (tournament,) = open_tournaments(player.event, locking.lock_to_enter([tournament]))
    locking.lock_player(player)
    if not player.entries.filter(tournament=tournament).exists():
        _enter(player, [tournament], Entry.Status.ENTERED, by=by, at=at)
    _enter_helpers(player.entries.filter(tournament=tournament), by=by, at=at)
    return player.entries.get(tournament=tournament)


def be_here(player: Player, tournament: Tournament, *, by: Actor, at: datetime) -> Entry:
    """Make a player who is locked an entry that is checked in. Repeating it changes nothing.

    Raises an EntryRefused: a dropped entry must be brought back first.
    """
    check_open(tournament)
    entry = player.entries.filter(tournament=tournament).first()
    if entry is not None:
        return check_in(entry, by=by, at=at)
    _enter(player, [tournament], Entry.Status.CHECKED_IN, by=by, at=at)
    return player.entries.get(tournament=tournament)


def check_in(entry: Entry, *, by: Actor, at: datetime) -> Entry:
    """Check a player in. Repeating it changes nothing.

    Raises TournamentFinished, or Dropped for an entry that must be reinstated first.
    """
    return _change(entry, Entry.Status.CHECKED_IN, Verb.CHECK_IN, by=by, at=at)


def undo_check_in(entry: Entry, *, by: Actor, at: datetime) -> Entry:
    """Undo a check-in made by mistake. Raises TournamentFinished or Dropped."""
    return _change(entry, Entry.Status.ENTERED, Verb.UNDO_CHECK_IN, by=by, at=at)


def mark_missing(entry: Entry, *, by: Actor, at: datetime) -> Entry:
    """Say that a player did not turn up: they are not seated until they are checked in again.

    Raises TournamentFinished or Dropped.
    """
    return _change(entry, Entry.Status.MISSING, Verb.MARK_MISSING, by=by, at=at)


@atomic
def check_in_many(entries: Iterable[Entry], *, by: Actor, at: datetime) -> int:
    """Check in those of ``entries`` that are not checked in yet. Returns their number.

    Dropped entries and finished tournaments are skipped.
    """
    waiting = [Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.MISSING]
    chosen = (
        Entry.objects.filter(pk__in=[entry.pk for entry in entries], status__in=waiting)
        .exclude(tournament__status__in=Tournament.ENDED)
        .select_related("player", "tournament")
    )
    by_event: dict[int, list[Entry]] = {}
    for entry in locking.lock_entries(chosen):
        entry.status, entry.status_at = Entry.Status.CHECKED_IN, at
        by_event.setdefault(entry.tournament.event_id, []).append(entry)
    for event_id, found in by_event.items():
        Entry.objects.bulk_update(found, ["status", "status_at"], batch_size=200)
        names = [f"{entry.player}: {entry.tournament}" for entry in found]
        subject = f"{len(found)} entries"
        ledger.record(
            event_id, Verb.CHECK_IN_MANY, subject, by=by, at=at, after={"checked_in": names}
        )
        signals.publish(signals.roster_changed, event_id=event_id)
    return sum(map(len, by_event.values()))


def drop(entry: Entry, *, by: Actor, at: datetime, reason: str = "") -> Entry:
    """Take a player out of future rounds; their results stay.

    Raises TournamentFinished.
    """
    return _change(entry, Entry.Status.DROPPED, Verb.DROP, by=by, at=at, reason=reason)


def reinstate(entry: Entry, *, by: Actor, at: datetime) -> Entry:
    """Check in a player who had dropped and is back at the desk.

    Raises TournamentFinished. An entry that had not dropped does not change.
    """
    return _change(entry, Entry.Status.CHECKED_IN, Verb.REINSTATE, by=by, at=at)


@atomic
def edit_player(
    player: Player, *, by: Actor, at: datetime, seen: Values | None = None, **fields: str
) -> Player:
    """Change the given fields of a player, of those that were ``seen`` before.

    Raises ChangedMeanwhile, or a PersonRefused: AlreadyOnTheRoster if the line would then mean
    another player, PersonErased if nobody may know any more who it was.
    """
    event = locking.lock_event(player.event)
    player = event.players.get(pk=player.pk)
    if rules.is_erased(player.identity):
        raise errors.PersonErased(field="name", name=player.name)
    before = as_person(player)
    after = _read({**before, **changed_by(fields, seen, before)})
    other = event.players.filter(identity=after.identity).exclude(pk=player.pk).first()
    if other:
        field = "handle" if after.handle else "name"
        raise errors.AlreadyOnTheRoster(field=field, name=other.name)
    number = after.member_number
    if number and event.players.filter(member_number=number).exclude(pk=player.pk).exists():
        raise errors.NumberTaken(field="member_number", number=number)
    changed = _write_changes(event, player, after, by=by, at=at)
    if changed:
        player.save(update_fields=[*changed, "identity"])
        signals.publish(signals.roster_changed, event_id=event.pk)
    return player


# --- Shared steps ---------------------------------------------------------------------------------


def as_person(player: Player) -> rules.Person:
    """Return a player as the roster knows them."""
    return rules.Person(**{key: getattr(player, key) for key in ROSTER_KEYS})


def people(event: Event) -> Iterator[tuple[int, rules.Person]]:
    """The people on the roster of an event, each with their primary key."""
    rows = event.players.order_by("pk").values("pk", *ROSTER_KEYS)
    return ((row.pop("pk"), rules.Person(**row)) for row in rows)


def complete(event: Event, roster: rules.Roster[Any], *, by: Actor, at: datetime) -> None:
    """Store what is known now of those of the roster whom other lines completed.

    Nothing is known any more of whoever was erased.
    """
    found = event.players.filter(pk__in=[k for k in roster.completed if isinstance(k, int)])
    players = [player for player in found if not rules.is_erased(player.identity)]
    if not players:
        return
    for player in players:
        _write_changes(event, player, roster.people[player.pk], by=by, at=at)
    Player.objects.bulk_update(players, [*ROSTER_KEYS, "identity"], batch_size=200)
    signals.publish(signals.roster_changed, event_id=event.pk)


def _write_changes(
    event: Event, player: Player, after: rules.Person, *, by: Actor, at: datetime
) -> list[str]:
    """Give a player what is known now, and record it; the fields that change. Nothing is stored."""
    before = as_person(player)
    changed = rules.changed_fields(before, after)
    if changed:
        write_person(player, after)
        player.identity = after.identity
        facts = {"before": for_ledger(before, changed), "after": for_ledger(after, changed)}
        ledger.record(event, Verb.EDIT_PLAYER, player, by=by, at=at, **facts)
    return changed


def for_ledger(person: rules.Person, keys: Iterable[str]) -> dict[str, str | list[str]]:
    """Fields of a person for the append-only ledger.

    Public ones with their values; of the others, that they are given.
    """
    public = [key for key in keys if field_of(key).is_public]
    private = [key for key in keys if person[key] and not field_of(key).is_public]
    return {key: person[key] for key in public} | ({"private": private} if private else {})


def check_open(tournament: Tournament) -> None:
    """Raise TournamentFinished or TournamentCancelled if entries can no longer change."""
    if tournament.status == Tournament.Status.CANCELLED:
        raise errors.TournamentCancelled(field="tournaments", tournament=tournament.name)
    if tournament.status == Tournament.Status.FINISHED:
        raise errors.TournamentFinished(field="tournaments", tournament=tournament.name)


def check_may_join(tournament: Tournament, at: datetime) -> None:
    """Raise TournamentFinished or RegistrationClosed if people cannot enter by themselves."""
    check_open(tournament)
    if not tournament.may_be_joined(at):
        raise errors.RegistrationClosed(field="tournaments", tournament=tournament.name)


def _read(fields: dict[str, str]) -> rules.Person:
    if unknown := set(fields) - set(ROSTER_KEYS):
        raise TypeError(f"a player has nothing named {sorted(unknown)}")
    person, reasons = rules.read_person(fields)
    if person is None:
        raise reasons[0]
    return person


def write_person(player: Player, person: rules.Person) -> None:
    """Give a player the fields of a person; nothing is stored."""
    for key, value in person.items():
        setattr(player, key, value)


def open_tournaments(event: Event, tournaments: Iterable[Tournament]) -> list[Tournament]:
    """The tournaments, if people can enter all of them. Raises an EntryRefused."""
    chosen = list(tournaments)
    if not chosen:
        raise errors.NoTournamentChosen(field="tournaments")
    for tournament in chosen:
        if tournament.event_id != event.pk:
            raise errors.TournamentOfAnotherEvent(field="tournaments", tournament=tournament.name)
        check_open(tournament)
    return chosen


def _chosen(
    event: Event, tournaments: Iterable[Tournament], *, needs_tournament: bool
) -> list[Tournament]:
    """As ``open_tournaments``; none at all is a choice where people sign up for sessions."""
    chosen = list(tournaments)
    return open_tournaments(event, chosen) if chosen or needs_tournament else []


def _enter(
    player: Player, tournaments: list[Tournament], status: str, *, by: Actor, at: datetime
) -> None:
    for tournament in tournaments:
        entry = Entry.objects.create(
            tournament=tournament, player=player, status=status, entered_at=at, status_at=at
        )
        after = {"tournament": tournament.slug, "status": str(status)}
        ledger.record(player.event_id, Verb.ENTER, entry, by=by, at=at, after=after)
        signals.publish(signals.roster_changed, event_id=player.event_id)


def _enter_helpers(entries: QuerySet[Entry], *, by: Actor, at: datetime) -> None:
    """Let those who only helped so far take part: what they played as helpers still counts not."""
    helping = entries.filter(status=Entry.Status.HELPER).select_related("tournament", "player")
    for entry in locking.lock_entries(helping):
        _set_status(entry, Entry.Status.ENTERED, Verb.ENTER, by=by, at=at)


@atomic
def _change(
    entry: Entry, status: str, verb: Verb, *, by: Actor, at: datetime, reason: str = ""
) -> Entry:
    """Lock an entry, check that it may change to ``status``, and change it."""
    entry = locking.lock_entry(entry)
    check_open(entry.tournament)
    dropped = entry.status == Entry.Status.DROPPED
    if verb == Verb.REINSTATE and not dropped:
        return entry
    if verb == Verb.UNDO_CHECK_IN and entry.status == Entry.Status.WAITING:
        return entry
    if entry.status == Entry.Status.HELPER and verb in {Verb.UNDO_CHECK_IN, Verb.MARK_MISSING}:
        # Nobody expects a helper to play.
        return entry
    if dropped and verb not in {Verb.REINSTATE, Verb.DROP}:
        raise errors.Dropped(name=entry.player.name, tournament=entry.tournament.name)
    return _set_status(entry, status, verb, by=by, at=at, reason=reason)


def _set_status(
    entry: Entry, status: str, verb: Verb, *, by: Actor, at: datetime, reason: str = ""
) -> Entry:
    if entry.status == status:
        return entry
    tournament = {"tournament": entry.tournament.slug}
    before = tournament | {"status": str(entry.status)}
    after = tournament | {"status": str(status)} | ({"reason": reason[:200]} if reason else {})
    entry.status, entry.status_at = status, at
    entry.save(update_fields=["status", "status_at"])
    event_id = entry.tournament.event_id
    ledger.record(event_id, verb, entry, by=by, at=at, before=before, after=after)
    signals.publish(signals.roster_changed, event_id=event_id)
    return entry
