"""Tournaments: a game, its timing, its format."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.apps import apps
from django.db import models, transaction
from django.db.models import F, Q, Value
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.catalogue import GameInfo, Setup, setup
from games.titles import PREFIX
from scoring.schemes import HOUSE, Scheme, scheme
from tournaments.models.stamped import Stamped, StampedQuerySet
from tournaments.models.standings import StandingsState

if TYPE_CHECKING:
    from tournaments.models.players import Entry
    from tournaments.models.rounds import Round

LOT_SEED_BYTES = 8


def draw_lot_seed() -> str:
    """A random seed for the drawn lots of a tournament."""
    return secrets.token_hex(LOT_SEED_BYTES)


class TournamentQuerySet(StampedQuerySet["Tournament"]):
    def bulk_create(
        self, objs: Iterable["Tournament"], *args: Any, **options: Any
    ) -> list["Tournament"]:
        """Store new tournaments, each with its state."""
        with transaction.atomic():
            made = super().bulk_create(objs, *args, **options)
            StandingsState.objects.bulk_create(StandingsState(tournament=one) for one in made)
        return made


class Tournament(Stamped):
    """One competition. Defaults come from the game's catalogue, not from these fields.

    Durations: ``cutoff``, ``force_end`` and ``warning`` count back from the end of a slot.
    How far its results and its standings are stands beside it: see ``StandingsState``.

    A reported sheet is confirmed automatically after ``objection_minutes``; with 0 it never is.

    ``scheme`` is the key of a points scheme, ``tie_breaks`` are keys of measures that replace
    the scheme's own (see ``scoring``), or null to keep those. Lots are drawn from ``lot_seed``.
    """

    class Pairing(models.TextChoices):
        """The format: how rounds are seated. All but the first seat two at a table."""

        TABLES = "tables", _("Tables, and a final")
        DUTCH = "dutch", _("Swiss (FIDE Dutch system)")
        FIELD = "field", _("Swiss for large fields")
        ROUND_ROBIN = "robin", _("Round robin")
        DOUBLE_ROUND_ROBIN = "robin2", _("Double round robin")
        SINGLE = "single", _("Single elimination")
        DOUBLE = "double", _("Double elimination")
        FIXTURES = "fixtures", _("Fixtures over weeks, single players or teams")

    class Registration(models.TextChoices):
        """Whether people may register by themselves; conductors always add anybody."""

        OPEN = "open", _("open: players join by phone")
        CLOSED = "closed", _("closed: only conductors add players")

    class FirstRound(models.TextChoices):
        """The order in which players are numbered before the first round of a format for two."""

        LOT = "lot", _("by lot")
        RATING = "rating", _("by rating, the highest first")
        SEED = "seed", _("by the seeds of the roster, 1 first")

    class Status(models.TextChoices):
        OPEN = "open", _("before its first round")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class StandingsShown(models.TextChoices):
        """How much of the standings players see before the tournament has ended."""

        ALL = "all", _("all")
        TOP = "top", _("only the top")
        END = "end", _("none until it has ended")

    ENDED = (Status.FINISHED, Status.CANCELLED)
    SWISS = (Pairing.DUTCH, Pairing.FIELD)
    ROUND_ROBINS = (Pairing.ROUND_ROBIN, Pairing.DOUBLE_ROUND_ROBIN)
    BRACKETS = (Pairing.SINGLE, Pairing.DOUBLE)

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="tournaments"
    )
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), max_length=60)
    game = models.CharField(_("game"), max_length=30)
    # What was chosen about the game, by the keys that it declares (``games.options``).
    options = models.JSONField(
        _("options of the game"),
        default=dict,
        blank=True,
        db_default=Value({}, models.JSONField()),
    )
    # The definition of a game without an engine; null for the games of this site.
    title = models.ForeignKey(
        "tournaments.Title", null=True, on_delete=models.RESTRICT, related_name="tournaments"
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)

    registration = models.CharField(
        _("registration"),
        max_length=6,
        choices=Registration.choices,
        default=Registration.OPEN,
        db_default=Registration.OPEN.value,
    )

    #: Players register by themselves until then.
    closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    text = models.TextField(_("about it"), max_length=5000, blank=True, default="", db_default="")

    target = models.PositiveIntegerField(
        _("target"), help_text=_("points that end a game of several hands; 0 for none")
    )
    slot = models.DurationField(_("slot"))
    final_slot = models.DurationField(_("slot of the final"))
    cutoff = models.DurationField(_("cutoff, before the end"))
    force_end = models.DurationField(_("force-end, before the end"))
    warning = models.DurationField(_("early warning, before the end"))

    pairing = models.CharField(
        _("format"), max_length=8, choices=Pairing.choices, default=Pairing.TABLES
    )
    first_round = models.CharField(
        _("order of the first round"),
        max_length=6,
        choices=FirstRound.choices,
        default=FirstRound.LOT,
        db_default=FirstRound.LOT.value,
    )
    rounds_planned = models.PositiveSmallIntegerField(_("rounds before the final"))
    finalists = models.PositiveSmallIntegerField(_("players in the final"))
    # Ranked: the best finalists sit at the first, the next at the second …
    final_tables = models.PositiveSmallIntegerField(
        _("tables of the final"), default=1, db_default=1
    )
    table_min = models.PositiveSmallIntegerField(_("smallest table"))
    table_preferred = models.PositiveSmallIntegerField(_("preferred table"))
    table_max = models.PositiveSmallIntegerField(_("largest table"))

    # The tables of the hall that it sits at, by their numbers; null where nobody said.
    first_table = models.PositiveSmallIntegerField(_("first table"), null=True, blank=True)
    last_table = models.PositiveSmallIntegerField(_("last table"), null=True, blank=True)

    objection_minutes = models.PositiveSmallIntegerField(
        _("minutes to object to a result"), default=5
    )

    # What players see of the results before it has ended: see ``access.shown_results``.
    standings_shown = models.CharField(
        _("standings shown to players"),
        max_length=3,
        choices=StandingsShown.choices,
        default=StandingsShown.ALL,
        db_default=StandingsShown.ALL.value,
    )
    standings_top = models.PositiveSmallIntegerField(
        _("places shown at the top"), default=3, db_default=3
    )
    silent_rounds = models.PositiveSmallIntegerField(_("silent rounds"), default=0, db_default=0)

    # The announced start of the next round; ``clock_epoch`` as in Round.
    next_round_at = models.DateTimeField(null=True, editable=False)
    clock_epoch = models.PositiveIntegerField(default=0, editable=False)
    scheme = models.CharField(_("points scheme"), max_length=40, default=HOUSE)
    tie_breaks = models.JSONField(_("tie-breaks"), null=True, blank=True)
    lot_seed = models.CharField(max_length=32, default=draw_lot_seed, editable=False)
    qualifying_games = models.PositiveSmallIntegerField(
        _("games that qualify for the final"), default=0
    )

    # Whether it collects the pick-up games of its game, and has no rounds of its own.
    is_open_play = models.BooleanField(
        _("open play"), default=False, db_default=False, editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["event", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "slug"], name="tournament_slug_once_per_event"
            ),
            models.UniqueConstraint(
                fields=["event", "game"],
                condition=Q(is_open_play=True),
                name="one_open_play_per_game",
            ),
            models.CheckConstraint(
                condition=Q(force_end__gte=timedelta(0))
                & Q(force_end__lte=F("cutoff"))
                & Q(cutoff__lt=F("slot"))
                & Q(cutoff__lt=F("final_slot")),
                name="force_end_within_cutoff_within_slot",
            ),
            models.CheckConstraint(
                condition=Q(warning__gte=F("cutoff")) & Q(warning__lte=F("slot")),
                name="warning_before_cutoff",
            ),
            models.CheckConstraint(
                condition=Q(table_min__gte=2)
                & Q(table_min__lte=F("table_preferred"))
                & Q(table_preferred__lte=F("table_max")),
                name="table_sizes_in_order",
            ),
            models.CheckConstraint(
                condition=Q(finalists__gte=F("table_min") * F("final_tables"))
                & Q(finalists__lte=F("table_max") * F("final_tables")),
                name="finalists_fit_the_tables_of_the_final",
            ),
            # A division of whole numbers. PostgreSQL checks by name: no 0 comes as far as this.
            models.CheckConstraint(
                condition=Q(finalists=F("finalists") / F("final_tables") * F("final_tables")),
                name="tables_of_the_final_are_equally_large",
            ),
            models.CheckConstraint(condition=Q(rounds_planned__gte=1), name="at_least_one_round"),
            models.CheckConstraint(
                condition=Q(first_table=None, last_table=None)
                | Q(
                    first_table__isnull=False,
                    last_table__isnull=False,
                    first_table__gte=1,
                    first_table__lte=F("last_table"),
                ),
                name="tables_of_a_tournament_in_order",
            ),
            models.CheckConstraint(
                condition=Q(registration__in=["open", "closed"]), name="registration_is_known"
            ),
            models.CheckConstraint(
                condition=Q(first_round__in=["lot", "rating", "seed"]),
                name="order_of_first_round_is_known",
            ),
            models.CheckConstraint(
                condition=Q(standings_shown__in=["all", "top", "end"], standings_top__gte=1),
                name="standings_shown_are_known",
            ),
            models.CheckConstraint(
                condition=~Q(pairing__in=["single", "double", "fixtures"])
                | Q(standings_shown="all", silent_rounds=0),
                name="a_bracket_hides_no_results",
            ),
            models.CheckConstraint(
                condition=Q(pairing="tables") | Q(table_min=2, table_max=2, final_tables=1),
                name="head_to_head_seats_two",
            ),
            models.CheckConstraint(
                condition=(Q(title__isnull=True) & ~Q(game__startswith=PREFIX))
                | (Q(title__isnull=False) & Q(game__startswith=PREFIX)),
                name="game_without_an_engine_has_its_title",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **options: Any) -> None:
        """Store a tournament; a new one gets its state with it, so that each has one."""
        is_new = self._state.adding
        with transaction.atomic():
            super().save(*args, **options)
            if is_new:
                StandingsState.objects.create(tournament=self)

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.event.slug, self.slug])

    @property
    def setup(self) -> Setup:
        """Its game with the options that were chosen: what is known of it, and its sheets."""
        return self.title.setup if self.title else setup(self.game, self.options)

    @property
    def info(self) -> GameInfo:
        """The game that it is of."""
        return self.setup.info

    @property
    def game_name(self) -> str:
        return self.info.name

    @property
    def head_to_head(self) -> bool:
        """Whether its format seats two at a table."""
        return self.pairing != self.Pairing.TABLES

    @property
    def has_cut(self) -> bool:
        """Whether its standings say who goes on to a final."""
        return not (self.head_to_head or self.is_open_play)

    @property
    def is_bracket(self) -> bool:
        return self.pairing in self.BRACKETS

    @property
    def has_ended(self) -> bool:
        """Whether nothing more is played in it: it is finished, or cancelled."""
        return self.status in self.ENDED

    def may_be_joined(self, now: datetime) -> bool:
        """Whether players register by themselves at this moment."""
        is_open = self.registration == self.Registration.OPEN
        in_time = self.closes_at is None or now < self.closes_at
        return is_open and in_time and not self.has_ended

    @property
    def whole_games(self) -> bool:
        """Whether one sheet is written for a whole game instead of one per hand."""
        return self.info.sheet_per == "game"

    @property
    def points_scheme(self) -> Scheme:
        """The scheme that says what its results are worth; the default if it no longer exists."""
        try:
            found = scheme(self.scheme)
        except KeyError:
            found = scheme(HOUSE)
        return found.for_points_below_zero() if self.info.fewer_is_better else found

    @property
    def chain(self) -> tuple[str, ...]:
        """The keys of the measures that players are ranked by, in order."""
        found = self.points_scheme
        return (
            (*found.ranked_by, *(self.tie_breaks or ()))
            if self.tie_breaks is not None
            else found.chain
        )

    # --- Its results and standings, as ``standings_state`` has them ---

    @property
    def results_version(self) -> int:
        return self.standings_state.results_version

    @property
    def results_at(self) -> datetime | None:
        return self.standings_state.results_at

    @property
    def standings_version(self) -> int:
        return self.standings_state.standings_version

    @property
    def standings_at(self) -> datetime | None:
        return self.standings_state.standings_at

    @property
    def standings_are_current(self) -> bool:
        return self.standings_state.is_current

    @property
    def champion(self) -> "Entry | None":
        return self.standings_state.champion

    @cached_property
    def questioned_rounds(self) -> "list[Round]":
        """Its rounds that everybody sees, and whose results changed after they were seated.

        The champion and whatever else follows from them is shown with what is to say of it. One
        query, or none after ``with_questioned_rounds``.
        """
        return list(questioned(self.rounds.all()))


def in_ended_tournaments() -> Q:
    """The condition that rows are of a tournament in which nothing more is played."""
    return Q(tournament__status__in=Tournament.ENDED)


def questioned(rounds: "models.QuerySet[Round]") -> "models.QuerySet[Round]":
    """Of ``rounds`` those that are published, and whose results changed after they were seated."""
    changed = rounds.exclude(made_now=F("made_from")).exclude(status="seated")
    return changed.order_by("number")


def with_questioned_rounds(tournaments: "Sequence[Tournament]") -> None:
    """Read the ``questioned_rounds`` of all these at once. One query, none for no tournament."""
    rounds = questioned(apps.get_model("tournaments", "Round").objects.all())
    found = models.Prefetch("rounds", queryset=rounds, to_attr="questioned_rounds")
    models.prefetch_related_objects(tournaments, found)
