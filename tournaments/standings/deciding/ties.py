"""Deciding between people who are exactly equal, where their order matters.

By a play-off, by lot from the seed of the tournament, or by a conductor's choice with a reason. The
standings show the decision, and everything that follows from their order uses it. It holds while
the same people are equal: who joins them makes it an open question again.
"""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.measures import lot_number
from tournaments import ledger, locking, reasons
from tournaments.ledger import Actor
from tournaments.models import Adjustment, Entry, Tournament
from tournaments.results_version import results_changed
from tournaments.standings import errors
from tournaments.standings.computing.services import compute, refresh
from tournaments.texts import in_site_language
from tournaments.transactions import atomic
from tournaments.verbs import Verb

Kind = Adjustment.Kind


@atomic
def decide_tie(
    tournament: Tournament,
    order: Sequence[Entry],
    kind: str,
    *,
    reason: str,
    by: Actor,
    at: datetime,
) -> list[Adjustment]:
    """Put people who share a place in an order, the best first; by lot, in the one that is drawn.

    An earlier decision about any of them is withdrawn. Raises a StandingsRefused.
    """
    if kind not in Adjustment.ORDER:
        raise errors.NoWayToDecide(field="kind")
    reason = reasons.as_kept(reason)
    if kind == Kind.CHOICE and not reason:
        raise errors.ReasonMissing(field="reason")
    tournament = locking.lock_tournament(tournament)
    _check_equal(tournament, order)
    if kind == Kind.LOT:
        order = by_lot(tournament, order)
        with in_site_language():
            reason = reason or _("seed %(seed)s") % {"seed": tournament.lot_seed}
    earlier = Adjustment.objects.filter(entry__in=order, kind__in=Adjustment.ORDER)
    earlier.filter(taken_back_at=None).update(taken_back_at=at)
    made = Adjustment.objects.bulk_create(
        Adjustment(
            entry=entry, kind=kind, points=str(number), reason=reason, given_by=by.name[:120],
            given_at=at,
        )
        for number, entry in enumerate(order, start=1)
    )  # fmt: skip
    results_changed(tournament, at)
    after = {"people": [str(entry) for entry in order], "how": kind, "reason": reason}
    ledger.record(tournament.event_id, Verb.DECIDE_TIE, tournament, by=by, at=at, after=after)
    refresh(tournament.pk, at=at)
    return made


def by_lot(tournament: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """The order of a draw with the seed of the tournament: the higher lot first."""
    return sorted(
        entries,
        key=lambda entry: lot_number(tournament.lot_seed, entry.player.identity),
        reverse=True,
    )


def _check_equal(tournament: Tournament, order: Sequence[Entry]) -> None:
    """Refuse people who do not share one place."""
    wanted = [entry.pk for entry in order]
    places = {line.entry_id: line.place for line in compute(tournament).lines}
    shared = {places.get(pk) for pk in wanted}
    if len(wanted) < 2 or len(set(wanted)) < len(wanted) or len(shared) != 1 or None in shared:
        raise errors.NotEqual(field="entries")
