from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_invitations")]

    operations = [
        migrations.AddField(
            model_name="earlierseating",
            name="byes",
            field=models.JSONField(null=True),
        ),
    ]
