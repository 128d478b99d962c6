"""Which results of a tournament may be shown: the one place that decides it.

A tournament may keep its standings back until it has ended, or all but the top of them, and its
last rounds may be silent. Every page, file and answer of the API asks here. Points at a table tell
as much as the standings that they add up to, so they are kept back with them. Conductors of the
event see everything; everybody does once the tournament has ended.

Pages about several tournaments, such as seasons and ratings, leave such a tournament out for
everybody: one number more in a total would tell what it had.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.access.requests import may_enter_results
from tournaments.access.site_request import SiteRequest
from tournaments.errors import Forbidden
from tournaments.models import Round, Table, Tournament


class HasPlace(Protocol):
    """A row of the standings."""

    @property
    def place(self) -> int: ...


R = TypeVar("R", bound=HasPlace)


class ResultsHidden(Forbidden):
    """The answer would say what is kept back."""

    code = "results-hidden"
    sentence = _("This is shown when the tournament has ended.")


@dataclass(frozen=True, slots=True)
class ShownResults:
    """The results of one tournament that somebody may see.

    Of the standings the places up to ``top``, as they were after round ``after``; of the tables
    those of rounds up to ``last_round``. None is no limit.
    """

    top: int | None = None
    after: int | None = None
    last_round: int | None = None

    @property
    def is_everything(self) -> bool:
        return self == EVERYTHING

    @property
    def has_standings(self) -> bool:
        return self.top != 0 and self.after != 0

    def of_round(self, number: int) -> bool:
        """Whether the results at the tables of round ``number`` may be seen."""
        return self.last_round is None or number <= self.last_round

    def rows(self, rows: Iterable[R]) -> list[R]:
        """Of the rows of the standings those that may be seen."""
        return [row for row in rows if self.top is None or row.place <= self.top]


EVERYTHING = ShownResults()


def keeps_back(tournament: Tournament) -> bool:
    """Whether players do not see all its results now."""
    everything = tournament.standings_shown == tournament.StandingsShown.ALL
    return not tournament.has_ended and not (everything and tournament.silent_rounds == 0)


def in_public(prefix: str = "") -> Q:
    """The tournaments whose results everybody sees: ``keeps_back`` as a condition of a query.

    ``prefix`` is the path to the tournament, such as ``round__tournament__``.
    """
    open_to_all = {"standings_shown": Tournament.StandingsShown.ALL, "silent_rounds": 0}
    return Q(**{f"{prefix}status__in": Tournament.ENDED}) | Q(
        **{f"{prefix}{name}": value for name, value in open_to_all.items()}
    )


def shown_results(tournament: Tournament, *, conducts: bool) -> ShownResults:
    """The results that somebody may see, who ``conducts`` the event or does not."""
    if conducts or not keeps_back(tournament):
        return EVERYTHING
    silent_after = None
    if tournament.silent_rounds:
        silent_after = max(0, tournament.rounds_planned - tournament.silent_rounds)
    match tournament.standings_shown:
        case tournament.StandingsShown.END:
            return ShownResults(top=0, after=0, last_round=0)
        case tournament.StandingsShown.TOP:
            return ShownResults(top=tournament.standings_top, after=silent_after, last_round=0)
    return ShownResults(after=silent_after, last_round=silent_after)


def may_see_round(round_: Round, *, conducts: bool) -> bool:
    """Whether somebody may see the results at the tables of a round."""
    return shown_results(round_.tournament, conducts=conducts).of_round(round_.number)


def may_see_table(request: SiteRequest, table: Table) -> bool:
    """Whether the sender may see the results of a table: players see those of their own."""
    if may_see_round(table.round, conducts=request.may_conduct):
        return True
    return may_enter_results(request, table)


def refuse_if_hidden(tournament: Tournament, *, conducts: bool) -> None:
    """Raise ResultsHidden unless somebody may see all results of a tournament."""
    if not shown_results(tournament, conducts=conducts).is_everything:
        raise ResultsHidden
