from django.db import migrations, models


class Migration(migrations.Migration):
    """Only adds to the database: processes that are not restarted yet go on as before."""

    dependencies = [
        ("tournaments", "0017_matches_of_a_bracket"),
    ]

    operations = [
        # Both change nothing in the database: the table keeps its name.
        migrations.AlterModelTable("wrongguess", "tournaments_wrongguess"),
        migrations.RenameModel("WrongGuess", "Attempt"),
        migrations.AlterModelOptions("attempt", {"ordering": ["at", "id"]}),
        migrations.AlterField(
            "attempt",
            "kind",
            models.CharField(
                choices=[
                    ("pin", "wrong PIN"),
                    ("pass", "password"),
                    ("link", "sign-in link by mail"),
                    ("join", "registration"),
                ],
                max_length=4,
            ),
        ),
        migrations.AddField(
            "attempt", "network", models.CharField(blank=True, db_default="", max_length=32)
        ),
        migrations.AddField(
            "attempt", "subject", models.CharField(blank=True, db_default="", max_length=40)
        ),
        migrations.AddField(
            "phone", "network", models.CharField(blank=True, db_default="", max_length=32)
        ),
        migrations.AddIndex(
            "attempt",
            models.Index(fields=["kind", "device", "at"], name="attempts_by_device"),
        ),
        migrations.AddIndex(
            "attempt",
            models.Index(fields=["kind", "subject", "at"], name="attempts_by_subject"),
        ),
        migrations.AddIndex(
            "attempt",
            models.Index(fields=["kind", "event", "network"], name="attempts_by_network"),
        ),
        migrations.AddIndex(
            "phone", models.Index(fields=["event", "device"], name="phones_by_device")
        ),
        migrations.AddIndex(
            "phone", models.Index(fields=["event", "network"], name="phones_by_network")
        ),
    ]
