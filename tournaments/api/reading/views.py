"""Views that everybody may read: events, tournaments, rounds, standings, people, seasons."""

from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.response import Response

from scoring.schemes import schemes
from tournaments.access.requests import event_of_token
from tournaments.access.roles import visible_events
from tournaments.api.reading.filters import choice, key, slug, updated_since, words
from tournaments.api.reading.lists import ForEverybody
from tournaments.api.reading.round_serializers import RoundSerializer
from tournaments.api.reading.serializers import (
    AdjustmentSerializer,
    EntrySerializer,
    EventSerializer,
    PlayerSerializer,
    SchemeSerializer,
    SeasonPartSerializer,
    SeasonSerializer,
    SeasonStandingSerializer,
    TitleSerializer,
    TournamentSerializer,
)
from tournaments.models import Adjustment, Entry, Event, Round, Season, Tournament
from tournaments.person_fields import PERSON_FIELDS
from tournaments.seasons.queries import is_current as season_is_current

#: What people are called by, as columns of a player and of an entry.
CALLED = tuple(field.key for field in PERSON_FIELDS if field.is_called)
CALLED_OF_ENTRY = tuple(f"player__{key}" for key in CALLED)


class EventList(ForEverybody, generics.ListAPIView):
    """All events, the latest first."""

    filters = (
        words("q", "Only events with this in their name or venue.", "name", "venue"),
        updated_since("updated_at"),
    )
    serializer_class = EventSerializer

    def get_queryset(self) -> QuerySet[Any]:
        found = visible_events(self.request.user)
        if only := event_of_token(self.request):
            found = found.filter(Q(announced_at__isnull=False) | Q(pk=only))
        return found.order_by("-starts_on", "name")


class EventInFull(ForEverybody, generics.RetrieveAPIView):
    """One event."""

    queryset = Event.objects.all()
    serializer_class = EventSerializer
    lookup_field, lookup_url_kwarg = "slug", "event"


WITH_CHAMPION = Tournament.objects.select_related("title", "standings_state__champion__player")


class TournamentList(ForEverybody, generics.ListAPIView):
    """The tournaments of an event."""

    filters = (
        choice("status", "Only these.", Tournament.Status.values),
        slug("game", "Only tournaments of this game, by its key."),
        updated_since("updated_at", "standings_state__standings_at", "standings_state__results_at"),
    )
    serializer_class = TournamentSerializer

    def get_queryset(self) -> QuerySet[Any]:
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        return WITH_CHAMPION.filter(event=event).order_by("created_at", "id")


class TournamentInFull(ForEverybody, generics.RetrieveAPIView):
    """One tournament."""

    serializer_class = TournamentSerializer
    lookup_field, lookup_url_kwarg = "slug", "tournament"

    def get_queryset(self) -> QuerySet[Any]:
        return WITH_CHAMPION.filter(event__slug=self.kwargs["event"])


class TitleList(ForEverybody, generics.ListAPIView):
    """The games that this event defined itself, by name."""

    filters = (updated_since("updated_at"),)
    serializer_class = TitleSerializer

    def get_queryset(self) -> QuerySet[Any]:
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        return event.titles.order_by("name", "pk")


def _tournament(kwargs: Any) -> Tournament:
    return get_object_or_404(Tournament, event__slug=kwargs["event"], slug=kwargs["tournament"])


class RoundList(ForEverybody, generics.ListAPIView):
    """The rounds of a tournament whose seating is published; on demand those that were annulled.

    An annulled round counts nowhere: ``?status=annulled`` alone lists them. ``annulled_number`` is
    the number that it had, and ``number`` the one that it is read by now.
    """

    filters = (
        choice("status", "Only these.", Round.Status.values),
        choice("kind", "Only these.", Round.Kind.values),
        updated_since("updated_at"),
    )
    serializer_class = RoundSerializer

    def get_queryset(self) -> QuerySet[Any]:
        tournament = _tournament(self.kwargs)
        if self.request.query_params.get("status") == Round.Status.ANNULLED:
            return Round.with_annulled.annulled().filter(tournament=tournament).order_by("number")
        rounds = tournament.rounds
        return rounds.exclude(status=Round.Status.SEATED).order_by("number")


class EntryList(ForEverybody, generics.ListAPIView):
    """Who is entered, by name."""

    filters = (
        choice("status", "Only these.", Entry.Status.values),
        key("player_id", "Only the entry of this player."),
        words("q", "Only people with this in their name or handle.", *CALLED_OF_ENTRY),
        updated_since("updated_at"),
    )
    serializer_class = EntrySerializer

    def get_queryset(self) -> QuerySet[Any]:
        entries = Entry.objects.filter(tournament=_tournament(self.kwargs))
        return entries.select_related("player").order_by("player__name", "pk")


class PlayerList(ForEverybody, generics.ListAPIView):
    """The people of an event, by name."""

    filters = (
        words("q", "Only people with this in their name or handle.", *CALLED),
        updated_since("updated_at"),
    )
    serializer_class = PlayerSerializer

    def get_queryset(self) -> QuerySet[Any]:
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        return event.players.order_by("name", "pk")


class AdjustmentList(ForEverybody, generics.ListAPIView):
    """Penalties, byes, warnings and disqualifications, also those taken back."""

    filters = (
        choice("kind", "Only these.", Adjustment.Kind.values),
        key("entry_id", "Only those of this entry."),
        updated_since("given_at", "taken_back_at"),
    )
    serializer_class = AdjustmentSerializer

    def get_queryset(self) -> QuerySet[Any]:
        found = Adjustment.objects.filter(entry__tournament=_tournament(self.kwargs))
        return found.order_by("given_at", "pk")


class SchemeList(ForEverybody):
    """Every points scheme of a tournament. They change with the release alone."""

    @extend_schema(responses=SchemeSerializer(many=True))
    def get(self, _request: Any) -> Response:
        return Response(SchemeSerializer(schemes().values(), many=True).data)


class SeasonList(ForEverybody, generics.ListAPIView):
    """All seasons, the latest first."""

    filters = (
        words("q", "Only seasons with this in their name.", "name"),
        updated_since("updated_at"),
    )
    queryset = Season.objects.order_by("-created_at", "-pk")
    serializer_class = SeasonSerializer


class SeasonInFull(ForEverybody, generics.RetrieveAPIView):
    """One season."""

    queryset = Season.objects.all()
    serializer_class = SeasonSerializer
    lookup_field, lookup_url_kwarg = "slug", "season"


class SeasonPartList(ForEverybody, generics.ListAPIView):
    """The tournaments that count for a season."""

    serializer_class = SeasonPartSerializer

    def get_queryset(self) -> QuerySet[Any]:
        season = get_object_or_404(Season, slug=self.kwargs["season"])
        announced = season.parts.filter(tournament__event__announced_at__isnull=False)
        return announced.select_related("tournament__event").order_by("pk")


class SeasonStandingList(ForEverybody, generics.ListAPIView):
    """The rows of a season, best first. ``total`` is an exact fraction."""

    serializer_class = SeasonStandingSerializer

    def get_queryset(self) -> QuerySet[Any]:
        self.season = get_object_or_404(Season, slug=self.kwargs["season"])
        return self.season.standings.select_related("player").order_by("rank")

    def get_serializer_context(self) -> Any:
        # A description of the API asks for a serializer of no season.
        is_current = hasattr(self, "season") and season_is_current(self.season, at=timezone.now())
        return super().get_serializer_context() | {"is_current": is_current}
