"""The ledger: everything that people did in an event, for its conductors to read."""

from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.access.decorators import conductors_only, event_page
from tournaments.events.ledger.words import changes, verb_in_words
from tournaments.models import Event, LedgerEntry, Role

PAGE = 50
#: What only the event's owner may read: who was reported for conduct.
PRIVATE = "conduct"


class MomentField(forms.DateTimeField):
    """A day and time of the event's place, as browsers send it."""

    def __init__(self, **kwargs):
        kind = {"type": "datetime-local"}
        widget = forms.DateTimeInput(attrs=kind, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **kwargs)


class LedgerFilter(forms.Form):
    """Which acts somebody wants to see."""

    who = forms.CharField(label=_("Who"), required=False, max_length=120)
    what = forms.ChoiceField(label=_("What"), required=False)
    about = forms.CharField(
        label=_("Tournament, round, table or player"), required=False, max_length=80
    )
    since = MomentField(label=_("From"))
    until = MomentField(label=_("To"))

    def __init__(self, *args, verbs: list[str], **kwargs):
        super().__init__(*args, **kwargs)
        words = sorted(((verb, verb_in_words(verb)) for verb in verbs), key=lambda pair: pair[1])
        self.fields["what"].choices = [("", _("everything")), *words]

    def of(self, acts: QuerySet[LedgerEntry]) -> QuerySet[LedgerEntry]:
        """Those of ``acts`` that are asked for; nonsense asks for nothing."""
        said = self.cleaned_data if self.is_valid() else {}
        for part in (said.get("about") or "").split(","):
            acts = acts.filter(subject__icontains=part.strip())
        wanted = {
            "actor__icontains": said.get("who"),
            "verb": said.get("what"),
            "at__gte": said.get("since"),
            "at__lte": said.get("until"),
        }
        return acts.filter(**{name: value for name, value in wanted.items() if value})


def readable(event: Event, role: str) -> QuerySet[LedgerEntry]:
    """The acts of an event that somebody of this role may read, newest first."""
    acts = event.ledger.order_by("-id")
    if role == Role.OWNER:
        return acts
    private = event.ledger.filter(after__kind=PRIVATE).order_by().values("pk")
    return acts.exclude(pk__in=private)


@require_safe
@event_page
@conductors_only
def ledger(request, event):
    """Everything that was done, newest first, page by page."""
    acts = readable(event, request.role)
    verbs = list(acts.order_by("verb").values_list("verb", flat=True).distinct())
    form = LedgerFilter(request.GET or None, verbs=verbs)
    page = Paginator(form.of(acts.select_related("user")), PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "form": form,
        "page": page,
        "acts": [(act, verb_in_words(act.verb), _changes(act)) for act in page],
        "now": timezone.now(),
    }
    return render(request, "events/ledger.html", context)


def _changes(act: LedgerEntry):
    return changes(act.before, act.after)
