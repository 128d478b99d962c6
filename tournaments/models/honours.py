"""Who competes in the ranking of an event beside everybody: classes, teams; and its prizes."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped


class RankingClass(Stamped):
    """People who are also ranked among themselves: novices, juniors, challengers.

    ``rule`` says in words who belongs to it; conductors say who does.
    """

    ranking = models.ForeignKey(
        "tournaments.Ranking", on_delete=models.CASCADE, related_name="classes"
    )
    name = models.CharField(_("name"), max_length=60)
    rule = models.CharField(_("who belongs to it"), max_length=200, blank=True, default="")

    class Meta:
        ordering = ["ranking", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ranking", "name"], name="class_name_once_per_ranking")
        ]

    def __str__(self) -> str:
        return self.name


class RankingClassMember(models.Model):
    """Somebody in a class."""

    of_class = models.ForeignKey(RankingClass, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="ranking_classes"
    )

    class Meta:
        ordering = ["of_class", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["of_class", "player"], name="once_in_a_ranking_class")
        ]

    def __str__(self) -> str:
        return f"{self.of_class}: {self.player}"


class RankingTeam(Stamped):
    """People who count together, for games that began after ``registered_at``.

    Its members stay as they registered. ``place``, ``total``, an exact fraction, and ``details``
    are written by ``rankings.computing``.
    """

    ranking = models.ForeignKey(
        "tournaments.Ranking", on_delete=models.CASCADE, related_name="teams"
    )
    name = models.CharField(_("name"), max_length=60)
    registered_at = models.DateTimeField(editable=False)
    place = models.PositiveIntegerField(null=True, editable=False)
    total = models.TextField(default="0", editable=False)
    details = models.JSONField(default=dict, editable=False)

    class Meta:
        ordering = ["ranking", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ranking", "name"], name="team_name_once_per_ranking")
        ]

    def __str__(self) -> str:
        return self.name


class RankingTeamMember(models.Model):
    """Somebody in a team; in a ``ranking`` nobody is in two. ``noted`` is the team that the roster
    had noted of them before.
    """

    ranking = models.ForeignKey("tournaments.Ranking", on_delete=models.CASCADE, related_name="+")
    team = models.ForeignKey(RankingTeam, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="ranking_teams"
    )
    noted = models.CharField(max_length=60, blank=True, default="", db_default="", editable=False)

    class Meta:
        ordering = ["team", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["ranking", "player"], name="one_ranking_team_per_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.player}"


class RankingPrize(Stamped):
    """A prize for a place in one of a ranking's lists, and who got it, if somebody did.

    A prize of a class names it in ``of_class``; a prize of teams goes to a ``team``, any other to a
    ``player``. ``given_by`` decided who gets it, with a ``reason`` where several stood at its place
    or somebody else did.
    """

    class Of(models.TextChoices):
        OVERALL = "overall", _("The ranking")
        IRON = "iron", _("Iron man")
        TEAMS = "teams", _("Teams")
        CLASS = "class", _("Class")

    ranking = models.ForeignKey(
        "tournaments.Ranking", on_delete=models.CASCADE, related_name="prizes"
    )
    of = models.CharField(_("list"), max_length=7, choices=Of.choices)
    of_class = models.ForeignKey(
        RankingClass, null=True, on_delete=models.CASCADE, related_name="prizes"
    )
    place = models.PositiveSmallIntegerField(_("place"))
    label = models.CharField(_("prize"), max_length=120)
    player = models.ForeignKey(
        "tournaments.Player", null=True, on_delete=models.CASCADE, related_name="ranking_prizes"
    )
    team = models.ForeignKey(
        RankingTeam, null=True, on_delete=models.CASCADE, related_name="prizes"
    )
    given_at = models.DateTimeField(null=True, editable=False)
    given_by = models.CharField(max_length=120, blank=True, default="", db_default="")
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="", db_default="")

    class Meta:
        ordering = ["ranking", "of", "of_class", "place", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(of__in=["overall", "iron", "teams", "class"], place__gte=1),
                name="prize_is_for_a_place",
            ),
            models.CheckConstraint(
                condition=Q(of="class", of_class__isnull=False) | ~Q(of="class") & Q(of_class=None),
                name="prize_of_a_class_names_it",
            ),
            models.CheckConstraint(
                condition=Q(given_at=None, player=None, team=None)
                | Q(given_at__isnull=False, of="teams", player=None, team__isnull=False)
                | Q(given_at__isnull=False, player__isnull=False, team=None) & ~Q(of="teams"),
                name="prize_given_says_to_whom",
            ),
            # A prize that was given by an earlier release does not say by whom.
            models.CheckConstraint(
                condition=Q(given_at__isnull=False) | Q(given_by="", reason=""),
                name="prize_not_given_has_no_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.label
