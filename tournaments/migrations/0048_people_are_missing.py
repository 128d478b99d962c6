
from django.db import migrations, models


class Migration(migrations.Migration):

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
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['entered', 'waiting', 'checked_in', 'dropped', 'missing'])), name='entry_status_is_known'),
        ),
    ]
