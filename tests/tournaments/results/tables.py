"""A table of four whose players act from their own phones."""

from django.db.models import Q, Sum

from games.sheet import QuickHand
from tests.builders import NOON, minutes
from tournaments.ledger import Actor
from tournaments.models import IdempotencyKey, ScoreSheet, SheetVersion
from tournaments.results.reporting import services as reporting

FIRST = QuickHand(points={1: 30, 2: 12, 3: 0, 4: -5}, went_out=1)
OTHER = QuickHand(points={1: 31, 2: 12, 3: 0, 4: -5}, went_out=1)


def at_seat(table, position, device="") -> Actor:
    """The player in a seat, with the seat open on their phone."""
    player = table.seats.get(position=position).entry.player
    return Actor(name=str(player), player=player, device=device or f"phone{position}")


def deal(table, number=1, *, at=NOON, seat=1):
    return reporting.deal_hand(table, number, by=at_seat(table, seat), at=at)


def report(table, number=1, hand=FIRST, *, seat=1, at=None, **facts):
    return reporting.report_hand(
        table, number, hand, by=at_seat(table, seat), at=at or NOON + minutes(15), **facts
    )


def play(table, number=1, hand=FIRST, *, at=NOON, seat=1):
    """Deal a hand at ``at`` and report it ten minutes later."""
    deal(table, number, at=at)
    return report(table, number, hand, seat=seat, at=at + minutes(10))


def totals(table) -> dict[int, int]:
    """Game points so far, by seat position."""
    counted = Q(lines__sheet__status__in=ScoreSheet.COUNTED)
    rows = table.seats.values_list("position").annotate(total=Sum("lines__points", filter=counted))
    return {position: total or 0 for position, total in rows}


def kept_keys() -> int:
    """How many writes are remembered by a key, whether they made a version or not."""
    return SheetVersion.objects.exclude(key=None).count() + IdempotencyKey.objects.count()
