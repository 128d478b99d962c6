"""Rounds with their tables. Conductors see drafts; a code is shown to those who may use it."""

from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import generics
from rest_framework.request import Request

from tournaments.access.requests import enter_event, may_enter_results
from tournaments.access.shown_results import may_see_round
from tournaments.api.reading.filters import Filter, choice, updated_since
from tournaments.api.reading.lists import WithETag
from tournaments.api.reading.round_serializers import RoundInFullSerializer, TableOfRoundSerializer
from tournaments.api.tokens import allows
from tournaments.clock.queries import TableSummary, fill
from tournaments.models import Bye, Round, Seat, SheetVersion, Table
from tournaments.models.seats import SITTING


class RoundInFull(WithETag, generics.RetrieveAPIView):
    """One round, with those who sit it out."""

    serializer_class = RoundInFullSerializer

    def get_object(self) -> Any:
        return find_round(self.request, self.kwargs)


def find_round(request: Request, address: Any) -> Round:
    """The round of an address, which is entered; a draft only for conductors. Raises Http404."""
    byes = Bye.objects.select_related("entry__player").order_by("entry__player__name", "pk")
    rounds = Round.with_annulled.select_related("tournament__event").annotate(
        table_count=Count("tables")
    )
    found = get_object_or_404(
        rounds.prefetch_related(Prefetch("byes", queryset=byes)),
        tournament__event__slug=address["event"],
        tournament__slug=address["tournament"],
        number=address["number"],
    )
    enter_event(request, found.tournament.event)
    if found.status == Round.Status.SEATED and not may_conduct(request):
        raise Http404
    return found


def may_conduct(request: Request) -> bool:
    """Whether the sender conducts the event that was entered, and their token goes that far."""
    return request.may_conduct and allows(request, "conduct")


def _changed_since() -> Filter:
    """Tables that changed, or whose round did. One that an earlier release wrote does not say when:
    its hands do, and the end of its game."""
    told = updated_since("updated_at", "ended_at", "round__updated_at")

    def rows(moment: Any) -> Q:
        versions = SheetVersion.objects.filter(sheet__table=OuterRef("pk"), at__gte=moment)
        return told.rows(moment) | Q(Exists(versions))

    return Filter(told.name, told.about, told.field, told.schema, rows)


class TableList(WithETag, generics.ListAPIView):
    """The tables of a round, with who sits there and the points so far.

    ``code`` is shown to those who keep the scores of the event, and to a phone at that table.
    """

    filters = (choice("status", "Only these.", Table.Status.values), _changed_since())
    serializer_class = TableOfRoundSerializer

    def get_queryset(self) -> QuerySet[Any]:
        self.round = find_round(self.request, self.kwargs)
        return Table.objects.filter(round=self.round).order_by("number")

    def paginate_queryset(self, queryset: Any) -> Any:
        """The tables of a page with what is known of them."""
        states = {table.pk: TableSummary(table) for table in super().paginate_queryset(queryset)}
        for state in states.values():
            state.table.round = self.round
        seats = Seat.objects.select_related("played_by", "begun_by")
        fill(states, each_hand=False, seats=seats)
        if not may_see_round(self.round, conducts=may_conduct(self.request)):
            own = _open_codes(self.request, self.round)
            for pk, state in states.items():
                if pk not in own:
                    state.hide_points()
        return list(states.values())

    def get_serializer_context(self) -> Any:
        codes = _open_codes(self.request, self.round) if hasattr(self, "round") else set()
        return super().get_serializer_context() | {"open_codes": codes}


def sees_table(request: Request, table: Table) -> bool:
    """Whether the sender sees the results of a table: players see those of their own."""
    if may_see_round(table.round, conducts=may_conduct(request)):
        return True
    if request.may_keep_scores:
        return allows(request, "results")
    return may_enter_results(request, table)


def _open_codes(request: Request, round_: Round) -> set[int]:
    """The tables whose code the caller may see."""
    seats = Seat.objects.filter(round=round_)
    keeps = request.may_keep_scores and (allows(request, "results") or allows(request, "conduct"))
    if not keeps:
        if request.player is None:
            return set()
        seats = seats.alias(sitting_id=SITTING).filter(sitting_id=request.player.pk)
    return set(seats.values_list("table_id", flat=True))
