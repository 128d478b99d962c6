"""Players, and their entries in the tournaments of an event."""

import secrets
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments import person_fields
from tournaments.models.stamped import Stamped, StampedQuerySet
from tournaments.models.standings import StandingsState
from tournaments.names import Named, told_apart

PIN_DIGITS = 6
BADGE_BYTES = 16


def draw_badge() -> str:
    """A secret that cannot be guessed: it identifies the player."""
    return secrets.token_urlsafe(BADGE_BYTES)


def draw_pins(event_id: int, count: int) -> list[str]:
    """Draw ``count`` PINs that no player of the event has. One query."""
    taken = set(Player.objects.filter(event_id=event_id).values_list("pin", flat=True))
    if len(taken) + count > 10**PIN_DIGITS // 2:
        raise ValueError("too many people for so few PINs")
    drawn: list[str] = []
    while len(drawn) < count:
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        if pin not in taken:
            taken.add(pin)
            drawn.append(pin)
    return drawn


#: The fields that ``shown_name`` is made from.
TELL_APART = frozenset({"name", "home_town", "handle"})


def tell_apart(event_ids: Iterable[int], name: str = "") -> None:
    """Store what is shown of the names of events; of one ``name`` only, if it is given.

    Whoever writes names calls it: it belongs to the event, whose lock they hold. One query, and one
    for each name that is shown otherwise now.
    """
    rows = Player.objects.filter(event_id__in=event_ids)
    if name:
        rows = rows.filter(name__iexact=name)
    people: dict[int, list[Named[int]]] = defaultdict(list)
    before: dict[int, str] = {}
    for event, pk, shown, *texts in rows.order_by("pk").values_list(
        "event_id", "pk", "shown_name", "name", "home_town", "handle"
    ):
        people[event].append(Named(pk, *texts))
        before[pk] = shown
    for found in people.values():
        for pk, shown in told_apart(found).items():
            if shown != before[pk]:
                Player.objects.filter(pk=pk).update(shown_name=shown)


#: The fields by which the players of several events are taken for one person.
WHO = frozenset({"identity", "member_number", "person"})


def who_changed(keys: Iterable[int]) -> None:
    """Count that players may be other people than before, in each tournament that they are in.

    What was computed over several events knows by it that it is not current. One query, and one for
    each tournament.
    """
    entered = Entry.objects.filter(player__in=list(keys)).order_by("tournament_id")
    for tournament_id in entered.values_list("tournament_id", flat=True).distinct():
        state = StandingsState.objects.filter(pk=tournament_id)
        state.update(people_version=F("people_version") + 1)


def join_by_number(keys: Iterable[int]) -> None:
    """Join players with the person whom all others of their membership number were joined to.

    As long as nobody joined any of them by hand, the number alone says that they are one person.
    Two queries, and one for each player who is joined.
    """
    alone = Player.objects.filter(pk__in=list(keys), person=None).exclude(member_number="")
    number_of = dict(alone.values_list("pk", "member_number"))
    if not number_of:
        return
    persons: dict[str, set[int | None]] = defaultdict(set)
    others = Player.objects.filter(member_number__in=number_of.values()).exclude(pk__in=number_of)
    for number, person in others.values_list("member_number", "person_id"):
        persons[number].add(person)
    for pk, number in sorted(number_of.items()):
        if len(persons[number]) == 1 and None not in persons[number]:
            Player.objects.filter(pk=pk).update(person_id=min(filter(None, persons[number])))


class PlayerQuerySet(StampedQuerySet["Player"]):
    """Draws the PINs of players who are created in bulk, past ``Player.save``, tells namesakes
    apart after whatever is written, and joins people by their numbers."""

    def bulk_create(self, objs: Iterable["Player"], *args: Any, **kwargs: Any) -> list["Player"]:
        objs = list(objs)
        without: dict[int, list[Player]] = defaultdict(list)
        for player in objs:
            if not player.pin:
                without[player.event_id].append(player)
        for event_id, players in without.items():
            for player, pin in zip(players, draw_pins(event_id, len(players)), strict=True):
                player.pin = pin
        for player in objs:
            player.shown_name = player.name
        made = super().bulk_create(objs, *args, **kwargs)
        tell_apart({player.event_id for player in made})
        if any(player.member_number for player in made):
            join_by_number(player.pk for player in made)
        return made

    def update(self, **values: Any) -> int:
        columns = {name.removesuffix("_id") for name in values}
        if columns.isdisjoint(TELL_APART | WHO):
            return super().update(**values)
        rows = dict(self.values_list("pk", "event_id"))
        changed = super().update(**values)
        if not columns.isdisjoint(TELL_APART):
            tell_apart(set(rows.values()))
        if not columns.isdisjoint(WHO):
            who_changed(rows)
        if "member_number" in columns:
            join_by_number(rows)
        return changed

    def delete(self) -> tuple[int, dict[str, int]]:
        events = set(self.values_list("event_id", flat=True))
        deleted = super().delete()
        tell_apart(events)
        return deleted


