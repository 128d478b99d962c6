"""Phones, and the network between them and the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from django.db import transaction

from tests.simulation.day import Day, Message
from tests.simulation.verbs.declaring import a_hand, a_sheet, a_table, phone_of, somebody_at, verb
from tournaments.errors import Refused
from tournaments.idempotency import own_key
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet, SheetVersion, Table
from tournaments.results import receipts
from tournaments.results.confirming import services as confirming
from tournaments.results.reporting import services as reporting
from tournaments.results.versions import Receipt

Status, Act = ScoreSheet.Status, SheetVersion.Act
#: What phones send.
ACTS = {
    reporting.deal: Act.DEAL,
    reporting.report_hand: Act.REPORT,
    confirming.confirm_sheet: Act.CONFIRM,
    confirming.dispute_sheet: Act.DISPUTE,
}


def say(
    day: Day,
    service: Callable,
    table: Table,
    number: int,
    *facts: object,
    by: Actor,
    **more: object,
) -> None:
    """Let a phone send a write, with a key; ``deliver`` is when it arrives, if at all."""
    key = day.new_key()
    act = ACTS[service]
    address = f"{act} {table.code}" + (f" {number}" if act in receipts.AT_A_HAND else "")
    stored_as = own_key(f"player {by.player.pk}", address, key)

    def send(at: datetime) -> Receipt:
        return service(table, number, *facts, by=by, at=at, key=key, **more)

    day.network.append(Message(key, stored_as, send))


@verb(10)
def deal(day: Day, rnd: Random) -> None:
    if (table := a_table(day, rnd)) and (seat := somebody_at(table, rnd)):
        last = table.sheets.exclude(status=Status.VOIDED).order_by("-number").first()
        say(day, reporting.deal, table, last.number + 1 if last else 1, by=phone_of(seat))


@verb(14)
def report(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, Status.DEALT, *ScoreSheet.OBJECTABLE):
        seat, hand = somebody_at(sheet.table, rnd), a_hand(sheet.table, rnd)
        offline = rnd.random() < 0.2
        facts = {"by": phone_of(seat), "offline": offline, "made_at": day.now if offline else None}
        say(day, reporting.report_hand, sheet.table, sheet.number, hand, **facts)


@verb(8)
def confirm(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, Status.REPORTED):
        by = phone_of(somebody_at(sheet.table, rnd))
        say(day, confirming.confirm_sheet, sheet.table, sheet.number, by=by, version=sheet.version)


@verb(3)
def dispute(day: Day, rnd: Random) -> None:
    if sheet := a_sheet(day, rnd, *ScoreSheet.OBJECTABLE):
        by, hand = phone_of(somebody_at(sheet.table, rnd)), a_hand(sheet.table, rnd)
        say(day, confirming.dispute_sheet, sheet.table, sheet.number, hand, by=by, reason="No")


@verb(30)
def deliver(day: Day, rnd: Random) -> None:
    """One message arrives, whichever; it may be lost, or its answer, or arrive again later."""
    if not day.network:
        return
    message, luck = rnd.choice(day.network), rnd.random()
    if luck < 0.1:
        return  # lost on the way: the phone sends it again
    try:
        receipt = _arrive(day, message, is_killed=luck < 0.2)
    except Refused:
        day.network.remove(message)  # the phone shows why
        raise
    if receipt is None:
        return
    first = message.first or receipt
    if first.plain != receipt.plain:
        raise AssertionError(f"{message.key} was answered {first.plain} and then {receipt.plain}")
    message.first = day.answered[message.key] = first
    day.stored_as[message.key] = message.stored_as
    if luck > 0.4:  # else the answer is lost, or the network repeats the message
        day.network.remove(message)


def _arrive(day: Day, message: Message, *, is_killed: bool) -> Receipt | None:
    """The answer to a message; None if the process is killed before the COMMIT."""
    with transaction.atomic():
        receipt = message.send(day.now)
        transaction.set_rollback(is_killed)
    return None if is_killed else receipt


@verb(2)
def give_up(day: Day, rnd: Random) -> None:
    """Somebody clears their phone."""
    if day.network:
        day.network.remove(rnd.choice(day.network))
