"""Letters by e-mail to players, where an event wants them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0088_parties'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='mails_players',
            field=models.BooleanField(db_default=False, default=False, verbose_name='letters to players'),
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('subject', models.CharField(max_length=200)),
                ('text', models.CharField(max_length=1000)),
                ('made_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'being sent'), ('sent', 'sent'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('due_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('sent_at', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, default='', max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='letters', to='tournaments.event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='letters', to='tournaments.player')),
            ],
            options={
                'ordering': ['-made_at', '-pk'],
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='letters_to_be_sent'), models.Index(fields=['event', '-made_at'], name='letters_of_an_event')],
                'constraints': [models.UniqueConstraint(fields=('player', 'key'), name='letter_once_per_player'), models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('state', 'sent')), models.Q(('sent_at', None), ('state__in', ['waiting', 'sending', 'failed'])), _connector='OR'), name='letter_sent_says_when'), models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('state__in', ['waiting', 'sending'])), models.Q(('due_at', None), ('state__in', ['sent', 'failed'])), _connector='OR'), name='letter_is_due_until_done'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='letter_failed_says_why')],
            },
        ),
    ]
