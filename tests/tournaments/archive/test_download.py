"""Owners download the archive of their event as one file."""

import hashlib
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import translation

from tests.builders import NOON, make_conductor, make_event
from tournaments.archive.services import zipped
from tournaments.models import Role, User

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_it_is_the_folder_in_a_zip_for_the_owner(client, event, kept):
    client.force_login(User.objects.get(email="conductor@example.org"))
    address = reverse("event-archive", args=[event.slug])
    assert address in client.get(reverse("event-edit", args=[event.slug])).text
    response = client.get(address)
    assert response["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(b"".join(response))) as made:
        files = {name.partition("/")[2]: made.read(name) for name in made.namelist()}
    sums = files.pop("SHA256SUMS").decode().splitlines()
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert sums == [f"{digests[name]}  {name}" for name in sorted(files)]
    there = {path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file()}
    assert set(files) == there - {"event.json", "SHA256SUMS"}


def test_it_is_in_the_language_of_the_site_whichever_is_active(event):
    with translation.override("de"):
        with ZipFile(BytesIO(b"".join(zipped(event, at=NOON)))) as made:
            page = made.read(f"{event.slug}/index.html").decode()
        assert translation.get_language() == "de"
    assert '<html lang="en"' in page
    assert "This is a copy of 21 November 2026 that does not change." in page


def test_it_is_for_owners_and_not_of_drafts(client):
    event, draft = make_event("Public"), make_event("Draft", announced_at=None)
    conductor = make_conductor(event, "second@example.org", role=Role.CONDUCTOR)
    client.force_login(conductor)
    assert client.get(reverse("event-archive", args=[event.slug])).status_code == 403
    client.force_login(make_conductor(draft, "third@example.org"))
    assert client.get(reverse("event-archive", args=[draft.slug])).status_code == 404
