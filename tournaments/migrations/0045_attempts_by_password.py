"""One password that is tried at many accounts is counted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0044_tokens_end'),
    ]

    operations = [
        migrations.AddField(
            model_name='attempt',
            name='password',
            field=models.CharField(blank=True, db_default='', default='', max_length=4),
        ),
    ]
