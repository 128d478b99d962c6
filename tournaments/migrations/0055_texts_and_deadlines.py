"""A tournament has a text about it, and a deadline for registration."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0054_draft_events")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="closes_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="registration closes"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="text",
            field=models.TextField(
                blank=True, db_default="", default="", max_length=5000, verbose_name="about it"
            ),
        ),
    ]
