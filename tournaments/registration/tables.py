"""The roster as a table of django-tables2: a column for the person, one for each tournament."""

import django_tables2
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event, Player, Tournament
from tournaments.names import bdi
from tournaments.person_fields import beside_name
from tournaments.punctuation import labelled
from tournaments.registration.queries import RosterRow, RosterView
from tournaments.templatetags.site import icon

SIGNALS = {
    Entry.Status.ENTERED: "quiet",
    Entry.Status.WAITING: "quiet",
    Entry.Status.CHECKED_IN: "settled",
    Entry.Status.DROPPED: "quiet",
    Entry.Status.MISSING: "caution",
    Entry.Status.HELPER: "quiet",
}
PEOPLE_PER_PAGE = 100
NOT_HERE = frozenset({Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.MISSING})
#: In so many tournaments a person is checked in at once; a single one has its own button.
AT_ONCE = 2


def status_html(entry: Entry) -> SafeString:
    """The same as components/status.html, in Python because a roster has hundreds of them.

    Without its frame: none of these states is an exception.
    """
    state = SIGNALS[Entry.Status(entry.status)]
    word = entry.get_status_display()
    return format_html(
        '<span class="status status--plain status--{}">{}{}</span>', state, icon(state), word
    )


def row_button(address: str, command: str, word: str, player: Player, classes: str) -> SafeString:
    """A button in a row of the roster."""
    # Without JavaScript the form around the table sends it to ``formaction``.
    return format_html(
        '<button class="button {classes}" name="to" value="{command}" formaction="{address}"'
        ' hx-post="{address}" hx-target="#roster-live" hx-swap="innerHTML"'
        ' hx-sync="#roster-live:replace"'
        ' aria-label="{label}">{word}</button>',
        classes=classes,
        command=command,
        address=address,
        word=word,
        label=labelled(word, player.name),
    )


class PersonColumn(django_tables2.Column):
    """Name, handle and home town, and the facts that only conductors see."""

    def render(self, record: RosterRow) -> SafeString:
        player = record.player
        address = reverse("player-edit", args=[self.event.slug, player.pk])
        public = beside_name(player)
        beside: list[str] = []
        if public:
            beside.append(format_html_join(" · ", "{}", ((fact,) for fact in public)))
        if player.notes:
            beside.append(player.notes)
        if self.event.is_demo:
            # Visitors of the demo have no printed badge.
            beside.append(gettext("PIN %(pin)s") % {"pin": player.pin})
        return format_html(
            '<a class="roster__name" href="{}">{}</a>{}{}',
            address,
            bdi(player.name),
            format_html_join("", '<span class="roster__note">{}</span>', ((x,) for x in beside)),
            self._check_in_all(record),
        )

    def _check_in_all(self, record: RosterRow) -> SafeString | str:
        """A button that checks a person in everywhere, if there is more than one such place."""
        waiting = [
            entry
            for entry, is_over in zip(record.entries, self.are_over, strict=True)
            if entry and not is_over and entry.status in NOT_HERE
        ]
        if len(waiting) < AT_ONCE:
            return ""
        address = reverse("player-check-in", args=[self.event.slug, record.player.pk])
        word = gettext("Check in for all %(count)s") % {"count": len(waiting)}
        return row_button(address, "all", word, record.player, "button--small")


class EntryColumn(django_tables2.Column):
    """The status of a person in one tournament, and the actions on it.

    django-tables2 requires an accessor; ``render`` reads the whole row instead.
    """

    def __init__(self, event: Event, tournament: Tournament, place: int, *, alone: bool) -> None:
        super().__init__(
            tournament.name,
            accessor="player",
            empty_values=(),
            attrs={"td": {"class": "roster__entry"}},
        )
        self._event, self._tournament, self._place, self._alone = event, tournament, place, alone

    def render(self, record: RosterRow) -> SafeString:
        entry = record.entries[self._place]
        closed = self._tournament.has_ended
        state = self._status(entry)
        actions = "" if closed else self._actions(record.player, entry)
        # On a phone there are no columns, so each status names its tournament.
        of = (
            ""
            if self._alone
            else format_html('<span class="roster__of">{}</span>', self._tournament.name)
        )
        return format_html('<div class="roster__line">{}{}{}</div>', of, state, actions)

    def _status(self, entry: Entry | None) -> SafeString:
        if entry is None:
            return format_html('<span class="soft">{}</span>', gettext("not registered"))
        return status_html(entry)

    def _actions(self, player: Player, entry: Entry | None) -> SafeString:
        if entry is None:
            address = reverse("player-enter", args=[self._event.slug, player.pk])
            return row_button(
                address, self._tournament.slug, gettext("Register"), player, "button--small"
            )
        address = reverse("entry-status", args=[self._event.slug, entry.pk])
        if entry.status == Entry.Status.DROPPED:
            return row_button(address, "reinstate", gettext("Bring back"), player, "button--small")
        drop = format_html(
            '<a class="button button--quiet button--small roster__drop" href="{}" aria-label="{}">'
            "{}</a>",
            address,
            gettext("Drop %(name)s") % {"name": player.name},
            gettext("Drop"),
        )
        if entry.status == Entry.Status.CHECKED_IN:
            undo = row_button(
                address, "undo", gettext("Undo"), player, "button--quiet button--small"
            )
            return undo + drop
        # One primary button is enough for a page, and that adds somebody.
        big = "roster__here"
        return row_button(address, "check_in", gettext("Check in"), player, big) + drop


class RosterTable(django_tables2.Table):
    """Rows of ``queries.RosterRow``."""

    person = PersonColumn(
        _("Player"), accessor="player", empty_values=(), attrs={"td": {"class": "roster__person"}}
    )

    class Meta:
        orderable = False
        attrs = {"class": "roster", "caption": _("Roster")}
        row_attrs = {"id": lambda record: f"player-{record.player.pk}"}
        empty_text = _("No one matches.")

    def __init__(self, event: Event, view: RosterView) -> None:
        alone = len(view.tournaments) == 1
        columns = [
            (f"entry_{place}", EntryColumn(event, tournament, place, alone=alone))
            for place, tournament in enumerate(view.tournaments)
        ]
        super().__init__(view.rows, extra_columns=columns)
        person = self.columns["person"].column
        person.event = event
        person.are_over = [tournament.has_ended for tournament in view.tournaments]
