"""Ratings and seeds of people may order the first round of a tournament."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0056_12_hour_times'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='rating',
            field=models.CharField(blank=True, db_default='', default='', max_length=5, verbose_name='rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='seed',
            field=models.CharField(blank=True, db_default='', default='', max_length=4, verbose_name='seed'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='first_round',
            field=models.CharField(choices=[('lot', 'by lot'), ('rating', 'by rating, the highest first'), ('seed', 'by the seeds of the roster, 1 first')], db_default='lot', default='lot', max_length=6, verbose_name='order of the first round'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('first_round__in', ['lot', 'rating', 'seed'])), name='order_of_first_round_is_known'),
        ),
    ]
