"""Byes that were given for rounds that are seated become byes of these rounds.

Whoever played the round all the same has had both counted: that bye is withdrawn, and the standings
are computed again.
"""

from django.db import migrations
from django.db.models import F
from django.utils import timezone


def name_in_rounds(apps, _schema_editor):
    models = {
        name: apps.get_model("tournaments", name)
        for name in ("Adjustment", "Bye", "Round", "Seat", "StandingsState")
    }
    given = models["Adjustment"].objects.filter(kind="bye", taken_back_at=None)
    for one in given.select_related("entry").order_by("pk"):
        rounds = models["Round"].objects.filter(
            tournament_id=one.entry.tournament_id, number=one.round_number
        )
        round_ = rounds.first()
        if round_ is None:
            continue
        if models["Seat"].objects.filter(round=round_, entry_id=one.entry_id).exists():
            one.taken_back_at = timezone.now()
            one.save(update_fields=["taken_back_at"])
            state = models["StandingsState"].objects.filter(pk=one.entry.tournament_id)
            state.update(results_version=F("results_version") + 1)
        else:
            models["Bye"].objects.get_or_create(round=round_, entry_id=one.entry_id)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0039_byes_of_earlier_seatings")]

    operations = [migrations.RunPython(name_in_rounds, migrations.RunPython.noop)]
