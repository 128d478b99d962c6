"""Whoever has a seat and a bye in one round has played it: the bye goes.

From now on the database refuses to have both (``tournaments.one_place``).
"""

from django.db import migrations
from django.db.models import Exists, F, OuterRef


def end_byes(apps, _schema_editor):
    bye, seat, state = (
        apps.get_model("tournaments", name) for name in ("Bye", "Seat", "StandingsState")
    )
    seats = seat.objects.filter(round=OuterRef("round"), entry=OuterRef("entry"))
    both = bye.objects.filter(Exists(seats))
    tournaments = list(both.values_list("round__tournament_id", flat=True).distinct())
    bye.objects.filter(pk__in=list(both.values_list("pk", flat=True))).delete()
    state.objects.filter(pk__in=tournaments).update(results_version=F("results_version") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_given_byes_of_rounds")]

    operations = [migrations.RunPython(end_byes, migrations.RunPython.noop)]
