import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What kept the code of a table becomes the table of the hall itself."""

    dependencies = [
        ('tournaments', '0050_annulled_rounds'),
    ]

    operations = [
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('updated_at', models.DateTimeField(auto_now=True, null=True)),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('position', models.PositiveSmallIntegerField(default=1)),
                ('note', models.CharField(blank=True, default='', max_length=200, verbose_name='note')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rooms', to='tournaments.event')),
            ],
            options={
                'ordering': ['event', 'position', 'pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'name'), name='room_name_once_per_event'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='room_has_a_name'),
                ],
            },
        ),
        migrations.RenameModel('TableCode', 'HallTable'),
        migrations.AlterField(
            model_name='halltable',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hall_tables', to='tournaments.event'),
        ),
        migrations.RemoveConstraint(model_name='halltable', name='one_code_per_table_of_event'),
        migrations.AddConstraint(
            model_name='halltable',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='hall_table_number_once_per_event'),
        ),
        migrations.AddField(
            model_name='halltable',
            name='updated_at',
            field=models.DateTimeField(auto_now=True, null=True),
        ),
        migrations.AddField(
            model_name='halltable',
            name='room',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='hall_tables', to='tournaments.room'),
        ),
        migrations.AddField(
            model_name='halltable',
            name='seats',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seats'),
        ),
        migrations.AddField(
            model_name='halltable',
            name='step_free',
            field=models.BooleanField(default=False, verbose_name='step-free'),
        ),
        migrations.AddField(
            model_name='halltable',
            name='name',
            field=models.CharField(blank=True, default='', max_length=40, verbose_name='name'),
        ),
        migrations.AddField(
            model_name='table',
            name='hall_table',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='tables', to='tournaments.halltable'),
        ),
    ]
