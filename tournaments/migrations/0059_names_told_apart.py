"""What is shown of a name tells namesakes of an event apart."""

from django.db import migrations, models

from tournaments.names import Named, told_apart


def tell_apart(apps, schema_editor):
    """Fill the column, by the rule of this release."""
    Player = apps.get_model("tournaments", "Player")
    Player.objects.update(shown_name=models.F("name"))
    twice = (
        Player.objects.values("event_id", "name").annotate(n=models.Count("pk")).filter(n__gt=1)
    )
    for event in sorted({row["event_id"] for row in twice.order_by()}):
        rows = Player.objects.filter(event_id=event).order_by("pk")
        people = [Named(*row) for row in rows.values_list("pk", "name", "home_town", "handle")]
        names = {person.key: person.name for person in people}
        for pk, shown in told_apart(people).items():
            if shown != names[pk]:
                Player.objects.filter(pk=pk).update(shown_name=shown)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0058_adjusted_scores'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='shown_name',
            field=models.CharField(db_default='', editable=False, max_length=200),
        ),
        migrations.RunPython(tell_apart, migrations.RunPython.noop, elidable=True),
    ]
