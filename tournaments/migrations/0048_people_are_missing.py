
from django.db import migrations, models

from server.database.operations import AddCheckWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0047_results_rounds_were_made_from'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='entry',
            name='entry_status_is_known',
        ),
        migrations.AlterField(
            model_name='entry',
            name='status',
            field=models.CharField(choices=[('entered', 'registered'), ('waiting', 'waiting'), ('checked_in', 'checked in'), ('dropped', 'dropped'), ('missing', 'missing')], default='entered', max_length=10, verbose_name='status'),
        ),
        AddCheckWhilePlaying(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['entered', 'waiting', 'checked_in', 'dropped', 'missing'])), name='entry_status_is_known'),
        ),
    ]
