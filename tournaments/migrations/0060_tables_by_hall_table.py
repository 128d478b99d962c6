from django.db import migrations, models

from server.database.operations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0059_names_told_apart'),
    ]

    operations = [
        AddIndexWhilePlaying(
            model_name='table',
            index=models.Index(fields=['hall_table'], name='tables_by_hall_table'),
        ),
    ]
