"""Registration for a tournament can be closed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0041_seats_go_before_byes'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='registration',
            field=models.CharField(choices=[('open', 'open: players join by phone'), ('closed', 'closed: only conductors add players')], db_default='open', default='open', max_length=6, verbose_name='registration'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='status',
            field=models.CharField(choices=[('open', 'before its first round'), ('running', 'running'), ('finished', 'finished')], default='open', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('registration__in', ['open', 'closed'])), name='registration_is_known'),
        ),
    ]
