"""The pages of a round's seating, and "Where do I sit?"."""

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import conductors_only, event_page, round_page, tournament_page
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Entry, Player, Round
from tournaments.seating import errors, forms, queries, services
from tournaments.seating.changing import services as changing
from tournaments.seating.drafting.review import review as review_of
from tournaments.seating.head_to_head import queries as two_queries

UNPROCESSABLE = 422
REMEMBERED, TWO_WEEKS = "seat-of", 14 * 24 * 3600
LONGEST_SEARCH = 120

# --- A round -------------------------------------------------------------------------------------


@require_safe
@round_page
def round_(request, found):
    """The seating of a round by table or by name; for its conductors also what to do with it."""
    return _round_page(request, found)


@require_safe
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
        "beside": two_queries.beside(seating) if shown and found.tournament.for_two else None,
        "by": "name" if request.GET.get("by") == "name" else "table",
    }


def _round_page(request, found: Round, *, status=200, swap_form=None, move_form=None):
    context = _seating_context(request, found)
    if request.may_conduct:
        seating = context["seating"]
        review = context["review"] = review_of(seating)
        context["earlier"] = found.earlier_seatings.first()
        context["swap_form"] = swap_form or forms.SwapForm(seating=seating)
        context["move_form"] = move_form or forms.MoveForm(
            seating=seating, unseated=review.unseated
        )
    return render(request, "seating/round.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def seat(request, tournament):
    """Seat the next round; before that, say what it would be."""
    outlook, form = _next_round(request, tournament)
    if request.method == "POST":
        if form.is_valid():
            try:
                made = services.seat_next_round(
                    tournament, by=Actor.of(request), at=timezone.now(), final=form.final,
                    mode=form.mode, sizes=form.sizes,
                )  # fmt: skip
            except Refused as refusal:
                messages.error(request, str(refusal))
            else:
                return redirect(made)
        outlook, _unsent = _next_round(request, tournament)
    context = {"tournament": tournament, "form": form, "outlook": outlook}
    status = UNPROCESSABLE if request.method == "POST" else 200
    template = "seating/seat_pairs.html" if tournament.for_two else "seating/seat.html"
    return render(request, template, context, status=status)


def _next_round(request, tournament):
    """What the next round would be, and the form to seat it."""
    sent = request.POST if request.method == "POST" else None
    if tournament.for_two:
        found = two_queries.pair_outlook(tournament)
        return found, forms.NextPairsForm(sent, tournament=tournament, outlook=found)
    found = queries.outlook(tournament)
    return found, forms.NextRoundForm(sent, outlook=found)


@require_POST
@round_page
@conductors_only
def publish(request, found):
    """Show a draft to the room."""
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


@require_POST
@round_page
@conductors_only
def swap(request, found):
    """Let two people trade seats."""
    form = forms.SwapForm(request.POST, seating=queries.seating(found))

    def act(one, other):
        changing.swap_seats(found, one, other, by=Actor.of(request), at=timezone.now())

    if form.is_valid() and _change(form, found, act, "one", "other"):
        messages.success(request, _("They have traded seats."))
        return _back(request, found)
    return _not_changed(request, found, swap_form=form)


@require_POST
@round_page
@conductors_only
def move(request, found):
    """Move one person, seat one who came late, or take one out who did not come."""
    seating = queries.seating(found)
    unseated = review_of(seating).unseated
    form = forms.MoveForm(request.POST, seating=seating, unseated=unseated)

    def act(entry):
        _move(request, found, seating, entry, form.cleaned_data["to"])

    if form.is_valid() and _change(form, found, act, "who"):
        messages.success(request, _("The seating was changed."))
        return _back(request, found)
    return _not_changed(request, found, move_form=form)


def _back(request, found: Round):
    """To the page that the form was on."""
    if request.POST.get("from") == "change":
        tournament = found.tournament
        return redirect("round-change", tournament.event.slug, tournament.slug, found.number)
    return redirect(found)


def _not_changed(request, found: Round, **form):
    """The page again with what was chosen, said above too: on a phone the form is far below."""
    messages.error(request, _("The seating was not changed: see below what is wrong."))
    return _round_page(request, found, status=UNPROCESSABLE, **form)


def _move(request, found: Round, seating: queries.Seating, entry: Entry, to: str) -> None:
    who = {"by": Actor.of(request), "at": timezone.now()}
    table = next((table for table in seating.tables if str(table.number) == to), None)
    seated = any(seat.entry_id == entry.pk for seat in seating.seats)
    if to == forms.OUT:
        changing.remove_no_show(found, entry, **who)
    elif seated and table:
        changing.move_seat(found, entry, table=table, **who)
    else:
        changing.add_late_arrival(found, entry, table=table, **who)


def _change(form, found: Round, act, *fields: str) -> bool:
    """Do a change with the entries that the form names; a refusal becomes an error of the form."""
    entries = Entry.objects.select_related("player").filter(tournament=found.tournament_id)
    try:
        act(*(entries.get(pk=form.cleaned_data[name]) for name in fields))
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        return False
    except ObjectDoesNotExist:
        form.add_error(None, _("Somebody else changed this in the meantime. Look at it again."))
        return False
    return True


# --- Where do I sit? -----------------------------------------------------------------------------


@require_safe
@event_page
def find(request, event):
    """Where somebody sits, by name or handle. The phone remembers whom it asked for last."""
    sought = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_SEARCH]
    found = queries.matches(event, sought) if sought else None
    player = found.chosen if found else _player_asked_for(request, event)
    context = {
        "event": event,
        "sought": sought,
        "matches": found,
        "player": player,
        "whereabouts": queries.whereabouts(player) if player else None,
    }
    response = render(request, "seating/find.html", context)
    if player:
        response.set_cookie(
            REMEMBERED, player.pk, max_age=TWO_WEEKS, path=request.path, httponly=True,
            samesite="Lax", secure=request.is_secure(),
        )  # fmt: skip
    return response


@require_safe
@event_page
def find_live(request, event, player):
    """The answer for one person, fetched again when a seating changes."""
    found = get_object_or_404(Player, pk=player, event=event)
    context = {"event": event, "player": found, "whereabouts": queries.whereabouts(found)}
    return render(request, "seating/_whereabouts.html", context)


def _player_asked_for(request, event) -> Player | None:
    """The person of the link that was followed, else the one whose seat is open on this phone, else
    the one it asked for last."""
    if request.player and "player" not in request.GET:
        return request.player
    asked = request.GET.get("player") or request.COOKIES.get(REMEMBERED, "")
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):  # noqa: PLR2004 - 64 bits
        return None
    return event.players.filter(pk=int(asked)).first()
