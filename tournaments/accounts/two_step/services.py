"""Switching two-step sign-in on and off, and checking codes."""

from datetime import datetime

from django.db import transaction

from tournaments.access.phones import digest
from tournaments.accounts import errors, notices
from tournaments.accounts.notices import Kind
from tournaments.accounts.two_step import rules
from tournaments.models import TwoStep, User
from tournaments.rate_limit.codes import note_code
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.rate_limit.visitors import Visitor
from tournaments.transactions import atomic


def is_on(user: User) -> bool:
    """Whether the account asks for a code after the password or the link. One query."""
    return TwoStep.objects.filter(user=user).exists()


@atomic
def switch_on(user: User, secret: str, code: str, *, at: datetime) -> list[str]:
    """Switch two-step sign-in on; returns the recovery codes, which are shown once.

    ``code`` is one that the app made from ``secret``. Raises WrongCode or TwoStepIsOn.
    """
    step = rules.step_of(secret, rules.plain(code), at)
    if step is None:
        raise errors.WrongCode(field="one_time_code")
    _row, is_new = TwoStep.objects.get_or_create(
        user=user, defaults={"secret": secret, "last_step": step, "switched_on_at": at}
    )
    if not is_new:
        raise errors.TwoStepIsOn
    notices.notify(user, Kind.TWO_STEP_ON, at=at)
    return _draw_recovery_codes(user, secret, code)


def check_code(user: User, code: str, *, visitor: Visitor, at: datetime) -> None:
    """Use up a code of the app or a recovery code.

    Raises WrongCode, TwoStepIsOff or TooManyAttempts. Call it outside of a transaction, which would
    forget the wrong code with its refusal.
    """
    two_step = TwoStep.objects.filter(user=user).first()
    if two_step is None:
        raise errors.TwoStepIsOff
    code = rules.plain(code)
    if not rules.is_of_app(code):
        _use_recovery_code(user, code, at)
        return
    try:
        attempt = note_code(user, visitor, at)
    except TooManyAttempts as refusal:
        refusal.field = "one_time_code"
        raise
    _use_app_code(two_step, code, at)
    attempt.delete()


def _use_app_code(two_step: TwoStep, code: str, at: datetime) -> None:
    """Each update below names what must still hold, so of two senders only one gets in."""
    step = rules.step_of(two_step.secret, code, at)
    if step is not None:
        unused = TwoStep.objects.filter(pk=two_step.pk, last_step__lt=step)
        if unused.update(last_step=step):
            return
    raise errors.WrongCode(field="one_time_code")


@atomic
def _use_recovery_code(user: User, code: str, at: datetime) -> None:
    unused = user.recovery_codes.filter(code_hash=digest(code), used_at=None)
    if not unused.update(used_at=at):
        raise errors.WrongCode(field="one_time_code")
    notices.notify(user, Kind.CODE_USED, at=at)


def replace_recovery_codes(user: User, code: str, *, visitor: Visitor, at: datetime) -> list[str]:
    """Ten new recovery codes in place of all old ones. Raises as ``check_code``.

    A form that was sent twice has the same ones.
    """
    try:
        check_code(user, code, visitor=visitor, at=at)
    except errors.WrongCode:
        if codes := drawn_just_now(user, code, visitor=visitor, at=at):
            return codes
        raise
    with transaction.atomic():
        notices.notify(user, Kind.NEW_CODES, at=at)
        return _draw_recovery_codes(user, TwoStep.objects.get(user=user).secret, code)


def drawn_just_now(user: User, code: str, *, visitor: Visitor, at: datetime) -> list[str]:
    """The recovery codes that ``code`` has drawn a moment ago, if all hold; none otherwise.

    The answer to a form that is sent twice replaces the first on the screen. Guesses are counted.
    """
    since = at - rules.SHOWN_AGAIN
    two_step = TwoStep.objects.filter(user=user).first()
    drawn = user.notices.filter(kind__in=(Kind.TWO_STEP_ON, Kind.NEW_CODES), at__gt=since)
    if two_step is None or not drawn.exists():
        return []
    try:
        attempt = note_code(user, visitor, at)
    except TooManyAttempts:
        return []
    codes = rules.recovery_codes(two_step.secret, rules.plain(code))
    hold = set(user.recovery_codes.filter(used_at=None).values_list("code_hash", flat=True))
    if hold != {digest(rules.plain(one)) for one in codes}:
        return []
    attempt.delete()
    return codes


def _draw_recovery_codes(user: User, secret: str, code: str) -> list[str]:
    user.recovery_codes.all().delete()
    codes = rules.recovery_codes(secret, rules.plain(code))
    for one in codes:
        user.recovery_codes.create(code_hash=digest(rules.plain(one)))
    return codes


def switch_off(user: User, code: str, *, visitor: Visitor, at: datetime) -> None:
    """Switch two-step sign-in off. Raises as ``check_code``."""
    check_code(user, code, visitor=visitor, at=at)
    reset(user, by=str(user), at=at)


@atomic
def reset(user: User, *, by: str, at: datetime) -> bool:
    """Switch two-step sign-in off without a code. Returns whether it was on.

    Only for callers that have made sure that this may be: a recovery link, the operator.
    """
    user.recovery_codes.all().delete()
    deleted, _rows = TwoStep.objects.filter(user=user).delete()
    if deleted:
        notices.notify(user, Kind.TWO_STEP_OFF, at=at, by=by)
    return bool(deleted)
