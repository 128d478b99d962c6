"""Nobody has a seat and a bye in one round, whoever writes them: the database refuses it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import IntegrityError, OperationalError, connection, models, transaction
from django.db.migrations import Migration

from server.database.violations import rule_violation
from tests.builders import NOON, express_values, make_entries, make_round, make_tournament
from tests.migrations import migrate
from tournaments.errors import SeatOrBye
from tournaments.models import Bye, Seat
from tournaments.one_place import SEAT_OR_BYE
from tournaments.transactions import atomic, was_aborted


@pytest.fixture
def round_(db):
    tournament = make_tournament()
    *seated, _out = make_entries(tournament, 5)
    return make_round(tournament, [seated])


def left_out(round_):
    return round_.tournament.entries.exclude(seats__round=round_).get()


@pytest.mark.usefixtures("backend")
class TestTheDatabaseRefuses:
    def broken(self, write):
        with pytest.raises(IntegrityError) as refused, transaction.atomic():
            write()
        return rule_violation(refused.value)

    def test_a_bye_beside_a_seat(self, round_):
        seated = round_.seats.first().entry
        bye = Bye(round=round_, entry=seated)
        assert self.broken(bye.save) == SEAT_OR_BYE.name
        other = Bye.objects.create(round=round_, entry=left_out(round_))
        other.entry = seated
        assert self.broken(other.save) == SEAT_OR_BYE.name

    def test_a_seat_beside_a_bye(self, round_):
        out = left_out(round_)
        Bye.objects.create(round=round_, entry=out)
        table = round_.tables.get()
        seat = Seat(round=round_, table=table, entry=out, position=5)
        assert self.broken(lambda: Seat.objects.bulk_create([seat])) == SEAT_OR_BYE.name
        assert self.broken(lambda: round_.seats.filter(position=1).update(entry=out)) == (
            SEAT_OR_BYE.name
        )

    def test_which_a_verb_says_in_a_sentence(self, round_):
        @atomic
        def give(entry):
            Bye.objects.create(round=round_, entry=entry)

        with pytest.raises(SeatOrBye, match="both a seat and a bye"):
            give(round_.seats.first().entry)
        give(left_out(round_))


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_who_does_not_see_a_bye_yet_waits_with_the_seat(round_):
    out, table = left_out(round_), round_.tables.get()

    def sit_down():
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '100ms'")
                Seat.objects.create(round=round_, table=table, entry=out, position=5)
        except OperationalError as error:
            return was_aborted(error)
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        Bye.objects.create(round=round_, entry=out)
        assert pool.submit(sit_down).result()


@pytest.mark.long("sqlite")
@pytest.mark.long
@pytest.mark.usefixtures("empty_database")
def test_a_bye_beside_a_seat_in_an_old_database_goes():
    old = migrate("0040_given_byes_of_rounds")
    seated, out = _old_round(old)
    model = migrate("0041_seats_go_before_byes").get_model
    entries = {
        name: [row.entry_id for row in model("tournaments", name).objects.all()]
        for name in ("Bye", "Seat")
    }
    assert entries == {"Bye": [out], "Seat": [seated]}
    assert model("tournaments", "StandingsState").objects.get().results_version == 1


def _old_round(old_apps):
    """A round in which one has a seat and a bye, and another a bye: their entries (ids)."""
    made = {name: old_apps.get_model("tournaments", name).objects.create for name in (
        "Event", "Tournament", "Player", "Entry", "Round", "Table", "Seat", "Bye", "StandingsState",
    )}  # fmt: skip
    event = made["Event"](name="Old", slug="old", starts_on=NOON, ends_on=NOON)
    tournament = made["Tournament"](
        event=event, name="Old", slug="old", **{**express_values(), "table_min": 3}
    )
    made["StandingsState"](tournament=tournament)
    entries = [
        made["Entry"](
            tournament=tournament, entered_at=NOON, status_at=NOON,
            player=made["Player"](
                event=event, name=name, identity=name, pin=f"12345{n}", badge=name
            ),
        )
        for n, name in enumerate(["Anna", "Ben"])
    ]  # fmt: skip
    round_ = made["Round"](tournament=tournament, number=1, seating_seed=1)
    table = made["Table"](round=round_, number=1, code="ACD")
    made["Seat"](round=round_, table=table, entry=entries[0], position=1)
    for entry in entries:
        made["Bye"](round=round_, entry=entry)
    return [entry.pk for entry in entries]


@pytest.mark.django_db(transaction=True)
def test_the_rule_is_in_force_after_a_migration_that_rebuilds_a_table():
    """SQLite does so to add a column with a default; the triggers of the table are lost."""
    column = models.IntegerField(default=1)
    column.set_attributes_from_name("extra")
    plan = [(Migration("another_column", "tournaments"), False)]
    emit_pre_migrate_signal(0, False, "default", plan=plan)  # noqa: FBT003 - Django's
    with connection.schema_editor() as editor:
        editor.add_field(Bye, column)
        editor.remove_field(Bye, column)
    emit_post_migrate_signal(0, False, "default")  # noqa: FBT003 - Django's
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entries(tournament, 4)])
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        Bye.objects.create(round=round_, entry=round_.seats.first().entry)
    assert rule_violation(refused.value) == SEAT_OR_BYE.name
