import re

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client, override_settings

from server.web import assets
from server.web.static_app import SiteStaticFiles


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """The static files as production serves them; to collect them takes a second."""
    folder = tmp_path_factory.mktemp("static")
    ours = {"staticfiles": {"BACKEND": "server.web.static_files.StaticFilesStorage"}}
    ignored = SiteStaticFiles.ignore_patterns
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(apps.get_app_config("staticfiles"), "ignore_patterns", ignored)
        with override_settings(STATIC_ROOT=folder, STORAGES=settings.STORAGES | ours):
            collect()
            yield folder


def collect():
    call_command("collectstatic", interactive=False, verbosity=0)


def test_a_page_loads_bundles_that_import_one_another_by_content(collected):
    (page,) = collected.glob("js/page.*.js")
    (table,) = collected.glob("js/table.*.js")
    assert re.findall(r'"\./([^"]+)"', page.read_text() + table.read_text()) == [page.name]
    (sheet,) = collected.glob("css/site.*.css")
    assert "@import" not in sheet.read_text()


def test_what_is_served_is_compressed_once_and_only_what_pages_use(collected):
    files = {path for path in collected.rglob("*") if path.is_file()}
    assert not [path for path in files if path.parts[-2] in ("rest_framework", "django_tables2")]
    served = {p for p in files if p.suffix in (".js", ".css", ".svg") and p.stat().st_size > 300}
    packed = {path.with_name(path.name + ending) for path in served for ending in (".gz", ".br")}
    assert packed <= files

    made = {path: path.stat().st_mtime_ns for path in packed}
    collect()
    assert {path: path.stat().st_mtime_ns for path in packed} == made


@pytest.mark.parametrize("name", ["css/site.css", "js/page.js", "icons/sprite.svg"])
def test_a_file_has_only_headers_that_say_something_of_it(collected, name):
    response = Client().head(static(name), headers={"Accept-Encoding": "br"})
    assert set(response.headers) == {
        "Content-Type", "Content-Length", "Content-Encoding", "Vary", "Cache-Control",
        "X-Content-Type-Options", "X-Roundhouse",
    }  # fmt: skip
    assert "immutable" in response["Cache-Control"]
    assert response["X-Content-Type-Options"] == "nosniff"


def test_a_page_keeps_the_headers_of_pages(client, db):
    response = client.get("/help/")
    assert response["Referrer-Policy"] == response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_what_was_collected_is_that_of_this_release(collected):
    assert assets.refused() == ""
