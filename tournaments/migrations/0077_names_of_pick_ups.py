from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_games(apps, schema_editor):
    Round, Session = (apps.get_model("tournaments", name) for name in ("Round", "Session"))
    number = Session.objects.filter(pk=OuterRef("session")).values("number")
    games = Round.objects.filter(session__kind="pick-up")
    games.update(is_pick_up=True, heat=Subquery(number))


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0076_place_ends_waiting"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="is_pick_up",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunPython(name_games, migrations.RunPython.noop),
    ]
