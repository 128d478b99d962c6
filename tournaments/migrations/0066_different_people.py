"""Players of whom somebody said that they are different people."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0065_seating_needs'),
    ]

    operations = [
        migrations.CreateModel(
            name='DifferentPeople',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.player')),
            ],
            options={
                'verbose_name_plural': 'different people',
                'constraints': [models.UniqueConstraint(fields=('one', 'other'), name='different_people_once'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='different_people_in_order')],
            },
        ),
    ]
