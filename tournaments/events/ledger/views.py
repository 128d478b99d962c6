"""The ledger: everything that people did in an event, for its conductors to read."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.site_request import SiteRequest
from tournaments.events.ledger.waiting import newest_first, waiting_entries
from tournaments.events.ledger.words import Change, changes
from tournaments.models import Event, LedgerEntry, Role
from tournaments.subjects import as_stored, subject_in_words
from tournaments.verbs import spellings_of, verb_in_words

PAGE = 50
#: What only the event's owner may read: who was reported for conduct.
PRIVATE = "conduct"


class MomentField(forms.DateTimeField):
    """A day and time of the event's place, as browsers send it."""

    def __init__(self, **kwargs: Any) -> None:
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
    until = MomentField(label=_("Until"))

    def __init__(self, *args: Any, verbs: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What earlier releases wrote is chosen together with what is written for it now.
        found = {spellings_of(verb)[0] for verb in verbs}
        words = sorted(((verb, verb_in_words(verb)) for verb in found), key=lambda pair: pair[1])
        what = cast(forms.ChoiceField, self.fields["what"])
        what.choices = [("", _("everything")), *words]

    def of(self, acts: QuerySet[LedgerEntry]) -> QuerySet[LedgerEntry]:
        """Those of ``acts`` that are asked for; nonsense asks for nothing."""
        for one, other in self._parts():
            acts = acts.filter(Q(subject__icontains=one) | Q(subject__icontains=other))
        wanted = {
            "actor__icontains": self._said("who"),
            "verb__in": self._what(),
            "at__gte": self._said("since"),
            "at__lte": self._said("until"),
        }
        return acts.filter(**{name: value for name, value in wanted.items() if value})

    def keeps(self, act: LedgerEntry) -> bool:
        """Whether ``of`` would keep an entry that is not written yet."""
        who, what = self._said("who"), self._what()
        since, until = self._said("since"), self._said("until")
        return (
            all(
                _says(act.subject, one) or _says(act.subject, other) for one, other in self._parts()
            )
            and (not who or who.casefold() in act.actor.casefold())
            and (not what or act.verb in what)
            and (not since or act.at >= since)
            and (not until or act.at <= until)
        )

    def _what(self) -> list[str]:
        """All spellings of the verb that is asked for; none if every verb is."""
        return spellings_of(what) if (what := self._said("what")) else []

    def _parts(self) -> list[tuple[str, str]]:
        """The words that the subject of an entry must contain: as typed, or as they are stored."""
        typed = [part.strip() for part in (self._said("about") or "").split(",")]
        return [(part, as_stored(part)) for part in typed]

    def _said(self, name: str) -> Any:
        return self.cleaned_data.get(name) if self.is_valid() else None


def _says(subject: str, words: str) -> bool:
    return words.casefold() in subject.casefold()


def readable(event: Event, role: str) -> QuerySet[LedgerEntry]:
    """The acts of an event that somebody of this role may read, newest first."""
    acts = event.ledger.order_by("-at", "-id")
    if role == Role.OWNER:
        return acts
    private = event.ledger.filter(after__kind=PRIVATE).order_by().values("pk")
    return acts.exclude(pk__in=private)


class Acts:
    """The acts of a ledger, newest first: those that are written, and a few that wait for it."""

    def __init__(self, written: QuerySet[LedgerEntry], waiting: list[LedgerEntry]) -> None:
        self._written, self._waiting = written, waiting

    def __len__(self) -> int:
        return self._written.count() + len(self._waiting)

    def __getitem__(self, part: slice) -> list[LedgerEntry]:
        """A page of them. One query."""
        # So many of the written ones may stand behind the waiting ones.
        first = max(0, part.start - len(self._waiting))
        found = newest_first([*self._written[first : part.stop], *self._waiting])
        return found[part.start - first : part.stop - first]


@require_safe
@event_page
@conductors_only
def ledger(request: SiteRequest, event: Event) -> HttpResponse:
    """Everything that was done, newest first, page by page."""
    acts, waiting = readable(event, request.role), waiting_entries(event)
    verbs = {*acts.order_by("verb").values_list("verb", flat=True).distinct()}
    verbs |= {act.verb for act in waiting}
    form = LedgerFilter(request.GET or None, verbs=sorted(verbs))
    found = Acts(form.of(acts.select_related("user")), [act for act in waiting if form.keeps(act)])
    paginator: Paginator[LedgerEntry] = Paginator(found, PAGE)  # type: ignore[arg-type]  # it takes only its length and slices
    page = paginator.get_page(request.GET.get("page"))
    titles = dict(event.titles.values_list("key", "name"))
    context = {
        "event": event,
        "form": form,
        "page": page,
        "acts": [
            (act, verb_in_words(act.verb), subject_in_words(act.subject), _changes(act, titles))
            for act in page
        ],
        "now": timezone.now(),
    }
    return render(request, "events/ledger.html", context)


def _changes(act: LedgerEntry, titles: Mapping[str, str]) -> list[Change]:
    return changes(act.before, act.after, act.verb, titles)
