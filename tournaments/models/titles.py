"""Titles: games without an engine, as the conductors of an event define them."""

from datetime import timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.catalogue import Setup
from games.titles import MOST_PLAYERS, PREFIX, TieBreak, title
from tournaments.models.stamped import Stamped

HIGHEST_TARGET = 10_000
LONGEST_SLOT = timedelta(hours=24)


class Title(Stamped):
    """A game of which this site knows no rules, only what its tables write down.

    ``key`` follows from the name: titles of one name at several events are one game to careers and
    ratings. ``target`` is 0 if no number of points ends a game. The names of tie-breaks that are
    not used are empty. See ``games.titles`` for what a sheet of it takes.
    """

    class Per(models.TextChoices):
        GAME = "game", _("one for the whole game")
        HAND = "hand", _("one for each hand")

    class Counting(models.TextChoices):
        MORE = "more", _("points, and more is better")
        FEWER = "fewer", _("points, and fewer is better")
        PLACES = "places", _("only the places that players hold")

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="titles")
    key = models.SlugField(max_length=30)
    name = models.CharField(_("name"), max_length=60)
    players_min = models.PositiveSmallIntegerField(_("players from"))
    players_max = models.PositiveSmallIntegerField(_("players to"))
    sheet_per = models.CharField(_("score sheet"), max_length=4, choices=Per.choices)
    counting = models.CharField(_("what decides"), max_length=6, choices=Counting.choices)
    target = models.PositiveIntegerField(_("target"), default=0)
    slot = models.DurationField(_("time on the clock"))
    tie_break_1 = models.CharField(_("first tie-break"), max_length=40, blank=True, default="")
    fewer_1 = models.BooleanField(_("fewer is better"), default=False)
    tie_break_2 = models.CharField(_("second tie-break"), max_length=40, blank=True, default="")
    fewer_2 = models.BooleanField(_("fewer is better"), default=False)
    tie_break_3 = models.CharField(_("third tie-break"), max_length=40, blank=True, default="")
    fewer_3 = models.BooleanField(_("fewer is better"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["event", "name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="title_once_per_event"),
            models.CheckConstraint(
                condition=Q(key__startswith=PREFIX), name="title_key_is_that_of_no_engine"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="title_has_a_name"),
            models.CheckConstraint(
                condition=Q(players_min__gte=2)
                & Q(players_min__lte=F("players_max"))
                & Q(players_max__lte=MOST_PLAYERS),
                name="title_players_in_order",
            ),
            models.CheckConstraint(
                condition=Q(sheet_per__in=["game", "hand"]), name="title_sheet_is_known"
            ),
            models.CheckConstraint(
                condition=Q(counting__in=["more", "fewer", "places"]),
                name="title_counting_is_known",
            ),
            models.CheckConstraint(
                condition=Q(target=0)
                | Q(target__lte=HIGHEST_TARGET, sheet_per="hand", counting__in=["more", "fewer"]),
                name="title_target_needs_hands_and_points",
            ),
            models.CheckConstraint(
                condition=Q(slot__gte=timedelta(minutes=1)) & Q(slot__lte=LONGEST_SLOT),
                name="title_slot_is_within_a_day",
            ),
            models.CheckConstraint(
                condition=Q(tie_break_1="") | ~Q(counting="places"),
                name="title_places_have_no_tie_breaks",
            ),
            models.CheckConstraint(
                condition=(Q(tie_break_2="") | ~Q(tie_break_1=""))
                & (Q(tie_break_3="") | ~Q(tie_break_2="")),
                name="title_tie_breaks_in_order",
            ),
            models.CheckConstraint(
                condition=(Q(tie_break_2="") | ~Q(tie_break_2=F("tie_break_1")))
                & (Q(tie_break_3="") | ~Q(tie_break_3=F("tie_break_1")))
                & (Q(tie_break_3="") | ~Q(tie_break_3=F("tie_break_2"))),
                name="title_tie_breaks_differ",
            ),
            models.CheckConstraint(
                condition=(Q(fewer_1=False) | ~Q(tie_break_1=""))
                & (Q(fewer_2=False) | ~Q(tie_break_2=""))
                & (Q(fewer_3=False) | ~Q(tie_break_3="")),
                name="title_only_a_tie_break_has_a_direction",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def setup(self) -> Setup:
        """The game as a tournament plays it."""
        return title(
            self.key,
            self.name,
            players=range(self.players_min, self.players_max + 1),
            per=self.sheet_per,
            counting=self.counting,
            slot=self.slot,
            target=self.target,
            decides=self.decides,
        )

    @property
    def decides(self) -> tuple[TieBreak, ...]:
        """The tie-breaks between equal points, in order."""
        named = (
            (self.tie_break_1, self.fewer_1),
            (self.tie_break_2, self.fewer_2),
            (self.tie_break_3, self.fewer_3),
        )
        return tuple(TieBreak(name, fewer) for name, fewer in named if name)
