"""The values of a ranking's profile, each with where it comes from.

Declared once: the form, its page and the public page say of each value whether the Train Gamers
Association publishes it, or whether it is ours.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.models import Ranking

#: Where the Train Gamers Association publishes how a convention is counted.
SOURCE = "http://www.mimgames.com/tga/puffingbilly/intro.shtml"
DEFAULT_SCHEME = "close-game"
DEFAULT_BONUS = "0.3 0.2 0.1"
DEFAULT_TEAM = (3, 4)
TIE_BREAKS: dict[str, Any] = dict(Ranking.Step.choices)


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the profile: what it is called, and where its default comes from."""

    key: str
    label: Any
    origin: Any


PROFILE = (
    Value(
        "categories",
        _("Categories"),
        _("From the TGA: that there are some. Which: each convention's own."),
    ),
    Value("by_title", _("Each title is a category"), _("From the TGA, for title competitions.")),
    Value(
        "required",
        _("Categories that count"),
        _("From the TGA: 2 at an event of one day, 3 of two, 4 of more."),
    ),
    Value("scheme", _("Points of a game"), _("Ours. The TGA does not publish its formula.")),
    Value(
        "final_bonus",
        _("What a final adds"),
        _("From the TGA: 0.3 and 0.2 at the top table of one title. The rest: ours."),
    ),
    Value(
        "pick_ups",
        _("Pick-up games count"),
        _("From the TGA, for games that a conductor approved before."),
    ),
    Value("tie_breaks", _("Tie-breaks"), _("Ours.")),
    Value("team_from", _("Fewest members of a team"), _("From the TGA: 3.")),
    Value("team_to", _("Most members of a team"), _("From the TGA: 4.")),
)
ORIGINS = {value.key: value.origin for value in PROFILE}
