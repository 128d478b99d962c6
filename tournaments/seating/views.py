"""The pages of a round: its seating, publishing it, another proposal, and discarding it."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.shared import shared_page
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Round
from tournaments.seating import errors, queries, services
from tournaments.seating.changing.forms import LateForm, MoveForm, NewTableForm, SwapForm
from tournaments.seating.changing.late import late_arrivals
from tournaments.seating.head_to_head.queries import beside
from tournaments.seating.review import Review
from tournaments.seating.review import review as review_of

UNPROCESSABLE = 422
#: How long a page with a slot clock stays right: at a deadline its words change.
CLOCK_SECONDS = 1

# --- A round -------------------------------------------------------------------------------------


@round_page
def _parts(request, found):
    context = _conductors_context(request, found) if request.may_conduct else {}
    return render(request, "seating/_round_own.html", context)


@require_safe
@shared_page("by", seconds=CLOCK_SECONDS, parts=_parts)
@round_page
def round_(request, found):
    """The seating of a round by table or by name; for its conductors also what to do with it."""
    return show_round(request, found)


@require_safe
@shared_page("by", seconds=CLOCK_SECONDS)
@round_page
def round_live(request, found):
    """The part of a round's page that changes."""
    return render(request, "seating/_seating.html", _seating_context(request, found))


def _seating_context(request, found: Round) -> dict:
    shown = found.status != Round.Status.SEATED or request.may_conduct
    seating = queries.seating(found) if shown else None
    return {
        "round": found,
        "tournament": found.tournament,
        "shown": shown,
        "seating": seating,
        "points": queries.points(found) if found.status == Round.Status.CLOSED else {},
        "beside": beside(seating) if seating else None,
        "by": "name" if request.GET.get("by") == "name" else "table",
    }


def show_round(request, found: Round, *, status=200, swap_form=None, move_form=None, late=None):
    """The page of a round; with forms that were refused, and ``late`` those of late arrivals."""
    if request.may_conduct:
        context = _conductors_context(
            request, found, swap_form=swap_form, move_form=move_form, late=late
        )
    else:
        context = _seating_context(request, found)
    return render(request, "seating/round.html", context, status=status)


def _conductors_context(
    request, found: Round, *, swap_form=None, move_form=None, late=None
) -> dict:
    context = _seating_context(request, found)
    seating = context["seating"]
    review = review_of(seating)
    return (
        context
        | (late or late_forms(seating, review))
        | {
            "review": review,
            "earlier": found.earlier_seatings.first(),
            "swap_form": swap_form or SwapForm(seating=seating),
            "move_form": move_form or MoveForm(seating=seating, unseated=review.unseated),
        }
    )


def late_forms(seating: queries.Seating, review: Review) -> dict:
    """What the page shows of people without a seat; empty if there are none."""
    arrivals = late_arrivals(seating, review.unseated, review.byes)
    if arrivals is None:
        return {}
    most = seating.round.tournament.table_max
    return {
        "arrivals": arrivals,
        "late_form": LateForm(arrivals=arrivals),
        "table_form": NewTableForm(arrivals=arrivals, most=most) if arrivals.new_table else None,
    }


@require_POST
@round_page
@conductors_only
def publish(request, found):
    """Publish a draft."""
    return _act(request, found, services.publish_round, _("Published: everybody can see it now."))


@require_POST
@round_page
@conductors_only
def reseat(request, found):
    """Replace a draft by another proposal; the one before is kept to compare with."""
    return _act(
        request, found, services.reseat_round,
        _("This is another proposal. Locked seats stayed; compare it with the one before."),
    )  # fmt: skip


def _act(request, found: Round, verb, success: str):
    try:
        verb(found, by=Actor.of(request), at=timezone.now())
    except errors.RoundGone as refusal:
        messages.error(request, str(refusal))
        tournament = found.tournament
        return redirect("round-seat", tournament.event.slug, tournament.slug)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, success)
    return redirect(found)


@require_POST
@round_page
@conductors_only
def discard(request, found):
    """Throw a seating away, and go back to where the round is seated."""
    try:
        services.discard_round(found, by=Actor.of(request), at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(found)
    messages.success(request, _("%(round)s was discarded.") % {"round": found})
    tournament = found.tournament
    return redirect("round-seat", tournament.event.slug, tournament.slug)


# --- Finding a seat -------------------------------------------------------------------------------
