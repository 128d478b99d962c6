"""A call for a conductor says who called: somebody else may take the seat over."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0097_sessions_restored'),
    ]

    operations = [
        migrations.AddField(
            model_name='call',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.player'),
        ),
    ]
