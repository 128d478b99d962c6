"""A table that could not play is given adjusted scores."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0057_ratings_seed_first_rounds'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='adjustment',
            name='one_bye_per_entry_and_round',
        ),
        migrations.RemoveConstraint(
            model_name='adjustment',
            name='adjustment_kind_is_known',
        ),
        migrations.AlterField(
            model_name='adjustment',
            name='kind',
            field=models.CharField(choices=[('penalty', 'penalty'), ('bye', 'bye'), ('warning', 'warning'), ('disqualified', 'disqualification'), ('half_bye', 'half-point bye'), ('zero_bye', 'zero-point bye'), ('absent', 'absent'), ('forfeit_win', 'forfeit win'), ('forfeit_loss', 'forfeit loss'), ('own_mean', "adjusted score: the player's own average"), ('round_mean', 'adjusted score: the average of the round'), ('awarded', 'adjusted score: points'), ('playoff', 'order after a play-off'), ('lot', 'order by lot'), ('choice', "order by a conductor's decision")], max_length=12, verbose_name='kind'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['penalty', 'bye', 'warning', 'disqualified', 'half_bye', 'zero_bye', 'absent', 'forfeit_win', 'forfeit_loss', 'own_mean', 'round_mean', 'awarded', 'playoff', 'lot', 'choice'])), name='adjustment_kind_is_known'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.UniqueConstraint(condition=models.Q(('kind__in', ['bye', 'half_bye', 'zero_bye', 'absent', 'forfeit_win', 'forfeit_loss', 'own_mean', 'round_mean', 'awarded']), ('taken_back_at', None)), fields=('entry', 'round_number'), name='one_bye_per_entry_and_round'),
        ),
    ]
