"""Somebody may take over a seat in the middle of a game."""

import django.db.models.deletion
from django.db import migrations, models

from server.database.operations import AddCheckWhilePlaying, AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0070_place_lost_by_overtime'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='played_by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='seat',
            name='begun_by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.player'),
        ),
        AddIndexWhilePlaying(
            model_name='seat',
            index=models.Index(condition=models.Q(('played_by__isnull', False)), fields=['played_by'], name='seats_played_on'),
        ),
        AddCheckWhilePlaying(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('played_by', None), ('begun_by', None), _connector='OR'), name='seat_taken_over_once'),
        ),
    ]
