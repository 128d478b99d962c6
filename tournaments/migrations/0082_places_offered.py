"""A place from the queue may be kept for somebody for some minutes."""

import django.db.models.expressions
from django.db import migrations, models

from server.database.operations import AddCheckWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0081_demo_of_a_convention'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='booking',
            name='booking_state_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='session',
            name='session_within_capacity',
        ),
        migrations.AddField(
            model_name='booking',
            name='offered_until',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='offer_minutes',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='minutes to take a place from the queue'),
        ),
        migrations.AddField(
            model_name='session',
            name='offered',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AlterField(
            model_name='booking',
            name='reason',
            field=models.CharField(blank=True, choices=[('moved', 'the session was moved'), ('cancelled', 'the session was cancelled'), ('overtime', 'they play past the end of another game'), ('expired', 'they did not take the place in time')], default='', max_length=9),
        ),
        migrations.AlterField(
            model_name='booking',
            name='state',
            field=models.CharField(choices=[('held', 'booked'), ('waiting', 'in the queue'), ('offered', 'may take a place'), ('here', 'here'), ('gone', 'gone'), ('released', 'did not come'), ('cancelled', 'cancelled'), ('lost', 'place lost')], max_length=9, verbose_name='state'),
        ),
        AddCheckWhilePlaying(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['held', 'waiting', 'offered', 'here', 'gone', 'released', 'cancelled', 'lost'])), name='booking_state_is_known'),
        ),
        AddCheckWhilePlaying(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('offered_until__isnull', False), ('state', 'offered')), models.Q(models.Q(('state', 'offered'), _negated=True), ('offered_until', None)), _connector='OR'), name='booking_offered_says_until_when'),
        ),
        AddCheckWhilePlaying(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('offer_minutes__lte', 240)), name='offers_last_hours_at_most'),
        ),
        AddCheckWhilePlaying(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('capacity', None), ('capacity__gte', django.db.models.expressions.CombinedExpression(models.F('taken'), '+', models.F('offered'))), _connector='OR'), name='session_within_capacity'),
        ),
    ]
