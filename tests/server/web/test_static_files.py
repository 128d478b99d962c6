import re

import pytest
from django.core.management import call_command


@pytest.fixture
def collected(settings, tmp_path):
    """The static files as production serves them."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "server.web.static_files.StaticFilesStorage"}
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_modules_import_one_another_by_content(collected):
    modules = list((collected / "js").glob("*.*.js"))
    imported = re.findall(r'"\./([^"]+)"', "".join(path.read_text() for path in modules))
    assert imported
    assert {path.name for path in modules} >= set(imported)
