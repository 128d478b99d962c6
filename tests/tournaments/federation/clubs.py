"""Events of made-up clubs, as the files of several versions that their laptops publish."""

import json
from datetime import date, timedelta
from uuid import UUID

from django.db import transaction

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tests.tournaments.federation.copies import LAPTOP
from tests.tournaments.standings.exporting.event_files import written
from tests.tournaments.standings.hands import play_round
from tournaments.models import Entry, Player
from tournaments.privacy.services import erase
from tournaments.registration.rules import identity
from tournaments.registration.services import edit_player
from tournaments.standings.computing import services as standings
from tournaments.timetable.hall.codes import new_codes

#: How many people a hundred events have in common.
PEOPLE = 60
SPELLINGS = ("Member {n}", "member {n}", "M. {n}", "{n}, Member")


def versions_of(number, rng):
    """The files of one event in the order of writing: it is set up, played, corrected, over.

    Nothing of it is in the database afterwards.
    """
    before = transaction.savepoint()
    files = [*_played(number, rng)]
    transaction.savepoint_rollback(before)
    return files


def _played(number, rng):
    day = date(2026, 1, 1) + timedelta(days=rng.randrange(60))
    event = make_event(f"Club night {number}")
    event.uid, event.starts_on, event.ends_on = UUID(int=number + 1), day, day
    event.save()
    tournament = make_tournament(event, name="Open")
    entries = [
        _entry(tournament, one, rng) for one in rng.sample(range(PEOPLE), rng.choice((4, 8)))
    ]
    yield _file(event, 0)
    # Some events begin at the same minute.
    for round_number in range(1, rng.randint(2, 3)):
        started = NOON + timedelta(days=day.toordinal() % 60) + minutes(90 * round_number)
        _play(tournament, entries, round_number, started, rng)
        yield _file(event, round_number)
    _correct(rng.choice(entries).player, rng)
    tournament.status = "finished"
    tournament.save()
    yield _file(event, 9)


def _entry(tournament, one, rng):
    """Somebody who is known by a number, under whatever name, or by a name alone."""
    has_number = one % 2 == 0
    name = rng.choice(SPELLINGS if has_number else SPELLINGS[:2]).format(n=one)
    player = Player.objects.create(
        event=tournament.event,
        name=name,
        identity=identity(name),
        member_number=f"TGA {one}" if has_number else "",
    )
    moments = {"entered_at": NOON, "status_at": NOON}
    return Entry.objects.create(
        tournament=tournament, player=player, status="checked_in", **moments
    )


def _play(tournament, entries, number, started, rng):
    rng.shuffle(entries)
    at_tables = [entries[at : at + 4] for at in range(0, len(entries), 4)]
    points = [[(entry, rng.randrange(0, 60, 10)) for entry in table] for table in at_tables]
    played = play_round(tournament, points, number=number, started_at=started)
    tables = list(played.tables.all())
    for table, code in zip(tables, new_codes(len(tables)), strict=True):
        table.code = code
        table.save()
    standings.refresh(tournament.pk, at=started)


def _correct(player, rng):
    """As clubs do afterwards: a name, a number that comes, goes or was wrong, an erasure."""
    by = {"by": ANNA, "at": NOON}
    act = rng.randrange(5)
    if act == 0:
        edit_player(player, name=f"{player.name} Jr.", **by)
    elif act == 1:
        edit_player(player, member_number="", **by)
    elif act == 2:  # no other event has so high a number
        edit_player(player, member_number=f"TGA {PEOPLE + player.pk % 7}", **by)
    elif act == 3:
        erase(player, **by)


def _file(event, minute):
    event.refresh_from_db()
    at = NOON + minutes(minute)
    data = written(event) | {"exported_at": at.isoformat(), "source": LAPTOP}
    return json.dumps(data).encode()
