"""Answers of the API by their keys, tokens of one event, and when a row was last changed.

The new columns are empty and may be, so no table is written anew and no lock is held for long.
"""

import django.db.models.deletion
from django.db import migrations, models

STAMPED = ("entry", "event", "player", "round", "tournament")


def stamp(model: str) -> migrations.SeparateDatabaseAndState:
    """The column of ``updated_at``; that Django fills it in is nothing the database knows."""

    def column(**options: bool) -> migrations.AddField:
        field = models.DateTimeField(null=True, **options)
        return migrations.AddField(model_name=model, name="updated_at", field=field)

    return migrations.SeparateDatabaseAndState([column()], [column(auto_now=True)])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0024_season_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tokens",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        *map(stamp, STAMPED),
        migrations.CreateModel(
            name="StoredAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("caller", models.CharField(max_length=40)),
                ("route", models.CharField(max_length=300)),
                ("key", models.CharField(max_length=64)),
                ("claim", models.CharField(max_length=32)),
                ("fingerprint", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("body", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="answers_by_age")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("caller", "route", "key"),
                        name="one_answer_per_caller_route_and_key",
                    )
                ],
            },
        ),
    ]
