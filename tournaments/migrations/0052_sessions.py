"""Sessions on the timetable, who is booked for them, and the time that both take."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0051_rooms_and_hall_tables'),
    ]

    operations = [
        migrations.CreateModel(
            name='Booking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('updated_at', models.DateTimeField(auto_now=True, null=True)),
                ('state', models.CharField(choices=[('held', 'booked'), ('waiting', 'in the queue'), ('here', 'here'), ('gone', 'gone'), ('released', 'did not come'), ('cancelled', 'cancelled'), ('lost', 'place lost')], max_length=9, verbose_name='state')),
                ('via', models.CharField(choices=[('player', 'by the player'), ('walk-up', 'walk-up'), ('conductor', 'by a conductor'), ('promotion', 'from the queue')], max_length=9)),
                ('queued_at', models.DateTimeField()),
                ('here_at', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, choices=[('moved', 'the session was moved'), ('cancelled', 'the session was cancelled')], default='', max_length=9)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['session', 'queued_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayerHold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('quarter', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('updated_at', models.DateTimeField(auto_now=True, null=True)),
                ('kind', models.CharField(choices=[('heat', 'heat'), ('semifinal', 'semifinal'), ('final', 'final'), ('other', 'something else')], default='heat', max_length=10, verbose_name='kind')),
                ('number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('name', models.CharField(blank=True, default='', max_length=80, verbose_name='name')),
                ('first_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='first table')),
                ('last_table', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='last table')),
                ('starts_at', models.DateTimeField(verbose_name='start')),
                ('ends_at', models.DateTimeField(verbose_name='end')),
                ('capacity', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='places')),
                ('taken', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('waiting', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('joins', models.CharField(choices=[('free', 'players sign up by themselves'), ('none', 'only conductors give places')], default='free', max_length=7, verbose_name='sign-up')),
                ('opens_at', models.DateTimeField(blank=True, null=True, verbose_name='sign-up opens')),
                ('closes_at', models.DateTimeField(blank=True, null=True, verbose_name='sign-up closes')),
                ('release_minutes', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes until a place is released')),
                ('published_at', models.DateTimeField(editable=False, null=True)),
                ('cancelled_at', models.DateTimeField(editable=False, null=True)),
                ('version', models.PositiveIntegerField(default=1, editable=False)),
            ],
            options={
                'ordering': ['starts_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='TableHold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('quarter', models.PositiveIntegerField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='round',
            name='one_round_at_a_time',
        ),
        migrations.AddField(
            model_name='booking',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bookings', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='playerhold',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='holds', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='session',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='tournaments.event'),
        ),
        migrations.AddField(
            model_name='session',
            name='room',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='sessions', to='tournaments.room', verbose_name='room'),
        ),
        migrations.AddField(
            model_name='session',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='tournaments.tournament', verbose_name='tournament'),
        ),
        migrations.AddField(
            model_name='playerhold',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='player_holds', to='tournaments.session'),
        ),
        migrations.AddField(
            model_name='booking',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bookings', to='tournaments.session'),
        ),
        migrations.AddField(
            model_name='round',
            name='session',
            field=models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='round', to='tournaments.session'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(models.Q(('status__in', ['closed', 'annulled']), _negated=True), ('session', None)), fields=('tournament',), name='one_round_at_a_time'),
        ),
        migrations.AddField(
            model_name='tablehold',
            name='hall_table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='holds', to='tournaments.halltable'),
        ),
        migrations.AddField(
            model_name='tablehold',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_holds', to='tournaments.session'),
        ),
        migrations.AddIndex(
            model_name='session',
            index=models.Index(fields=['event', 'starts_at'], name='session_event_start'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='session_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('starts_at__past_quarter', 0.0), ('ends_at__past_quarter', 0.0)), name='session_on_quarter_hours'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('capacity', None), ('taken__lte', models.F('capacity')), _connector='OR'), name='session_within_capacity'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('capacity', None), ('capacity__gte', 1), _connector='OR'), name='session_has_places'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_table', None), ('last_table', None)), models.Q(('first_table__gte', 1), ('first_table__isnull', False), ('first_table__lte', models.F('last_table')), ('last_table__isnull', False)), _connector='OR'), name='session_tables_in_order'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'other'), ('tournament', None)), models.Q(models.Q(('kind', 'other'), _negated=True), ('tournament__isnull', False)), _connector='OR'), name='session_of_a_tournament_or_something_else'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('tournament__isnull', False), models.Q(('name', ''), _negated=True), _connector='OR'), name='session_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.CheckConstraint(condition=models.Q(('opens_at', None), ('closes_at', None), ('closes_at__gt', models.F('opens_at')), _connector='OR'), name='session_sign_up_in_order'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.UniqueConstraint(fields=('tournament', 'kind', 'number'), name='session_number_once_per_tournament_and_kind'),
        ),
        migrations.AddConstraint(
            model_name='playerhold',
            constraint=models.UniqueConstraint(fields=('player', 'quarter'), name='player_hold_once'),
        ),
        migrations.AddIndex(
            model_name='booking',
            index=models.Index(fields=['session', 'state', 'queued_at'], name='booking_queue'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.UniqueConstraint(fields=('session', 'player'), name='booking_once_per_session'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['held', 'waiting', 'here', 'gone', 'released', 'cancelled', 'lost'])), name='booking_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'here'), _negated=True), ('here_at__isnull', False), _connector='OR'), name='booking_here_says_since_when'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'lost'), models.Q(('reason', ''), _negated=True)), models.Q(models.Q(('state', 'lost'), _negated=True), ('reason', '')), _connector='OR'), name='booking_lost_says_why'),
        ),
        migrations.AddConstraint(
            model_name='tablehold',
            constraint=models.UniqueConstraint(fields=('hall_table', 'quarter'), name='table_hold_once'),
        ),
    ]
