"""Note on the request itself which event or table it is about, and what its sender may do there."""

from typing import Any

from django.http import Http404, HttpRequest
from django.utils import timezone

from tournaments.access.archived import answer_if_kept
from tournaments.access.copies import may_write_on_copies
from tournaments.access.phones import claim_questions, phone_claim, phone_of
from tournaments.access.roles import CONDUCTING, KEEPING_SCORES, DraftOnly, role_at
from tournaments.access.site_request import SiteRequest
from tournaments.errors import PageOfAnother, RunsElsewhere
from tournaments.models import ApiToken, Event, Phone, Round, Seat, Table
from tournaments.models.seats import SITTING
from tournaments.prepared import Prepared, ask
from tournaments.wording import use_hours_of


def enter_event(request: SiteRequest, event: Event) -> None:
    """Note on the request which event it is about and what its sender may do there.

    Raises DraftOnly, which is answered like a page that does not exist, RunsElsewhere for a
    request that would write what another site runs, PageOfAnother, and FromArchive.
    """
    _enter(request, event, phone_of(request, event))


def event_of_token(request: Any) -> int | None:
    """The key of the only event at which a program may do anything; None for every other sender."""
    token = getattr(request, "auth", None)
    return token.event_id if isinstance(token, ApiToken) else None


def role_of(request: Any, event: Event) -> str:
    """The role of a sender at an event; a program with the token of another one has none."""
    return role_at(event, request.user) if event_of_token(request) in (None, event.pk) else ""


def _enter(request: SiteRequest, event: Event, phone: Phone | None) -> None:
    role = role_of(request, event)
    if event.is_draft and not role:
        raise DraftOnly
    timezone.activate(event.zone)
    use_hours_of(clock_12h=event.clock_12h)
    request.event = event
    request.role = role
    request.may_conduct = request.role in CONDUCTING
    request.may_keep_scores = request.role in KEEPING_SCORES
    request.phone = phone
    request.player = phone.player if phone else None
    request.seated_at = None  # the tables at which the player is known to have a seat
    _check_made_for(request)
    if event.is_copy and not may_write_on_copies(request):
        raise RunsElsewhere(event=event.name, site=event.runs_at)
    answer_if_kept(request, event)


def _check_made_for(request: SiteRequest) -> None:
    """Refuse a form that a page made for one player once the phone is another's: it would count as
    theirs. What the outbox of a phone sends is checked by ``receipts.begin``."""
    if request.method != "POST" or request.player is None or not isinstance(request, HttpRequest):
        return
    made_for = request.POST.get("made_for")
    if made_for and made_for != str(request.player.pk):
        raise PageOfAnother(name=request.player.shown_name)


def table_by_code(*columns: str) -> Prepared[Table]:
    """The query for a table with all that it is in; of the named columns only, if any is named."""
    tables = Table.objects.select_related("round__tournament__event").order_by()
    if columns:
        # Who asks for some columns does not say where the table stands.
        tables = tables.select_related(None).select_related("round__tournament__event")
        tables = tables.only(*columns)
    return Prepared(lambda code: tables.filter(code=code))


WHOLE_TABLE = table_by_code()


def find_table(
    request: SiteRequest,
    code: str,
    *,
    query: Prepared[Table] = WHOLE_TABLE,
    to_write: bool = False,
) -> Table:
    """The table with this code, once it is published; its event is entered.

    ``query`` is for requests that come often and need less; ``to_write`` also asks who sits there.

    Raises Http404. There is no limit on wrong codes: a code is an address, and no secret.
    """
    claim = phone_claim(request)
    code = code.upper()
    tables, *about = ask(query.of(code), *claim_questions(claim, code if to_write else None))
    if not tables:
        raise Http404
    found: Table = tables[0]
    event = found.round.tournament.event
    if claim and claim.event_id == event.pk:
        phones, *seats = about
        _enter(request, event, next(iter(phones), None))
        request.seated_at = {table_id for (table_id,) in seats[0]} if seats else None
    else:
        enter_event(request, event)
    if found.round.status == Round.Status.SEATED and not request.may_conduct:
        raise Http404
    return found


def seat_at(request: SiteRequest, table: Table) -> Seat | None:
    """The seat at ``table`` of the player whose seat is open on this phone. At most one query."""
    if request.player is None:
        return None
    seats = table.seats.select_related("entry__player").alias(sitting_id=SITTING)
    return seats.filter(sitting_id=request.player.pk).first()


def may_enter_results(request: SiteRequest, table: Table) -> bool:
    """Whether the sender has a seat at ``table``, or keeps the scores of the event."""
    if request.may_keep_scores:
        return True
    if request.player is None:
        return False
    if request.seated_at is None:
        return seat_at(request, table) is not None
    return table.pk in request.seated_at


def may_act_for(request: SiteRequest, table: Table, position: int) -> bool:
    """Whether the sender sits in this seat of ``table``, or keeps the scores of the event."""
    if request.may_keep_scores:
        return True
    seat = seat_at(request, table)
    return seat is not None and seat.position == position
