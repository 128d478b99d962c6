"""People who are equal in a season may be put in an order."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0066_different_people'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='seasonadjustment',
            name='season_adjustment_kind_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='seasonadjustment',
            name='season_penalty_has_points',
        ),
        migrations.AlterField(
            model_name='seasonadjustment',
            name='kind',
            field=models.CharField(choices=[('penalty', 'penalty'), ('disqualified', 'disqualification'), ('playoff', 'order after a play-off'), ('lot', 'order by lot'), ('choice', "order by an owner's decision")], max_length=12, verbose_name='kind'),
        ),
        migrations.AddConstraint(
            model_name='seasonadjustment',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['penalty', 'disqualified', 'playoff', 'lot', 'choice'])), name='season_adjustment_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='seasonadjustment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'disqualified'), ('points', '0')), models.Q(models.Q(('kind', 'disqualified'), _negated=True), models.Q(('points', '0'), _negated=True)), _connector='OR'), name='season_penalty_has_points'),
        ),
        migrations.AddConstraint(
            model_name='seasonadjustment',
            constraint=models.UniqueConstraint(condition=models.Q(('kind__in', ['playoff', 'lot', 'choice']), ('taken_back_at', None)), fields=('season', 'player'), name='one_order_among_equals_per_season'),
        ),
    ]
