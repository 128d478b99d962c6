"""A token of a program can have an end."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0043_tournaments_are_cancelled'),
    ]

    operations = [
        migrations.AddField(
            model_name='apitoken',
            name='ends_at',
            field=models.DateTimeField(null=True),
        ),
    ]
