from django.db import migrations, models
from django.db.models import Q


def close_the_list(apps, schema_editor):
    """An answer was a status or the text of an error; from now on it is one of a closed list."""
    deliveries = apps.get_model("tournaments", "WebhookDelivery").objects.exclude(answer="")
    by_hundreds = {"2": "accepted", "3": "redirect", "4": "rejected", "5": "failed"}
    status = Q(answer__regex=r"^[2-5][0-9][0-9]$")
    deliveries.exclude(status).update(answer="no-answer")
    for hundreds, answer in by_hundreds.items():
        deliveries.filter(status, answer__startswith=hundreds).update(answer=answer)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0021_list_sessions"),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='busy_until',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='webhook',
            name='failures',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='webhook',
            name='resume_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='webhook',
            name='stopped_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='tried_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='answer',
            field=models.CharField(blank=True, choices=[('accepted', 'accepted'), ('redirect', 'redirects to another address, which is not followed'), ('rejected', 'rejects the message (a status from 400 to 499)'), ('failed', 'has an error of its own (a status from 500 on)'), ('no-answer', 'does not answer')], max_length=200),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(('stopped_at', None), ('is_active', False), _connector='OR'), name='stopped_webhook_is_not_active'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.CheckConstraint(condition=models.Q(('delivered_at', None), ('due_at', None), _connector='OR'), name='delivered_once'),
        ),
        migrations.RunPython(close_the_list, migrations.RunPython.noop),
    ]
