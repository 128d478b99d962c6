"""Who may write through the API: conductors of the event, as far as their token goes."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from tournaments.access.requests import enter_event
from tournaments.addresses import is_of_this_site
from tournaments.api.errors import ForeignOrigin
from tournaments.api.known import Known
from tournaments.api.tokens import allows
from tournaments.models import Event, Round, Season, Tournament


class FromPhones(Known):
    """The base of what phones write: one is known by its cookie alone, so no page of another site
    may use it."""

    def enter(self, request: Request) -> None:
        if request.auth is None and not is_of_this_site(request):
            raise ForeignOrigin


class Writing(Known):
    """The base of views that write at an event. ``scopes``: a token needs one of them."""

    scopes: ClassVar[tuple[str, ...]] = ("conduct",)
    #: See ``once``.
    is_long: ClassVar[bool] = False

    def enter(self, request: Request) -> None:
        """Find what the address is about, and refuse those who may not write there."""
        self.event = self.find(request)
        enter_event(request, self.event)
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not (request.may_conduct and self.has_scope(request)):
            raise PermissionDenied

    def find(self, _request: Any) -> Event:
        return get_object_or_404(Event, slug=self.kwargs["event"])

    def has_scope(self, request: Request) -> bool:
        return any(allows(request, scope) for scope in self.scopes)


class WritingTournament(Writing):
    """The base of views that write in a tournament."""

    def find(self, _request: Any) -> Event:
        self.tournament = get_object_or_404(
            Tournament.objects.select_related("event"),
            event__slug=self.kwargs["event"],
            slug=self.kwargs["tournament"],
        )
        return self.tournament.event


class WritingRound(Writing):
    """The base of views that write in a round."""

    def find(self, _request: Any) -> Event:
        self.round = get_object_or_404(
            Round.with_annulled.select_related("tournament__event"),
            tournament__event__slug=self.kwargs["event"],
            tournament__slug=self.kwargs["tournament"],
            number=self.kwargs["number"],
        )
        self.tournament = self.round.tournament
        return self.tournament.event


class WritingAnywhere(Writing):
    """The base of what every account may do, such as setting up an event."""

    def enter(self, request: Request) -> None:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not self.has_scope(request):
            raise PermissionDenied


class WritingSeason(WritingAnywhere):
    """The base of what the owners of a season do."""

    def enter(self, request: Request) -> None:
        self.season = get_object_or_404(Season, slug=self.kwargs["season"])
        super().enter(request)
        if not self.season.may_be_changed_by(request.user):
            raise PermissionDenied
