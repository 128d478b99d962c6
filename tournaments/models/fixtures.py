"""Fixtures over weeks: who plays whom until when, one by one or team against team on boards."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped

MOST_BOARDS = 8


class FixtureList(models.Model):
    """The fixtures of a tournament that is played over weeks.

    With one board the ``teams`` are single players. Weeks begin ``days`` apart.
    """

    class System(models.TextChoices):
        ROUND_ROBIN = "robin", _("everybody meets everybody once")
        DOUBLE_ROUND_ROBIN = "robin2", _("everybody meets everybody twice")
        SWISS = "swiss", _("Swiss: paired week by week by the table")

    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="fixture_list"
    )
    system = models.CharField(_("system"), max_length=6, choices=System.choices)
    boards = models.PositiveSmallIntegerField(_("boards"), default=1)
    days = models.PositiveSmallIntegerField(_("days for a week's games"), default=7)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(boards__gte=1, boards__lte=MOST_BOARDS), name="fixtures_on_boards"
            ),
            models.CheckConstraint(
                condition=Q(days__gte=1, days__lte=28), name="fixture_weeks_have_days"
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)

    @property
    def has_teams(self) -> bool:
        return self.boards > 1


class FixtureTeam(models.Model):
    """A team, or a player of a list with one board. ``number`` is drawn by lot, from 1."""

    fixture_list = models.ForeignKey(FixtureList, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    # Empty for a single player, who is called by the name of today.
    name = models.CharField(_("name"), max_length=60, blank=True, default="")

    class Meta:
        ordering = ["fixture_list", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["fixture_list", "number"], name="fixture_team_number_once"
            ),
            models.UniqueConstraint(
                fields=["fixture_list", "name"],
                condition=~Q(name=""),
                name="fixture_team_name_once",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)


class FixtureMember(models.Model):
    """Who plays for a team, and on which board: 1 is the first."""

    team = models.ForeignKey(FixtureTeam, on_delete=models.CASCADE, related_name="members")
    entry = models.OneToOneField(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="fixture_member"
    )
    board = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["team", "board"]
        constraints = [
            models.UniqueConstraint(fields=["team", "board"], name="one_member_for_each_board"),
            models.CheckConstraint(condition=Q(board__gte=1), name="boards_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.team}, {self.board}: {self.entry}"


class FixtureWeek(models.Model):
    """The days in which a round of fixtures is played; its games are due on the last."""

    fixture_list = models.ForeignKey(FixtureList, on_delete=models.CASCADE, related_name="weeks")
    number = models.PositiveSmallIntegerField()
    opens_on = models.DateField()
    closes_on = models.DateField()

    class Meta:
        ordering = ["fixture_list", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["fixture_list", "number"], name="fixture_week_number_once"
            ),
            models.CheckConstraint(
                condition=Q(closes_on__gte=F("opens_on")), name="fixture_week_ends_after_it_begins"
            ),
        ]

    def __str__(self) -> str:
        return str(_("Week %(number)s") % {"number": self.number})


class Fixture(models.Model):
    """Two teams that meet in a week; without ``away`` the team has a bye."""

    week = models.ForeignKey(FixtureWeek, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(FixtureTeam, on_delete=models.CASCADE, related_name="+")
    away = models.ForeignKey(FixtureTeam, null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["week", "number"]
        constraints = [
            models.UniqueConstraint(fields=["week", "number"], name="fixture_number_once"),
            models.UniqueConstraint(fields=["week", "home"], name="one_home_fixture_a_week"),
            models.UniqueConstraint(fields=["week", "away"], name="one_away_fixture_a_week"),
            models.CheckConstraint(
                condition=Q(away=None) | ~Q(home=F("away")), name="fixture_has_two_teams"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.week}: {self.home}, {self.away or '-'}"


class FixtureGame(Stamped):
    """The game of two players on a board. ``version`` grows with each change.

    It is due on ``due_on``, which a postponement moves, for ``postponed_because``. ``reported_by``
    is the player who entered the result; empty for a conductor. A dispute and a ruling have a
    ``reason``.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("to be played")
        REPORTED = "reported", _("waits for the other player")
        DISPUTED = "disputed", _("disputed")
        CONFIRMED = "confirmed", _("agreed")
        RULED = "ruled", _("decided by a conductor")

    class Outcome(models.TextChoices):
        HOME = "home", _("the first player won")
        DRAW = "draw", _("a draw")
        AWAY = "away", _("the second player won")
        HOME_DEFAULT = "home0", _("the first player won by default")
        AWAY_DEFAULT = "away0", _("the second player won by default")
        NEITHER = "none", _("not played, lost by both")

    PLAYED = (Outcome.HOME, Outcome.DRAW, Outcome.AWAY)
    #: A result that counts.
    SETTLED = (Status.CONFIRMED, Status.RULED)

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="games")
    board = models.PositiveSmallIntegerField()
    home = models.ForeignKey("tournaments.Entry", on_delete=models.RESTRICT, related_name="+")
    away = models.ForeignKey("tournaments.Entry", on_delete=models.RESTRICT, related_name="+")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    outcome = models.CharField(max_length=5, choices=Outcome.choices, blank=True, default="")
    due_on = models.DateField()
    played_on = models.DateField(null=True)
    postponed_because = models.CharField(max_length=200, blank=True, default="")
    reason = models.CharField(max_length=200, blank=True, default="")
    reported_by = models.ForeignKey(
        "tournaments.Entry", null=True, on_delete=models.RESTRICT, related_name="+"
    )
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["fixture", "board"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "board"], name="one_game_for_each_board"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="fixture_game_has_two"),
            models.CheckConstraint(
                condition=Q(status="open", outcome="", played_on=None)
                | (
                    Q(status__in=["reported", "disputed", "confirmed"], played_on__isnull=False)
                    & Q(outcome__in=["home", "draw", "away"])
                )
                | Q(status="ruled", outcome__in=["home", "draw", "away"], played_on__isnull=False)
                | Q(status="ruled", outcome__in=["home0", "away0", "none"], played_on=None),
                name="fixture_game_has_its_result",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=["disputed", "ruled"]) | ~Q(reason=""),
                name="fixture_ruling_has_a_reason",
            ),
        ]

    #: What the two get, as it stands between their names.
    FIGURES = {
        Outcome.HOME: "1 : 0",
        Outcome.DRAW: "½ : ½",
        Outcome.AWAY: "0 : 1",
        Outcome.HOME_DEFAULT: "+ : −",  # noqa: RUF001 - signs as on score sheets of chess
        Outcome.AWAY_DEFAULT: "− : +",  # noqa: RUF001
        Outcome.NEITHER: "− : −",  # noqa: RUF001
    }

    def __str__(self) -> str:
        return f"{self.home}, {self.away}"

    @property
    def figures(self) -> str:
        return self.FIGURES.get(self.Outcome(self.outcome), "") if self.outcome else ""


def games_to_play(player: Any) -> models.QuerySet[FixtureGame]:
    """The games of somebody that have no settled result, in leagues that take place."""
    found = FixtureGame.objects.exclude(status__in=FixtureGame.SETTLED).order_by()
    found = found.exclude(fixture__week__fixture_list__tournament__status="cancelled")
    home = found.filter(home__player=player).values("pk")
    return FixtureGame.objects.filter(
        pk__in=home.union(found.filter(away__player=player).values("pk"), all=True)
    )
