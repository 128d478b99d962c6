from django.db import migrations, models
from django.db.models.functions import Length

#: More than any scheme gives, as the forms say it.
MOST = "999999"


def cap_absurd_penalties(apps, schema_editor):
    """A penalty of more than 16 characters puts its player last, and so does this one.

    What was given stays in the ledger.
    """
    adjustments = apps.get_model("tournaments", "Adjustment").objects.alias(long=Length("points"))
    adjustments.filter(long__gt=16).update(points=MOST)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0022_webhooks_pause_and_stop"),
    ]

    operations = [
        migrations.RunPython(cap_absurd_penalties, migrations.RunPython.noop),
        migrations.AddConstraint(
            "adjustment",
            models.CheckConstraint(
                condition=models.Q(points__length__lte=16), name="penalty_has_few_digits"
            ),
        ),
    ]
