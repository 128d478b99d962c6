"""When a season was last changed. The column is empty and may be: no row is written."""

from django.db import migrations, models


def column(**options: bool) -> migrations.AddField:
    field = models.DateTimeField(null=True, **options)
    return migrations.AddField(model_name="season", name="updated_at", field=field)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0028_tournament_options"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState([column()], [column(auto_now=True)]),
    ]
