"""The roster as a file: what ``roster_file`` reads back, for the same people and tournaments."""

from collections import defaultdict

import tablib

from tournaments.models import Entry, Event, Player
from tournaments.names import by_name
from tournaments.person_fields import ROSTER_FIELDS
from tournaments.registration.queries import all_tournaments, still_open
from tournaments.registration.roster_headings import OWN_HEADINGS

#: The kinds of file that are read back.
KINDS = ("csv", "xlsx", "json")


def roster_data(event: Event) -> tablib.Dataset:
    """One line for each person, by name. Three queries.

    ``tournaments`` are those that can still be entered, where the person has not dropped out.
    """
    open_ones = {one.pk: one.slug for one in still_open(all_tournaments(event))}
    entries = Entry.objects.filter(tournament__in=open_ones).exclude(status=Entry.Status.DROPPED)
    entered: dict[int, list[str]] = defaultdict(list)
    for player, tournament in entries.order_by("pk").values_list("player_id", "tournament_id"):
        entered[player].append(open_ones[tournament])
    people = by_name(event.players.order_by("pk"), lambda player: player.name)
    data = tablib.Dataset(headers=OWN_HEADINGS)
    data.extend([*_cells(player), "; ".join(entered[player.pk])] for player in people)
    return data


def _cells(player: Player) -> list[str]:
    return [str(getattr(player, field.key)) for field in ROSTER_FIELDS]
