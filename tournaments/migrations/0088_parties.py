"""Friends who sign up together, all or none."""

import django.db.models.deletion
from django.db import migrations, models

from server.database.operations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0087_reasons_of_prizes'),
    ]

    operations = [
        migrations.CreateModel(
            name='PartyMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['party', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Party',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=6)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parties', to='tournaments.event')),
            ],
            options={
                'verbose_name_plural': 'parties',
            },
        ),
        migrations.CreateModel(
            name='PartyBooking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('placed', models.PositiveSmallIntegerField(default=0)),
                ('queued', models.PositiveSmallIntegerField(default=0)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='party_bookings', to='tournaments.session')),
            ],
        ),
        migrations.AddField(
            model_name='booking',
            name='together',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bookings', to='tournaments.partybooking'),
        ),
        AddIndexWhilePlaying(
            model_name='booking',
            index=models.Index(condition=models.Q(('together__isnull', False)), fields=['together'], name='booking_together'),
        ),
        migrations.AddField(
            model_name='partymember',
            name='party',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.party'),
        ),
        migrations.AddField(
            model_name='partymember',
            name='player',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='party_member', to='tournaments.player'),
        ),
        migrations.AddConstraint(
            model_name='party',
            constraint=models.UniqueConstraint(fields=('event', 'code'), name='party_code_once'),
        ),
        migrations.AddConstraint(
            model_name='partybooking',
            constraint=models.CheckConstraint(condition=models.Q(('placed', 0), ('queued', 0), _connector='OR'), name='party_all_or_none'),
        ),
        migrations.AddConstraint(
            model_name='partymember',
            constraint=models.UniqueConstraint(fields=('party', 'number'), name='party_number_once'),
        ),
        migrations.AddConstraint(
            model_name='partymember',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 8)), name='party_is_not_too_large'),
        ),
    ]
