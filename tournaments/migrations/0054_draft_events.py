"""An event may be a draft until it is announced. Those that exist are announced."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now


def announce_all(apps, schema_editor):
    events = apps.get_model("tournaments", "event").objects
    events.update(announced_at=models.F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0053_tables_of_a_tournament")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="announced_at",
            field=models.DateTimeField(
                blank=True,
                db_default=Now(),
                default=django.utils.timezone.now,
                editable=False,
                null=True,
            ),
        ),
        migrations.RunPython(announce_all, migrations.RunPython.noop),
    ]
