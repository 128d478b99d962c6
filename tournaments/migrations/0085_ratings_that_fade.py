"""The ratings of a season may fade."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0084_federations_of_people'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='ratings_fade',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='ratings fade within (days)'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('ratings_fade', None), ('ratings_fade__range', (30, 3650)), _connector='OR'), name='ratings_fade_within_ten_years'),
        ),
    ]
