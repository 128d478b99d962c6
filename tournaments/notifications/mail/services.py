"""Having a letter sent again that failed, for conductors."""

from datetime import datetime

from tournaments import ledger, locking
from tournaments.accounts.queries import site_sends_mail
from tournaments.ledger import Actor
from tournaments.models import Letter
from tournaments.notifications.mail import errors
from tournaments.notifications.push.bookings import is_so
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def send_again(letter: Letter, *, by: Actor, at: datetime) -> Letter:
    """Queue a letter that failed once more, also one that may have arrived.

    Its attempts go on counting, so that whoever still sends an earlier one settles nothing. Nothing
    happens to a letter that waits or is being sent. Raises a refusal of ``mail.errors``.
    """
    event = locking.lock_event(letter.event_id)
    letter = Letter.objects.select_related("player").get(pk=letter.pk)
    if letter.state in (Letter.State.WAITING, Letter.State.SENDING):
        return letter
    if letter.state == Letter.State.SENT:
        raise errors.LetterWasSent
    if not site_sends_mail():
        raise errors.SiteSendsNoMail
    if letter.ends_at <= at or not is_so(letter.key):
        raise errors.LetterIsOver
    if not letter.player.email:
        raise errors.NoAddress
    letter.state, letter.due_at = Letter.State.WAITING, at
    letter.save(update_fields=["state", "due_at"])
    ledger.record(event, Verb.SEND_LETTER_AGAIN, letter.player, by=by, at=at)
    return letter
