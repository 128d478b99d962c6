"""A tournament can be cancelled."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_registration_closes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='tournament',
            name='status',
            field=models.CharField(choices=[('open', 'before its first round'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='open', max_length=10),
        ),
    ]
