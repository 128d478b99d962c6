"""List the sessions that began before sessions were listed, so that they can be ended too."""

import secrets

from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone


def list_sessions(apps, _schema_editor):
    User = apps.get_model("tournaments", "User")
    AccountSession = apps.get_model("tournaments", "AccountSession")
    now = timezone.now()
    users = set(User.objects.values_list("pk", flat=True))
    listed = set(AccountSession.objects.values_list("pk", flat=True))
    store = SessionStore()
    for session in apps.get_model("sessions", "Session").objects.filter(expire_date__gt=now):
        user = str(store.decode(session.session_data).get("_auth_user_id", ""))
        if user.isdigit() and int(user) in users and session.pk not in listed:
            AccountSession.objects.create(
                session_id=session.pk,
                user_id=int(user),
                number=secrets.token_hex(8),
                device="an unknown browser",
                signed_in_at=now,
                last_seen_at=now,
            )


class Migration(migrations.Migration):

    dependencies = [
        ("sessions", "0001_initial"),
        ("tournaments", "0020_accounts"),
    ]

    operations = [
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]
