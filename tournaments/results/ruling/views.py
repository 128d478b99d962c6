"""Pages on which a conductor decides about a table."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.numbers import KEY_DIGITS, whole_number
from tournaments.access.decorators import conductors_only, round_page, table_page
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, Table
from tournaments.reasons import as_kept
from tournaments.results import errors, queries
from tournaments.results.confirming.views import take_for_agreed
from tournaments.results.ruling import agreements, resuming, undoing
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.corrections import (
    closed_meanwhile,
    correction_of,
    correction_page,
    ruled_meanwhile,
    ruling_of,
    ruling_page,
    sheet_at,
    version_in,
    void_words,
)
from tournaments.results.ruling.forms import ReasonForm
from tournaments.results.sheet_data import SheetInput
from tournaments.results.sheet_forms.kinds import SheetForm


@require_POST
@table_page
@conductors_only
def force_end(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """End a running hand, from the force-end on."""
    with as_message(request):
        ruling.force_end_hand(table, number, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("The hand is over. Enter it as it stands."))
    return redirect(table)


@require_POST
@table_page
@conductors_only
def confirm(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Take a reported hand for agreed."""
    return take_for_agreed(request, table, number, ruling.confirm_hand)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def rule(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Both sides of a disputed hand, and the conductor's word."""
    if table.round.status == Round.Status.CLOSED:
        return closed_meanwhile(request, "late-rule", table, number)
    sheet = sheet_at(table, number)
    if sheet.status != ScoreSheet.Status.DISPUTED:
        return ruled_meanwhile(request, table, number)
    found = ruling_of(request, table, sheet)
    said: dict[str, Any] = {"form": found.form, "act": ruling.rule_sheet}
    said["words"] = _("Ruling saved.")
    if found.is_decided and _decided(request, table, number, hand=found.hand(), **said):
        return redirect(table)
    return ruling_page(request, found)


def _decided(
    request: SiteRequest,
    table: Table,
    number: int,
    *,
    form: SheetForm,
    hand: SheetInput,
    act: Callable[..., object],
    words: str,
) -> bool:
    """Do ``act`` with a hand; False if it was refused, which the form then says."""
    # With one tap no form has read it.
    reason = as_kept(request.POST.get("reason", ""))
    with in_form(form) if form.is_bound else as_message(request):
        act(
            table,
            number,
            hand,
            by=Actor.of(request),
            at=timezone.now(),
            reason=reason,
            version=version_in(request),
        )
        messages.success(request, words)
        return True
    return False


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def correct(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Put other points in place of those that count."""
    if table.round.status == Round.Status.CLOSED:
        return closed_meanwhile(request, "late-correct", table, number)
    correction = correction_of(request, table, number)
    form = correction.form
    words = _("Hand %(number)s corrected.") % {"number": number}
    if correction.state.per_game:
        words = _("The result is corrected.")
    said: dict[str, Any] = {"form": form, "act": ruling.correct_hand, "words": words}
    if form.is_valid() and _decided(request, table, number, hand=form.hand(), **said):
        return redirect(table)
    return correction_page(request, correction)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def void(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Take a hand out of the count; the page asks for the reason first."""
    if table.round.status == Round.Status.CLOSED:
        return closed_meanwhile(request, "late-void", table, number)
    sheet = sheet_at(table, number)

    def act(reason: str) -> None:
        ruling.void_hand(
            table,
            number,
            by=Actor.of(request),
            at=timezone.now(),
            reason=reason,
            version=version_in(request),
        )

    question, submit = void_words(table, sheet)
    more = {"version": sheet.version}
    return _with_reason(request, table, question, submit=submit, act=act, more=more)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def end_game(request: SiteRequest, table: Table) -> HttpResponse:
    """End the game at a table; the page asks for the reason first."""

    def act(reason: str) -> None:
        by, at = Actor.of(request), timezone.now()
        ruling.end_game(table, by=by, at=at, reason=reason, version=version_in(request))

    question = _("End the game at %(table)s? Its points stand.") % {"table": table}
    more = {"version": table.version}
    return _with_reason(request, table, question, submit=_("End the game"), act=act, more=more)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def resume_game(request: SiteRequest, table: Table) -> HttpResponse:
    """Take back that a conductor has ended the game; the page asks for the reason first."""

    def act(reason: str) -> None:
        by, at = Actor.of(request), timezone.now()
        resuming.resume_game(table, by=by, at=at, reason=reason, version=version_in(request))
        messages.success(request, _("The game goes on."))

    question = _("Let the game at %(table)s go on?") % {"table": table}
    more = {"version": table.version}
    return _with_reason(request, table, question, submit=_("Resume the game"), act=act, more=more)


@require_POST
@table_page
@conductors_only
def replace_voided(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Open a hand in place of a voided one, and go to where it is entered."""
    with as_message(request):
        resuming.replace_voided(table, number, by=Actor.of(request), at=timezone.now())
        return redirect("hand-report", table.code, number)
    return redirect(table)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def undo(request: SiteRequest, table: Table) -> HttpResponse:
    """Take back the last act at a table; the page says which it is, and asks why."""
    versions = undoing.standing_versions(table)
    if not versions:
        messages.error(request, _("There is nothing to undo at this table."))
        return redirect(table)
    last = versions[-1]

    def act(reason: str) -> None:
        meant = whole_number(request.POST.get("last", ""), most_digits=KEY_DIGITS)
        undoing.undo_last(
            table, by=Actor.of(request), at=timezone.now(), reason=reason, last=meant or last.pk
        )
        messages.success(request, _("Undone."))

    facts = {
        "hand": queries.name_of(table, last.sheet),
        "act": last.get_act_display(),
        "actor": last.actor or "?",
    }
    question = _("Undo the last change: %(hand)s, %(act)s by %(actor)s?") % facts
    return _with_reason(request, table, question, submit=_("Undo"), act=act, more={"last": last.pk})


def _with_reason(
    request: SiteRequest,
    table: Table,
    question: str,
    *,
    submit: str,
    act: Callable[[str], None],
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Ask for a reason, with the values ``more`` beside it, and do ``act`` with it."""
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        with in_form(form):
            act(form.cleaned_data["reason"])
            return redirect(table)
    context = {
        "form": form,
        "question": question,
        "submit": submit,
        "table": table,
        "round": table.round,
        "more": more or {},
        "back": reverse("table", args=[table.code]),
    }
    return form_page(request, "results/reason.html", context)


@require_POST
@round_page
@conductors_only
def close_round(request: SiteRequest, round_: Round) -> HttpResponse:
    """Close a round whose tables have all finished."""
    with as_message(request):
        try:
            seen = request.POST.get("seen", "")
            ruling.close_round(round_, by=Actor.of(request), at=timezone.now(), seen=seen)
            messages.success(request, _("%(round)s closed.") % {"round": round_})
            if count := len(agreements.open_sheets(round_.tournament)):
                said = ngettext(
                    "%(count)s sheet is not agreed yet.",
                    "%(count)s sheets are not agreed yet.",
                    count,
                )
                messages.warning(request, said % {"count": count})
                return redirect("agreement", round_.tournament.event.slug, round_.tournament.slug)
        except errors.TablesStillPlaying as refusal:
            playing = ((one.get_absolute_url(), one) for one in refusal.playing)
            links = format_html_join(", ", '<a href="{}">{}</a>', playing)
            sentence = _("Still playing: {tables}. End these games first.")
            messages.error(request, format_html(sentence, tables=links))
    return redirect(round_)
