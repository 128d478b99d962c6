"""A web process serves no collected files of another release."""

import pytest

from server.web import assets


@pytest.fixture
def sources(settings, tmp_path):
    """A folder of static files that were collected."""
    settings.STATICFILES_DIRS = [tmp_path / "ours"]
    settings.STATIC_ROOT = tmp_path / "collected"
    for name in ("ours/css", "collected"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "ours/css/site.css").write_text("a {}")
    assets.note()
    return tmp_path / "ours"


def test_files_that_were_collected_from_these_are_served(sources):
    assert assets.refused() == ""


@pytest.mark.parametrize(
    "change",
    [
        lambda sources: (sources / "css/site.css").write_text("b {}"),
        lambda sources: (sources / "css/site.css").rename(sources / "css/page.css"),
        lambda sources: (sources / "new.css").touch(),
        lambda sources: (sources.parent / "collected" / assets.MARK).unlink(),
    ],
    ids=["another text", "another name", "one more", "never collected"],
)
def test_those_of_another_release_are_refused_with_the_command_that_helps(sources, change):
    change(sources)
    assert "Run `manage.py upgrade`" in assets.refused()
