from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_rounds(apps, schema_editor):
    Round, Session = (apps.get_model("tournaments", name) for name in ("Round", "Session"))
    mine = Session.objects.filter(pk=OuterRef("session"))
    heat = mine.filter(kind="heat")
    Round.objects.exclude(session=None).update(
        heat=Subquery(heat.values("number")), called=Subquery(mine.values("name"))
    )


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0068_pick_up_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="heat",
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="called",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=80),
        ),
        migrations.RunPython(name_rounds, migrations.RunPython.noop),
    ]
