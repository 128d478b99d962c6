"""Swiss by FIDE's Dutch system."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from pairing.head_to_head import RULE_YEAR, NoPairing, Pairing, Record, pair_dutch
from tournaments.models import Tournament
from tournaments.seating import errors
from tournaments.seating.formats.paired_rounds import Facts
from tournaments.seating.formats.swiss import Swiss

#: FIDE's rules take ever longer with more people; from here on the other Swiss must do.
MOST_PEOPLE = 500
#: Seconds after which a page gives the rules of FIDE up.
PATIENCE = 90


class Dutch(Swiss):
    """Swiss by FIDE's Dutch system."""

    key = str(Tournament.Pairing.DUTCH)
    others = (str(Tournament.Pairing.FIELD),)

    def pair(self, facts: Facts, here: Sequence[Record]) -> Pairing:
        """Raises TooManyForDutch and NoPairingByRules."""
        if len(here) > MOST_PEOPLE:
            raise errors.TooManyForDutch(most=MOST_PEOPLE)
        try:
            return pair_dutch(
                facts.people, facts.rounds, first_side=facts.first_side, apart=facts.apart,
                patience=PATIENCE,
            )  # fmt: skip
        except NoPairing as reason:
            raise errors.NoPairingByRules from reason

    def rule(self) -> str:
        return _(
            "Swiss by FIDE's Dutch system, %(year)s rules: people with the same score meet, "
            "nobody twice."
        ) % {"year": RULE_YEAR}
