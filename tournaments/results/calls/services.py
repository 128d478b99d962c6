"""Calling for a conductor from a seat, and answering; standings.answering adds a penalty.

A report about conduct is for the owners of the event alone. So the ledger, which every
conductor may read, says only that there was a report: not who made it, where, or in what words.
"""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments import ledger, locking, signals
from tournaments.errors import SeatGone
from tournaments.ledger import Actor
from tournaments.models import Call, Seat
from tournaments.results.calls import errors
from tournaments.texts import in_site_language
from tournaments.transactions import atomic
from tournaments.verbs import Verb

LONGEST_WORDS = 500


@atomic
def call_conductor(
    seat: Seat, kind: str, *, words: str = "", silent: bool = False, by: Actor, at: datetime
) -> Call:
    """Call for a conductor from a seat. A call of the same kind that is still open is the same one.

    Raises NoSuchKind or WordsMissing.
    """
    words = "\n".join(" ".join(line.split()) for line in words.splitlines()).strip()
    if kind not in Call.Kind.values:
        raise errors.NoSuchKind(field="kind")
    if kind in (Call.Kind.CONDUCT, Call.Kind.OTHER) and not words:
        raise errors.WordsMissing(field="words")
    table, _answers = locking.lock_table(seat.table)
    if not table.seats.filter(pk=seat.pk).exists():
        raise SeatGone
    mine = {"seat": seat, "player": seat.sitting}
    known = table.calls.filter(**mine, kind=kind, closed_at=None, words=words).first()
    if known:
        return known
    call = Call.objects.create(
        table=table,
        **mine,
        kind=kind,
        silent=silent,
        words=words[:LONGEST_WORDS],
        device=by.device,
        called_at=at,
    )
    after = {"kind": kind, "silent": silent, "words": call.words, "seat": seat.position}
    note(call, Verb.CALL_CONDUCTOR, by=by, at=at, after=after)
    return call


@atomic
def answer(call: Call, *, by: Actor, at: datetime) -> Call:
    """Say that somebody is coming: the first who answers. A second answer changes nothing."""
    call = locking.lock_call(call)
    if call.answered_at is None:
        _answer(call, by=by, at=at)
        call.save(update_fields=["answered_at", "answered_by"])
        note(call, Verb.ANSWER_CALL, by=by, at=at)
    return call


@atomic
def close(call: Call, *, by: Actor, at: datetime, remark: str = "") -> Call:
    """Note what became of a call. Raises CallClosed."""
    call = locking.lock_call(call)
    if call.closed_at:
        raise errors.CallClosed(by=call.closed_by)
    answered_at = call.answered_at or _answer(call, by=by, at=at)
    call.note = remark.strip()[:LONGEST_WORDS]
    # A server clock that was set back must not end a call before it began.
    call.closed_at, call.closed_by = max(at, answered_at), by.name[:120]
    call.save()
    after = {"note": call.note}
    note(call, Verb.CLOSE_CALL, by=by, at=at, after=after)
    return call


def _answer(call: Call, *, by: Actor, at: datetime) -> datetime:
    """Note who comes; when that was said."""
    answered_at = max(at, call.called_at)
    call.answered_at, call.answered_by = answered_at, by.name[:120]
    return answered_at


def note(
    call: Call, verb: Verb, *, by: Actor, at: datetime, after: dict[str, Any] | None = None
) -> None:
    """Record an act on a call in the ledger, and publish that calls changed."""
    event = call.table.round.tournament.event
    subject: object
    if call.kind == Call.Kind.CONDUCT:
        with in_site_language():
            subject, somebody = _("a conduct report"), Actor(name=_("a player"))
        after = {}
        if verb == Verb.CALL_CONDUCTOR:
            by = somebody
    else:
        subject = (call.table.round.tournament, call.table)
    ledger.record(event, verb, subject, by=by, at=at, after=after)
    signals.publish(signals.calls_changed, event_id=event.pk, table_id=call.table_id)
