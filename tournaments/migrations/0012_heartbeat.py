from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0011_data_of_a_sheet"),
    ]

    operations = [
        migrations.RenameModel("Pulse", "Heartbeat"),
    ]
