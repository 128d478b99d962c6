"""Letters are written from the same notices as messages to phones, where the event wants that.

The change is noted in its own transaction (``push.changes``), and read by a worker: a process that
dies loses none, and a change that is read twice writes nobody twice.
"""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments import addresses
from tournaments.accounts.queries import site_sends_mail
from tournaments.models import Event, Letter, Player, PushChange
from tournaments.notifications.push.notices import Notice, untrue
from tournaments.prepared import Prepared
from tournaments.wording import hours_of

#: The kinds of changes that are worth a letter.
KINDS = frozenset({PushChange.Kind.PLACES, PushChange.Kind.SESSION})
#: Somebody who gave an address, at an event that writes to its players.
READERS = Prepared[tuple[int]](
    lambda event_id: (
        Player.objects.filter(event_id=event_id, event__mails_players=True, email__gt="")
        .order_by()
        .values_list("pk")[:1]
    )
)


def is_noted(kind: PushChange.Kind) -> bool:
    """Whether a change of this kind may be worth a letter on this site."""
    return kind in KINDS and site_sends_mail()


def write(event: Event, kind: PushChange.Kind, some: Sequence[Notice], now: datetime) -> int:
    """Write letters of what players have no letter about yet; how many. What waits to be sent says
    what is so now. Four queries, and one for each letter that waits and changes."""
    people = {player for one in some for player in one.people or ()}
    if not (people and event.mails_players and is_noted(kind)):
        return 0
    readers = Player.objects.filter(pk__in=people, event=event).exclude(email="")
    found = Letter.objects.filter(event=event, key__in={one.key for one in some})
    known = {(letter.player_id, letter.key): letter for letter in found}
    with timezone.override(event.zone), hours_of(clock_12h=event.clock_12h):
        made = [
            _letter(event, player, one, now)
            for player in readers.order_by("pk")
            for one in some
            if player.pk in (one.people or ()) and _is_to_say(known.get((player.pk, one.key)))
        ]
    for letter in made:
        if waits := known.get((letter.player_id, letter.key)):
            _waiting(event).filter(pk=waits.pk).update(
                subject=letter.subject, text=letter.text, ends_at=letter.ends_at
            )
    _drop_untrue(event, some)
    letters = [one for one in made if (one.player_id, one.key) not in known]
    Letter.objects.bulk_create(letters, ignore_conflicts=True)
    return len(letters)


def _is_to_say(letter: Letter | None) -> bool:
    return letter is None or letter.state == Letter.State.WAITING


def _waiting(event: Event) -> "QuerySet[Letter]":
    return Letter.objects.filter(event=event, state=Letter.State.WAITING)


def _drop_untrue(event: Event, some: Sequence[Notice]) -> None:
    """Remove letters that wait to be sent and say what is not so any more."""
    if found := untrue(some, _waiting(event), "player"):
        _waiting(event).filter(pk__in=found).delete()


def _letter(event: Event, player: Player, notice: Notice, now: datetime) -> Letter:
    """The letter of a notice, in the language in which its reader registered, if anybody knows."""
    with translation.override(player.language or settings.LANGUAGE_CODE):
        title, text = notice.words()
        subject = _("%(event)s: %(what)s") % {"event": event.name, "what": title}
    lines = [text]
    if addresses.may_be_mailed():
        lines.append(f"{settings.PUBLIC_URL.rstrip('/')}{notice.path}")
    return Letter(
        event=event,
        player=player,
        key=notice.key,
        subject=" ".join(subject.split())[:200],
        text="\n\n".join(lines)[:1000],
        made_at=now,
        due_at=now,
        ends_at=notice.ends_at,
    )
