from django.db import migrations, models
from django.db.models import Value


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0027_seals_of_rewritten_entries"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="options",
            field=models.JSONField(
                blank=True,
                db_default=Value({}, models.JSONField()),
                default=dict,
                verbose_name="options of the game",
            ),
        ),
    ]
