import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0045_attempts_by_password"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="adjustment",
            name="adjustment_kind_is_known",
        ),
        migrations.RemoveConstraint(
            model_name="adjustment",
            name="bye_names_its_round",
        ),
        migrations.RemoveConstraint(
            model_name="adjustment",
            name="one_bye_per_entry_and_round",
        ),
        migrations.AddField(
            model_name="adjustment",
            name="opponent",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
        migrations.AddField(
            model_name="bye",
            name="kind",
            field=models.CharField(
                choices=[
                    ("bye", "bye"),
                    ("half_bye", "half-point bye"),
                    ("zero_bye", "zero-point bye"),
                    ("absent", "absent"),
                    ("forfeit_win", "forfeit win"),
                    ("forfeit_loss", "forfeit loss"),
                ],
                db_default="bye",
                default="bye",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="bye",
            name="opponent",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
        migrations.AlterField(
            model_name="adjustment",
            name="kind",
            field=models.CharField(
                choices=[
                    ("penalty", "penalty"),
                    ("bye", "bye"),
                    ("warning", "warning"),
                    ("disqualified", "disqualification"),
                    ("half_bye", "half-point bye"),
                    ("zero_bye", "zero-point bye"),
                    ("absent", "absent"),
                    ("forfeit_win", "forfeit win"),
                    ("forfeit_loss", "forfeit loss"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "penalty",
                            "bye",
                            "warning",
                            "disqualified",
                            "half_bye",
                            "zero_bye",
                            "absent",
                            "forfeit_win",
                            "forfeit_loss",
                        ],
                    )
                ),
                name="adjustment_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["penalty", "warning", "disqualified"]),
                    ("round_number__isnull", False),
                    _connector="OR",
                ),
                name="bye_names_its_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["bye", "half_bye", "zero_bye", "absent", "forfeit_win", "forfeit_loss"],
                    ),
                    ("taken_back_at", None),
                ),
                fields=("entry", "round_number"),
                name="one_bye_per_entry_and_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("opponent", None),
                    ("kind__in", ["forfeit_win", "forfeit_loss"]),
                    _connector="OR",
                ),
                name="only_a_forfeit_has_an_opponent",
            ),
        ),
        migrations.AddConstraint(
            model_name="bye",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["bye", "half_bye", "zero_bye", "absent", "forfeit_win", "forfeit_loss"],
                    )
                ),
                name="bye_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="bye",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("opponent", None),
                    ("kind__in", ["forfeit_win", "forfeit_loss"]),
                    _connector="OR",
                ),
                name="only_a_forfeit_names_an_opponent",
            ),
        ),
    ]
