"""Faults that are planted, so that the simulation itself is tested: each must be found."""

from tournaments import locking
from tournaments.clock.warnings import services as warnings
from tournaments.lock_order import Level, check
from tournaments.models import ClockWarning, Table
from tournaments.prepared import Prepared
from tournaments.results import receipts
from tournaments.results.versions import Receipt


def a_lost_key(patch) -> str:
    """A write that another phone had made before is answered, and nothing of it is kept."""
    patch.setattr(
        receipts,
        "keep_repeated",
        lambda _locked, _write, sheet, act: Receipt.of(sheet, act, repeated=True),
    )
    return "was answered and is stored 0 times"


def a_warning_twice(patch) -> str:
    """Whoever fires warnings does not look whether they were fired."""

    def fire(*, now) -> int:
        due = ClockWarning.objects.filter(warnings.STILL_TRUE, due_at__lte=now)
        keys = list(due.values_list("pk", flat=True))
        ClockWarning.objects.filter(pk__in=keys).update(fired_at=now)
        return 0

    patch.setattr(warnings, "fire_due_warnings", fire)
    return "came twice"


def a_lock_left_out(patch) -> str:
    """A table is read without its lock, so two phones may write at the same moment."""
    patch.setattr(locking, "TABLE", Prepared(lambda pk: Table.objects.filter(pk=pk).order_by()))

    def check_others(level, keys, strength, **more) -> None:
        if level != Level.TABLE:
            check(level, keys, strength, **more)

    patch.setattr(locking, "check", check_others)
    return "is written while nothing is locked for it"


FAULTS = (a_lost_key, a_warning_twice, a_lock_left_out)
