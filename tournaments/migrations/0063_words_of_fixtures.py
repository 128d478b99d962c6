"""Agreed games of fixtures have another word; the column stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0062_helpers'),
    ]

    operations = [
        migrations.AlterField(
            model_name='fixturegame',
            name='status',
            field=models.CharField(choices=[('open', 'to be played'), ('reported', 'waits for the other player'), ('disputed', 'disputed'), ('confirmed', 'agreed'), ('ruled', 'decided by a conductor')], default='open', max_length=9),
        ),
    ]
