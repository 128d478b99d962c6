from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0098_callers'),
    ]

    operations = [
        migrations.AlterField(
            model_name='booking',
            name='reason',
            field=models.CharField(blank=True, choices=[('moved', 'the session was moved'), ('cancelled', 'the session was cancelled'), ('overtime', 'they play past the end of another game'), ('expired', 'they did not take the place in time'), ('elsewhere', 'they were booked elsewhere when the session was restored'), ('conductor', 'a conductor took them out')], default='', max_length=9),
        ),
    ]
