"""An event may want its times in twelve hours."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0055_texts_and_deadlines")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="clock_12h",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="12-hour times"
            ),
        ),
    ]
