"""Each event has a UUID, which the database draws: also for those that are there already."""

import uuid

from django.db import migrations, models

import tournaments.models.drawn


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0082_places_offered'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='uid',
            field=models.UUIDField(db_default=tournaments.models.drawn.DrawnUUID(), default=uuid.uuid4, editable=False, unique=True),
        ),
    ]
