"""Fixtures over weeks: the two agree when they play, so no round is seated."""

from typing import NoReturn

from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.seating import errors
from tournaments.seating.formats.base import Choices
from tournaments.seating.formats.pairs import Pairs
from tournaments.seating.ranking import Ranking


class Fixtures(Pairs):
    """Fixtures over weeks."""

    key = str(Tournament.Pairing.FIXTURES)

    def next(self, tournament: Tournament, choices: Choices, ranking: Ranking) -> NoReturn:
        raise errors.SemifinalsNotHere if choices.semifinals else errors.PlayedByFixtures

    def again(self, draft: Round, choices: Choices, ranking: Ranking) -> NoReturn:
        raise errors.PlayedByFixtures

    def same_again(self, round_: Round, ranking: Ranking) -> None:
        """There are no rounds."""

    def rules(self, tournament: Tournament) -> list[str]:
        """The order is drawn when the fixtures are made."""
        return self.own_rules()

    def own_rules(self) -> list[str]:
        return [
            _(
                "Who plays whom is fixed week by week; the two agree when and where, and report "
                "the result."
            ),
        ]
