"""Move the columns that every report counts up from the tournament to a row of its own."""

import django.db.models.deletion
from django.db import migrations, models

COLUMNS = ("results_version", "results_at", "standings_version", "standings_at", "champion_id")

MOVE = f"""
    INSERT INTO tournaments_standingsstate (tournament_id, {", ".join(COLUMNS)})
    SELECT id, {", ".join(COLUMNS)} FROM tournaments_tournament
"""
OLD = (
    f"(SELECT {column} FROM tournaments_standingsstate WHERE tournament_id = id)"
    for column in COLUMNS
)
MOVE_BACK = f"""
    UPDATE tournaments_tournament
    SET {", ".join(f"{column} = {old}" for column, old in zip(COLUMNS, OLD))}
"""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_move_receipts'),
    ]

    operations = [
        migrations.CreateModel(
            name='StandingsState',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standings_state', serialize=False, to='tournaments.tournament')),
                ('results_version', models.PositiveIntegerField(default=0)),
                ('results_at', models.DateTimeField(null=True)),
                ('standings_version', models.PositiveIntegerField(default=0)),
                ('standings_at', models.DateTimeField(null=True)),
                ('champion', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
            ],
        ),
        migrations.RunSQL(MOVE, MOVE_BACK),
    ]
