"""A member of a team keeps what the roster had noted before, for when the team is taken off."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0099_taken_out'),
    ]

    operations = [
        migrations.AddField(
            model_name='rankingteammember',
            name='noted',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=60),
        ),
    ]
