"""Why the hall cannot be laid out, or a round cannot sit in it, as asked."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class HallTooSmall(Refused):
    code = "hall-too-small"
    sentence = _(
        "This round needs %(needed)s tables, and this tournament sits at %(there)s: %(numbers)s. "
        "Give it more tables, or seat fewer."
    )


class NoHallTables(Refused):
    code = "no-hall-tables"
    sentence = _(
        "No table of the hall has a number from %(first)s to %(last)s. Number the hall under Rooms "
        "and tables, or give the tournament other tables."
    )


class HallTableInUse(Conflict):
    code = "hall-table-in-use"
    sentence = _(
        "%(table)s is in use: %(round)s of %(tournament)s is played there. End that game, or move "
        "one of the two to another table of the hall."
    )


class RoomNeedsName(Refused):
    code = "room-needs-name"
    sentence = _("A room needs a name.")


class RoomNameTaken(Conflict):
    code = "room-name-taken"
    sentence = _("There is a room called “%(name)s” already.")


class RoomInUse(Conflict):
    code = "room-in-use"
    sentence = _("Games are played in %(room)s: %(tables)s. End them or move them first.")


class RoomHasSessions(Conflict):
    code = "room-has-sessions"
    sentence = _("Sessions are planned in %(room)s: %(sessions)s. Plan them elsewhere first.")


class TablesOutOfOrder(Refused):
    code = "tables-out-of-order"
    sentence = _(
        "The numbers run from a lower one to a higher one, between 1 and %(most)s, and at most "
        "%(at_once)s at once."
    )


class TablesInAnotherRoom(Conflict):
    code = "tables-in-another-room"
    sentence = _("These numbers are taken by another room: %(numbers)s.")


class NoSuchHallTable(Refused):
    code = "no-such-hall-table"
    sentence = _("The hall has no table %(number)s.")


class NothingToMove(Refused):
    code = "nothing-to-move"
    sentence = _("This game is over: it stays where it was played.")
