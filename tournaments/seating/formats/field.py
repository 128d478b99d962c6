"""Swiss for large fields."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from pairing.head_to_head import Pairing, Record, pair_field
from tournaments.models import Tournament
from tournaments.seating.formats.paired_rounds import Facts
from tournaments.seating.formats.swiss import Swiss


class Field(Swiss):
    """Swiss for large fields, by rules of this site."""

    key = str(Tournament.Pairing.FIELD)
    others = (str(Tournament.Pairing.DUTCH),)
    engine = 2

    def pair(self, facts: Facts, here: Sequence[Record]) -> Pairing:
        return pair_field(here, facts.apart)

    def rule(self) -> str:
        return _(
            "Swiss for large fields, not a federation's rules: people close in score meet, "
            "with as few repeats as possible, and byes go round."
        )
