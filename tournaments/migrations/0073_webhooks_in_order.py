"""Messages of webhooks go out in the order of what they are about."""

from django.db import migrations, models

from server.database.operations import AddIndexWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0072_messages_to_phones'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='failing_since',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='subject',
            field=models.CharField(blank=True, db_default='', default='', max_length=120),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='answer',
            field=models.CharField(blank=True, choices=[('accepted', 'accepted'), ('redirect', 'redirects to another address, which is not followed'), ('rejected', 'rejects the message (a status from 400 to 499)'), ('gone', 'is gone for good (status 410)'), ('failed', 'has an internal error (a status of 500 or above)'), ('no-answer', 'does not answer')], max_length=200),
        ),
        AddIndexWhilePlaying(
            model_name='webhookdelivery',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['webhook', 'subject', 'id'], name='deliveries_in_order'),
        ),
    ]
