"""Sends the letters that are due, each once: a worker marks it before it asks the mail server.

An answer of the server is final, or the letter is tried again. Without one, nobody knows whether it
took the letter: then it is not sent again, and the conductors' page says so.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import EmailMessage, get_connection
from django.utils import timezone

from tournaments.accounts.queries import site_sends_mail
from tournaments.models import Letter, runs_here
from tournaments.notifications.mail import rules
from tournaments.notifications.push.bookings import is_so

State, Why = Letter.State, Letter.Why
#: Letters that one run sends.
AT_ONCE = 50
#: Letters that are done are removed after this time, so many in one run.
KNOWN_FOR = timedelta(days=90)
REMOVED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a letter was not taken, and whether the same one may be tried again.

    ``detail`` is what the server said, or the system of it.
    """

    why: Letter.Why
    detail: str = ""
    may_try_again: bool = False

    @property
    def reason(self) -> str:
        """As a letter keeps it, without a sentence: who reads it may speak another language."""
        return f"{self.why.value}: {self.detail}" if self.detail else self.why.value


def send_due(*, now: datetime) -> int:
    """Attempt the letters that are due; how many the mail server took."""
    if not site_sends_mail() or not Letter.objects.filter(due_at__lte=now).exists():
        return 0
    _give_up_those_cut_off(now)
    due = Letter.objects.filter(runs_here(), state=State.WAITING, due_at__lte=now)
    sent = 0
    for letter in due.select_related("player").order_by("due_at", "pk")[:AT_ONCE]:
        sent += _still_holds(letter) and _claimed(letter, now) and _deliver(letter, now)
    return sent


def _still_holds(letter: Letter) -> bool:
    """Whether a letter says what is so; one that does not is removed, as if it was not written."""
    if is_so(letter.key):
        return True
    Letter.objects.filter(pk=letter.pk, state=State.WAITING).delete()
    return False


def _give_up_those_cut_off(now: datetime) -> None:
    Letter.objects.filter(state=State.SENDING, due_at__lte=now).update(
        state=State.FAILED, due_at=None, reason=Why.CUT_OFF.value
    )


def _claimed(letter: Letter, now: datetime) -> bool:
    """Mark a letter as being sent, unless another worker was quicker."""
    mine = Letter.objects.filter(pk=letter.pk, state=State.WAITING, attempts=letter.attempts)
    letter.attempts += 1
    until = now + rules.CUT_OFF
    return bool(mine.update(state=State.SENDING, attempts=letter.attempts, due_at=until))


def _deliver(letter: Letter, now: datetime) -> bool:
    refusal = _obstacle(letter, now) or _send(letter)
    at = timezone.now()
    if refusal is None:
        _note(letter, state=State.SENT, sent_at=at, due_at=None, reason="")
        return True
    pause = rules.pause_after(letter.attempts) if refusal.may_try_again else None
    reason = refusal.reason[:300]
    if pause is None:
        _note(letter, state=State.FAILED, due_at=None, reason=reason)
    else:
        _note(letter, state=State.WAITING, due_at=at + pause, reason=reason)
    return False


def _note(letter: Letter, **values: object) -> None:
    Letter.objects.filter(pk=letter.pk, state=State.SENDING, attempts=letter.attempts).update(
        **values
    )


def _obstacle(letter: Letter, now: datetime) -> Refusal | None:
    if letter.ends_at <= now:
        return Refusal(Why.TOO_LATE)
    if not letter.player.email:
        return Refusal(Why.NO_ADDRESS)
    return None


def _send(letter: Letter) -> Refusal | None:
    """Ask the mail server to take a letter; why it did not."""
    connection = get_connection()
    try:
        connection.open()
    except (SMTPException, OSError) as error:
        # Nothing was said of the letter yet.
        return Refusal(Why.UNREACHABLE, _words(error), may_try_again=True)
    message = EmailMessage(letter.subject, letter.text, None, [letter.player.email])
    message.connection = connection
    try:
        message.send()
    except SMTPRecipientsRefused as error:
        answers = list(error.recipients.values())
        code, text = answers[0] if answers else (rules.FINAL, b"")
        return _answered(code, text)
    except SMTPResponseException as error:
        return _answered(error.smtp_code, error.smtp_error)
    except (SMTPException, OSError) as error:
        return Refusal(Why.NO_ANSWER, _words(error))
    except ValueError as error:
        # Of an address that cannot be written in a letter. Earlier releases took some.
        return Refusal(Why.NO_SUCH_ADDRESS, _words(error))
    finally:
        with suppress(SMTPException, OSError):
            connection.close()
    return None


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__


def _answered(code: int, text: bytes | str) -> Refusal:
    said = text.decode(errors="replace") if isinstance(text, bytes) else text
    again = not rules.is_final(code)
    return Refusal(Why.REFUSED, f"{code} {said}".strip(), may_try_again=again)


def forget_old(*, now: datetime) -> int:
    """Remove letters that have been done for long; how many."""
    old = Letter.objects.filter(made_at__lt=now - KNOWN_FOR, due_at=None)
    keys = list(old.order_by("pk").values_list("pk", flat=True)[:REMOVED_AT_ONCE])
    return Letter.objects.filter(pk__in=keys).delete()[0]
