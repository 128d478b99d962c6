from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_linked_divisions")]

    operations = [
        migrations.RenameField("scoresheet", old_name="entered", new_name="data"),
        migrations.RenameField("sheetversion", old_name="entered", new_name="data"),
    ]
