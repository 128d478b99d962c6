"""Owners download the archive of their event as one file."""

import hashlib
import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import translation

from tests.builders import make_conductor, make_event
from tournaments.models import Role, User

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_it_is_the_folder_in_a_zip_for_the_owner_in_the_language_of_the_site(client, event, kept):
    client.force_login(User.objects.get(email="conductor@example.org"))
    address = reverse("event-archive", args=[event.slug])
    assert address in client.get(reverse("event-edit", args=[event.slug])).text
    response = client.get(address)
    assert response["Content-Type"] == "application/zip"
    with translation.override("de"):
        content = b"".join(response)
        assert translation.get_language() == "de"
    with ZipFile(BytesIO(content)) as made:
        files = {name.partition("/")[2]: made.read(name) for name in made.namelist()}
    page = files["index.html"].decode()
    assert '<html lang="en"' in page
    assert re.search(r"This is a copy of \d+ \w+ \d{4} that does not change\.", page)
    sums = files.pop("SHA256SUMS").decode().splitlines()
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert sums == [f"{digests[name]}  {name}" for name in sorted(files)]
    there = {path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file()}
    assert set(files) == there - {"event.json", "SHA256SUMS"}


def test_it_is_for_owners_and_not_of_drafts(client):
    event, draft = make_event("Public"), make_event("Draft", announced_at=None)
    conductor = make_conductor(event, "second@example.org", role=Role.CONDUCTOR)
    client.force_login(conductor)
    assert client.get(reverse("event-archive", args=[event.slug])).status_code == 403
    client.force_login(make_conductor(draft, "third@example.org"))
    assert client.get(reverse("event-archive", args=[draft.slug])).status_code == 404
