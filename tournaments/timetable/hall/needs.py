"""People who have to sit at one table of the hall, or where no step is in the way.

They stay with their opponents: it is the table that goes where they have to sit. The tournaments of
the event are locked while tables are given out.
"""

from django.utils.translation import gettext as _

from tournaments.models import HallTable, Round, Seat, SeatingNeed, Table
from tournaments.timetable.hall import rules
from tournaments.timetable.hall.assigning import Hall, hall_for, in_use


def meet(round_: Round) -> None:
    """Let the tables of a round stand where their people have to sit, as far as that is possible.

    One query where nobody of the round needs anything, else six.
    """
    needs = _needs(round_)
    hall = hall_for(round_) if needs else None
    if hall is None:
        return
    tables = list(round_.tables.exclude(hall_table=None).order_by("number"))
    stand = {table.number: table.shown for table in tables}
    wanted = {
        number: rules.Need(
            next((one.hall_table.number for one in some if one.hall_table), None),
            any(one.step_free for one in some),
        )
        for number, some in needs.items()
    }
    rows = {row.number: row for row in HallTable.objects.filter(event=round_.tournament.event_id)}
    found = rules.meet(
        wanted,
        stand,
        spare=_spare(round_, hall, wanted, set(stand.values())),
        step_free={number for number, row in rows.items() if row.step_free},
    )
    moved = [table for table in tables if found[table.number] != table.shown]
    for table in moved:
        table.hall_table = rows[found[table.number]]
    Table.objects.bulk_update(moved, ["hall_table"])


def _spare(
    round_: Round, hall: Hall, wanted: dict[int, rules.Need], standing: set[int]
) -> list[int]:
    """The numbers that a round may use beside those of its tables: of its tournament, and those
    where somebody has to sit, also elsewhere."""
    busy = set(in_use(round_).values_list("hall_table__number", flat=True)) | standing
    own = [number for number in hall.numbers if number not in hall.promised]
    also = [need.hall_table for need in wanted.values() if need.hall_table]
    return [number for number in dict.fromkeys([*own, *also]) if number not in busy]


def unmet(round_: Round) -> list[str]:
    """Who of a round sits elsewhere than they have to, and why, each a sentence.

    One query where nobody needs anything, else two.
    """
    needs = _needs(round_)
    tables = {table.number: table for table in round_.tables.all()} if needs else {}
    has_hall = any(table.hall_table_id for table in tables.values())
    is_draft = round_.status == Round.Status.SEATED
    busy = {table.shown: table for table in in_use(round_)} if needs else {}
    found = []
    for number, some in sorted(needs.items()):
        at = tables[number]
        for need in some:
            named = {"name": need.player.shown_name, "table": at}
            if is_draft and at.hall_table_id is None and (need.hall_table or has_hall):
                # Its tournament sits at too few tables: the page says so beside this.
                found.append(
                    _(
                        "Where %(name)s sits is decided when the round is published: %(table)s "
                        "has no place in the hall yet."
                    )
                    % named
                )
            elif need.hall_table and need.hall_table_id != at.hall_table_id:
                found.append(_why(need.hall_table, tables, busy, named))
            elif need.step_free and not (at.hall_table and at.hall_table.step_free):
                found.append(
                    _(
                        "%(name)s needs a table that is reached without a step and sits at "
                        "%(table)s: no such table is free for this tournament."
                    )
                    % named
                )
    return found


def _why(
    wanted: HallTable, tables: dict[int, Table], busy: dict[int, Table], named: dict[str, object]
) -> str:
    """Why somebody does not sit at the table of the hall that they need."""
    facts = named | {"needed": wanted}
    if game := busy.get(wanted.number):
        facts |= {"round": game.round, "tournament": game.round.tournament}
        return (
            _(
                "%(name)s needs %(needed)s and sits at %(table)s, because %(round)s of "
                "%(tournament)s is there."
            )
            % facts
        )
    if any(table.hall_table_id == wanted.pk for table in tables.values()):
        return (
            _(
                "%(name)s needs %(needed)s and sits at %(table)s, because somebody else of this "
                "round needs it too."
            )
            % facts
        )
    return (
        _(
            "%(name)s needs %(needed)s and sits at %(table)s: somebody at the same table needs "
            "another one, or this was noted after the seating was published."
        )
        % facts
    )


def _needs(round_: Round) -> dict[int, list[SeatingNeed]]:
    """The needs of the people of a round, by the number of their table. One query."""
    found: dict[int, list[SeatingNeed]] = {}
    seats = Seat.objects.filter(round=round_, entry__player__need__isnull=False)
    seats = seats.select_related("table", "entry__player__need__hall_table__room")
    for seat in seats.order_by("table__number", "position"):
        need: SeatingNeed = seat.entry.player.need
        found.setdefault(seat.table.number, []).append(need)
    return found
