"""The archive of an event: whole, for everybody, and readable from a folder alone."""

import hashlib
import re
from io import BytesIO
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import pytest
from bs4 import BeautifulSoup
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import translation

from tests.builders import make_conductor, make_event
from tournaments.archive import rules
from tournaments.models import Player, Role, User

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def pages(kept):
    """Its pages by their files."""
    found = kept.rglob("*.html")
    return {path: BeautifulSoup(path.read_bytes(), "html.parser") for path in found}


def test_each_link_leads_to_a_file_of_the_folder_and_to_a_place_in_it(kept, pages):
    ids = {path: {one["id"] for one in page.select("[id]")} for path, page in pages.items()}
    missing = []
    for path, page in pages.items():
        for element in page.select("[href], [src]"):
            link = urlsplit(element.get("href") or element.get("src"))
            if link.scheme:
                continue
            target = (path.parent / unquote(link.path)).resolve() if link.path else path
            if not target.is_file() or (link.fragment and link.fragment not in ids[target]):
                missing.append((path.name, link.geturl()))
    assert missing == []
    names = {path.relative_to(kept).as_posix() for path in pages}
    assert {"index.html", "timetable/index.html", "t/played/standings/index.html"} <= names
    folders = {name.split("/")[0] for name in names}
    assert folders == {"index.html", "players", "s", "t", "table", "timetable"}


def test_no_page_runs_sends_or_fetches_anything(pages):
    for path, page in pages.items():
        live = page.select("script, form, button, input, iframe, [onclick], [hx-get], [data-live]")
        assert not live, path
        assert page.select_one(".foot").text.count("that does not change") == 1


def test_nothing_of_the_folder_is_for_some_people_only(kept):
    secret = {re.escape(user.email) for user in User.objects.all()}
    for badge, pin in Player.objects.values_list("badge", "pin"):
        # The figures of a PIN may well be a part of a key or of a time.
        secret |= {re.escape(badge), rf"(?<!\d){pin[:3]} ?{pin[3:]}(?!\d)"}
    for path in kept.rglob("*"):
        if path.name != "event.json" and path.suffix in (".html", ".csv", ".json", ".ics"):
            text = path.read_text("utf-8")
            assert [one for one in secret if re.search(one, text)] == [], path


def test_the_checksums_are_those_of_all_files(kept):
    lines = (kept / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    files = {path for path in kept.rglob("*") if path.is_file() and path.name != "SHA256SUMS"}
    assert sums == {
        path.relative_to(kept).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
    assert "event.json" in sums


def test_refuses_what_it_cannot_write_in_a_sentence(tmp_path):
    public = make_event("Public")
    draft = make_event("Draft", announced_at=None)
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "a file").touch()
    for name, folder, words in (
        ("nowhere", tmp_path / "new", "No event"),
        (public.slug, tmp_path / "used", "not an empty folder"),
        (draft.slug, tmp_path / "new", "is a draft"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("archive", name, str(folder))
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/e/x/", "index.html"),
        ("/e/x/t/y/standings/", "t/y/standings/index.html"),
        ("/e/x/t/y/standings/?after=2", "t/y/standings/after-2.html"),
        ("/e/x/t/y/standings.csv", "t/y/standings.csv"),
        ("/table/ABC/", "table/ABC/index.html"),
    ],
)
def test_each_address_has_its_file(address, file):
    assert rules.file_of(address, "/e/x/") == file


# --- As one file ---------------------------------------------------------------------------------


def test_a_download_is_the_folder_in_a_zip_in_the_language_of_the_site(client, event, kept):
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


def test_a_download_is_for_owners_and_not_of_drafts(client):
    event, draft = make_event("Public"), make_event("Draft", announced_at=None)
    conductor = make_conductor(event, "second@example.org", role=Role.CONDUCTOR)
    client.force_login(conductor)
    assert client.get(reverse("event-archive", args=[event.slug])).status_code == 403
    client.force_login(make_conductor(draft, "third@example.org"))
    assert client.get(reverse("event-archive", args=[draft.slug])).status_code == 404
