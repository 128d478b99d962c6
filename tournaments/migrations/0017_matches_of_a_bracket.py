import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0016_results_leave_the_tournament"),
    ]

    operations = [
        migrations.RenameModel("Heat", "Match"),
        migrations.AlterField(
            "match",
            "round",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="tournaments.round",
            ),
        ),
        migrations.AlterField(
            "match",
            "winner",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="matches_won",
                to="tournaments.entry",
            ),
        ),
        migrations.RemoveConstraint("match", "heat_once_per_round"),
        migrations.AddConstraint(
            "match",
            models.UniqueConstraint(fields=["round", "name"], name="match_once_per_round"),
        ),
        migrations.RemoveConstraint("match", "heat_is_played_or_settled"),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(
                condition=Q(settled=True) | Q(winner=None, number__isnull=False),
                name="match_is_played_or_settled",
            ),
        ),
        migrations.RemoveConstraint("tournament", "formats_for_two_seat_two"),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=Q(pairing="tables") | Q(table_min=2, table_max=2),
                name="head_to_head_seats_two",
            ),
        ),
    ]
