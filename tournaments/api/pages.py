"""The documentation of the API, and the page of tokens."""

from functools import cache
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from drf_spectacular.generators import SchemaGenerator

from tournaments.api import tokens, webhooks


@cache
def operations() -> list[dict[str, Any]]:
    """The operations of the API in the order of their addresses, from its schema."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
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
        return media["schema"].get("$ref", "").rpartition("/")[2]
    return ""


@require_safe
def documentation(request):
    """The operations of the API."""
    context = {"operations": operations(), "scopes": tokens.SCOPES, "topics": webhooks.TOPICS}
    return render(request, "api/documentation.html", context)


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=80, help_text=gettext_lazy("Which program has it.")
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        choices=list(tokens.SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def api_tokens(request):
    """The tokens of an account. A new one's secret is shown once, in the answer itself."""
    form, secret = TokenForm(request.POST or None), ""
    if form.is_valid():
        _token, secret = tokens.make_token(request.user, **form.cleaned_data, at=timezone.now())
        form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": request.user.tokens.all()}
    response = render(request, "api/tokens.html", context)
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@login_required
def token_revoke(request, token):
    """Revoke a token."""
    found = get_object_or_404(request.user.tokens, pk=token)
    if not found.revoked_at:
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
    messages.success(request, _("The token is revoked."))
    return redirect("api-tokens")