class Player(Stamped):
    """A person, as one event knows them.

    ``identity`` tells whether two lines of a roster mean the same person; it is made by
    ``registration.rules.identity`` and unique within the event. Anyone with the ``badge`` or the
    ``pin`` may act for the player, so only the player and conductors see them.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    # The name, and a town or a number where somebody else has the same: see ``tell_apart``.
    shown_name = models.CharField(max_length=200, editable=False, db_default="")
    handle = models.CharField(
        _("handle"), max_length=40, blank=True, help_text=_("a short name for boards; optional")
    )
    home_town = models.CharField(_("home town"), max_length=80, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    household = models.CharField(
        _("household"), max_length=60, blank=True, help_text=_("people of one household sit apart")
    )
    team = models.CharField(
        _("team"),
        max_length=60,
        blank=True,
        default="",
        help_text=_("teammates sit apart where that causes no repeat"),
    )
    rating = models.CharField(_("rating"), max_length=5, blank=True, default="", db_default="")
    seed = models.CharField(_("seed"), max_length=4, blank=True, default="", db_default="")
    federation = models.CharField(
        _("federation"), max_length=3, blank=True, default="", db_default=""
    )
    member_number = models.CharField(
        _("membership number"), max_length=40, blank=True, default="", db_default=""
    )
    notes = models.TextField(_("notes"), blank=True, max_length=500)
    # That in which they registered themselves: letters are written in it. Empty if nobody knows.
    language = models.CharField(
        max_length=10, blank=True, default="", db_default="", editable=False
    )
    identity = models.CharField(max_length=200, editable=False)
    person = models.ForeignKey(
        "tournaments.Person",
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    pin = models.CharField(max_length=PIN_DIGITS, editable=False)
    badge = models.CharField(max_length=32, unique=True, default=draw_badge, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "identity"], name="player_once_per_event"),
            models.UniqueConstraint(fields=["event", "pin"], name="pin_once_per_event"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            # The number first, so that it finds people at all events.
            models.UniqueConstraint(
                fields=["member_number", "event"],
                condition=~Q(member_number=""),
                name="member_number_once_per_event",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def beside_name(self) -> list[str]:
        """Return the texts beside the name in lists, which tell namesakes apart."""
        return person_fields.beside_name(self)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.pin:
            self.pin = draw_pins(self.event_id, 1)[0]
        is_new = self._state.adding
        self.shown_name = self.shown_name or self.name
        super().save(*args, **kwargs)
        changed = kwargs.get("update_fields")
        if is_new or changed is None or not TELL_APART.isdisjoint(changed):
            tell_apart([self.event_id], self.name if is_new else "")
            self.refresh_from_db(fields=["shown_name"])
        if not is_new and (changed is None or not WHO.isdisjoint(changed)):
            who_changed([self.pk])
        if self.member_number and (is_new or changed is None or "member_number" in changed):
            join_by_number([self.pk])
            self.refresh_from_db(fields=["person"])

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        event = self.event_id
        deleted = super().delete(*args, **kwargs)
        tell_apart([event])
        return deleted


class Entry(Stamped):
    """A player's place in one tournament."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("registered")
        WAITING = "waiting", _("waiting")
        CHECKED_IN = "checked_in", _("checked in")
        DROPPED = "dropped", _("dropped")
        # Did not turn up: not seated until checked in again.
        MISSING = "missing", _("missing")
        # Fills a seat where a conductor says so: not seated otherwise, and not ranked.
        HELPER = "helper", _("helper")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="entries"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entries")
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.ENTERED
    )
    entered_at = models.DateTimeField()
    status_at = models.DateTimeField()
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    # The number in a format for two, from 1: drawn by lot before round 1, then the next.
    seed = models.PositiveSmallIntegerField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="player_enters_a_tournament_once"
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=[
                        "entered",
                        "waiting",
                        "checked_in",
                        "dropped",
                        "missing",
                        "helper",
                    ]
                ),
                name="entry_status_is_known",
            ),
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once_per_tournament"),
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def has_dropped(self) -> bool:
        return self.status == self.Status.DROPPED
