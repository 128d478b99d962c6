from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_standings_state'),
    ]

    operations = [
        migrations.RemoveField(model_name='tournament', name=name)
        for name in ('champion', 'results_at', 'results_version', 'standings_at', 'standings_version')
    ]
