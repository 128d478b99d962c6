"""The federation of a person, three letters, which reports for FIDE say."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0083_events_have_uids'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='federation',
            field=models.CharField(blank=True, db_default='', default='', max_length=3, verbose_name='federation'),
        ),
    ]
