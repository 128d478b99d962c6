
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0094_few_of_many_events'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='language',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=10),
        ),
    ]
