"""The number by which a federation or club knows a person, and who is whom in a tournament."""

from django.db import migrations, models

from server.database.operations import AddUniqueWhilePlaying


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tournaments', '0092_served_archives'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='member_number',
            field=models.CharField(blank=True, db_default='', default='', max_length=40, verbose_name='membership number'),
        ),
        migrations.AddField(
            model_name='standingsstate',
            name='people_version',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        AddUniqueWhilePlaying(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('member_number', ''), _negated=True), fields=('member_number', 'event'), name='member_number_once_per_event'),
        ),
    ]
