"""A deprecated address is marked in the schema, and its answers say when it goes."""

from datetime import date

import pytest
from drf_spectacular.generators import SchemaGenerator

from tournaments.api.deprecation import Deprecated
from tournaments.api.reading.views import SchemeList

pytestmark = pytest.mark.django_db

GOING = Deprecated(date(2026, 11, 21), date(2027, 11, 21), "/api/v2/schemes/")


def test_an_address_that_is_to_go_says_since_when_until_when_and_what_instead(client, monkeypatch):
    assert "Deprecation" not in client.get("/api/v1/schemes/")
    monkeypatch.setattr(SchemeList, "deprecated", GOING, raising=False)
    for answer in (client.get("/api/v1/schemes/"), client.post("/api/v1/schemes/")):
        assert answer["Deprecation"] == "@1795219200"
        assert answer["Sunset"] == "Sun, 21 Nov 2027 00:00:00 GMT"
        assert answer["Link"] == '</api/v2/schemes/>; rel="successor-version"'
    assert "Deprecation" not in client.get("/api/v1/seasons/")


@pytest.mark.long
@pytest.mark.once
def test_the_schema_marks_what_is_to_go(monkeypatch):
    monkeypatch.setattr(SchemeList, "deprecated", GOING, raising=False)
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    marked = {path for path, found in paths.items() if found.get("get", {}).get("deprecated")}
    assert marked == {"/api/v1/schemes/"}


@pytest.mark.long
def test_the_schema_is_rendered_once_in_each_form(client):
    address = "/api/v1/schema/"
    json, yaml = (
        [client.get(address, {"format": form}) for _time in range(2)] for form in ("json", "yaml")
    )
    for first, again in (json, yaml):
        assert first.content == again.content
        for name in ("Content-Type", "Content-Disposition", "X-Frame-Options"):
            assert first[name] == again[name]
    assert json[0].json()["info"]["version"] == "1"
    assert yaml[0].content.startswith(b"openapi: ")
    assert "version: 1 (2)" in client.get(address, {"version": "2"}).text


def test_nobody_gets_less_than_a_year():
    with pytest.raises(ValueError, match="less than a year"):
        Deprecated(date(2026, 11, 21), date(2027, 11, 20), "/api/v2/schemes/")
