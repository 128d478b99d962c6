"""A prize says who gave it, and why."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0086_sources_of_events'),
    ]

    operations = [
        migrations.AddField(
            model_name='rankingprize',
            name='given_by',
            field=models.CharField(blank=True, db_default='', default='', max_length=120),
        ),
        migrations.AddField(
            model_name='rankingprize',
            name='reason',
            field=models.CharField(blank=True, db_default='', default='', max_length=200, verbose_name='reason'),
        ),
        migrations.AddConstraint(
            model_name='rankingprize',
            constraint=models.CheckConstraint(condition=models.Q(('given_at__isnull', False), models.Q(('given_by', ''), ('reason', '')), _connector='OR'), name='prize_not_given_has_no_reason'),
        ),
    ]
