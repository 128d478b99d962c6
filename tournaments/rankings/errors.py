"""Refusals about the ranking of an event."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class RankingRefused(Refused):
    """The base of all refusals about rankings."""


class RankingNeedsName(RankingRefused):
    code = "ranking-needs-name"
    sentence = _("A ranking needs a name.")


class CategoryWithoutKey(RankingRefused):
    code = "category-without-key"
    sentence = _("Line %(line)s: write it as “1: Long games”, with a key of 1 to 10 characters.")


class CategoryTwice(RankingRefused):
    code = "category-twice"
    sentence = _("Line %(line)s: there already is a category “%(key)s”.")


class CategoriesMissing(RankingRefused):
    code = "categories-missing"
    sentence = _("Enter at least one category, or let each title be one.")


class TooManyCategories(RankingRefused):
    code = "too-many-categories"
    sentence = _("A ranking has at most %(most)s categories.")


class RequiredOutOfRange(RankingRefused):
    code = "required-out-of-range"
    sentence = _("Enter a number from 1 to %(most)s, the number of categories.")


class NoFinalBonus(RankingRefused):
    code = "no-final-bonus"
    sentence = _("Enter numbers from 0 to 99 with spaces between them, such as 0.3 0.2 0.1.")


class FinalBonusRises(RankingRefused):
    code = "final-bonus-rises"
    sentence = _("“%(text)s” is more than the place above adds.")


class NoSuchScheme(RankingRefused):
    code = "no-such-scheme"
    sentence = _("This site does not have the points scheme “%(key)s”.")


class NoSuchStep(RankingRefused):
    code = "no-such-tie-break"
    sentence = _("“%(key)s” is not a tie-break for rankings, or is listed twice.")


class NoSuchTeamSize(RankingRefused):
    code = "no-such-team-size"
    sentence = _("A team has from 2 to %(most)s members, and no fewer at most than at least.")


class NoSuchCategory(RankingRefused):
    code = "no-such-category"
    sentence = _("This ranking does not have the category “%(key)s”.")


class TournamentOfNoTables(RankingRefused):
    code = "tournament-without-tables"
    sentence = _("%(tournament)s has no games at tables that could count.")


#: By the code of a ``scoring.conventions.profile_text.ProfileTextError``.
FAULTS: dict[str, type[RankingRefused]] = {
    refusal.code: refusal
    for refusal in (
        CategoryWithoutKey,
        CategoryTwice,
        CategoriesMissing,
        TooManyCategories,
        RequiredOutOfRange,
        NoSuchScheme,
        NoFinalBonus,
        FinalBonusRises,
        NoSuchStep,
        NoSuchTeamSize,
    )
}
