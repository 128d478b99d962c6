"""The documentation of the API, and the page of tokens."""

import re
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise, keep_lazy_text
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from drf_spectacular.generators import SchemaGenerator

from tournaments.access.device_cookies import visitor_of
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SignedInRequest, SiteRequest
from tournaments.accounts.forms import code_field
from tournaments.accounts.two_step.services import check_code, is_on
from tournaments.accounts.two_step.views import code_page
from tournaments.api import tokens, webhooks
from tournaments.errors import Refused
from tournaments.form_choices import offer_choices
from tournaments.models import Event, User
from tournaments.seasons.queries import conducted_events


@cache
def operations() -> list[dict[str, Any]]:
    """The operations of the API in the order of their addresses, from its schema."""
    generator: Any = SchemaGenerator
    schema = generator().get_schema(request=None, public=True)
    return [
        {
            "method": method.upper(),
            "path": path,
            "about": operation.get("description", "").replace("``", ""),
            "parameters": operation.get("parameters", []),
            "sends": _name(operation.get("requestBody")),
            "answers": sorted(operation["responses"]),
        }
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def _name(body: dict[str, Any] | None) -> str:
    """The schema's name of a request body."""
    for media in (body or {}).get("content", {}).values():
        named: str = media["schema"].get("$ref", "")
        return named.rpartition("/")[2]
    return ""


@require_safe
def documentation(request: SiteRequest) -> HttpResponse:
    """The operations of the API, and programs that use it."""
    context = {
        "operations": operations(),
        "scopes": tokens.SCOPES,
        "topics": webhooks.TOPICS,
        "examples": examples(),
        "stream_topics": STREAM_TOPICS,
        "deprecation_months": DEPRECATION_MONTHS,
    }
    return render(request, "api/documentation.html", context)


#: What can be heard on the stream of an event; the number is the ``id`` of what changed.
STREAM_TOPICS = {
    "event-ID": gettext_lazy("a round of the event changed"),
    "tournament-ID": gettext_lazy("a round of the tournament changed"),
    "round-ID": gettext_lazy("the round, its clock or one of its tables changed"),
    "table-ID": gettext_lazy("something happened at the table"),
    "standings-ID": gettext_lazy("the tournament has new standings, or a result was agreed"),
    "roster-ID": gettext_lazy("people or entries of the event changed"),
}
#: How long what is deprecated goes on working.
DEPRECATION_MONTHS = 12


@cache
def examples() -> list[tuple[Any, str]]:
    """Programs that anybody may copy, each with its title. A test runs them."""
    folder = Path(__file__).parent / "examples"
    titles = {
        "read.sh": gettext_lazy("Read with curl"),
        "conduct.py": gettext_lazy("Run a round with Python"),
        "follow.py": gettext_lazy("Follow an event with Python"),
    }
    return [(title, (folder / name).read_text()) for name, title in titles.items()]


@cache
def problems() -> list[tuple[str, int, Any]]:
    """The code, the status and the sentence of each refusal, by code; ``{name}`` stands for one."""
    found: dict[str, tuple[str, int, Any]] = {}
    kinds: list[type[Refused]] = [Refused]
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if "code" in vars(kind):
            found[kind.code] = kind.code, kind.status, _readable(kind.sentence)
    return sorted(found.values())


@keep_lazy_text
def _readable(sentence: Promise | str) -> str:
    return re.sub(r"%\((\w+)\)[sd]", r"{\1}", str(sentence))


@require_safe
def problem_types(request: SiteRequest) -> HttpResponse:
    """Every code of the API, where the ``type`` of a problem leads."""
    context = {"problems": problems(), "general": GENERAL_PROBLEMS}
    return render(request, "api/problems.html", context)


#: The codes that belong to no rule of the site.
GENERAL_PROBLEMS = (
    ("authentication-failed", 401, gettext_lazy("The token is unknown or revoked.")),
    ("bad-request", 400, gettext_lazy("The request cannot be read.")),
    ("busy", 503, gettext_lazy("The site is busy, so nothing was saved. Send it again.")),
    ("invalid", 400, gettext_lazy("Some fields are wrong: errors says which, and why.")),
    ("method-not-allowed", 405, gettext_lazy("This address does not accept this method.")),
    ("not-acceptable", 406, gettext_lazy("The API only returns JSON.")),
    ("not-authenticated", 401, gettext_lazy("This needs a token.")),
    ("not-found", 404, gettext_lazy("Nothing found at this address.")),
    ("not-saved", 503, gettext_lazy("The site has no room to store this. Send it again later.")),
    ("parse-error", 400, gettext_lazy("The body is not valid JSON.")),
    (
        "permission-denied",
        403,
        gettext_lazy("This token or its account is not allowed to do this."),
    ),
    ("server-error", 500, gettext_lazy("Something went wrong on the site.")),
    ("throttled", 429, gettext_lazy("Too many requests. Wait as long as Retry-After says.")),
    ("unsupported-media-type", 415, gettext_lazy("The body must be application/json.")),
)


#: For how many days a token works.
LIVES = (
    ("1", gettext_lazy("for a day")),
    ("7", gettext_lazy("for a week")),
    ("30", gettext_lazy("for a month")),
    ("365", gettext_lazy("for a year")),
    ("", gettext_lazy("until you revoke it")),
)


class TokenForm(forms.Form):
    """A new token. Who has two-step sign-in shows a code, as for signing in."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("The program that uses it."),
    )
    event = forms.ChoiceField(
        label=gettext_lazy("Events"),
        required=False,
        help_text=gettext_lazy("A token for one event works nowhere else."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Scopes"),
        choices=list(tokens.SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    lives = forms.TypedChoiceField(
        label=gettext_lazy("Works"),
        choices=LIVES,
        coerce=lambda days: timedelta(days=int(days)),
        empty_value=None,
        required=False,
        initial="30",
    )
    one_time_code = code_field(gettext_lazy("Six digits from your app, or a recovery code."))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_on(user):
            del self.fields["one_time_code"]
        events = Event.objects.filter(pk__in=conducted_events(user)).order_by("-starts_on", "name")
        self._events = {event.slug: event for event in events}
        names = [(slug, event.name) for slug, event in self._events.items()]
        offer_choices(self, "event", [("", gettext_lazy("all my events")), *names])

    def clean_event(self) -> Event | None:
        return self._events.get(self.cleaned_data["event"])


@code_page
@login_required
def api_tokens(request: SignedInRequest) -> HttpResponse:
    """The tokens of an account. A new one's secret is shown once, in the answer itself."""
    form, secret = TokenForm(request.POST or None, user=request.user), ""
    if form.is_valid():
        with in_form(form):
            secret = _new_token(request, **form.cleaned_data)
            form = TokenForm(user=request.user)
    context = {
        "form": form,
        "secret": secret,
        "tokens": request.user.tokens.select_related("event"),
        "now": timezone.now(),
    }
    return form_page(request, "api/tokens.html", context)


def _new_token(request: SignedInRequest, *, one_time_code: str = "", **chosen: Any) -> str:
    """The secret of a new token, for a code where the account asks for codes."""
    now = timezone.now()
    if is_on(request.user):
        check_code(request.user, one_time_code, visitor=visitor_of(request), at=now)
    _token, secret = tokens.make_token(request.user, **chosen, at=now)
    return secret


@require_POST
@login_required
def token_revoke(request: SignedInRequest, token: int) -> HttpResponse:
    """Revoke a token."""
    found = get_object_or_404(request.user.tokens, pk=token)
    if not found.revoked_at:
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
    messages.success(request, _("Token revoked."))
    return redirect("api-tokens")
