"""Somebody may fill a seat who is not ranked."""

from django.db import migrations, models

from server.database.operations import AddCheckWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0061_announcements'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='helps',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='earlierseating',
            name='helpers',
            field=models.JSONField(null=True),
        ),
        migrations.RemoveConstraint(
            model_name='entry',
            name='entry_status_is_known',
        ),
        migrations.AlterField(
            model_name='entry',
            name='status',
            field=models.CharField(choices=[('entered', 'registered'), ('waiting', 'waiting'), ('checked_in', 'checked in'), ('dropped', 'dropped'), ('missing', 'missing'), ('helper', 'helper')], default='entered', max_length=10, verbose_name='status'),
        ),
        AddCheckWhilePlaying(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['entered', 'waiting', 'checked_in', 'dropped', 'missing', 'helper'])), name='entry_status_is_known'),
        ),
    ]
