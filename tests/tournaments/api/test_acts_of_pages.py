"""docs/api.md says of each act of a page which operation does the same, or why none does."""

import re
from collections import Counter
from pathlib import Path

from django.urls import URLResolver, get_resolver

from tests.api_schema import api_schema
from tests.routes.rows import ROUTES

GUIDE = Path(__file__).parents[3] / "docs" / "api.md"
NAME = re.compile(r"`([a-z_-]+)`")
METHOD_NOT_ALLOWED = 405


def lines():
    """The acts and the operations of each line of the table, and what the line says."""
    section = GUIDE.read_text().partition("## Pages and operations\n")[2].partition("\n## ")[0]
    for line in section.splitlines():
        if line.startswith("| `"):
            _start, acts, operations, _end = line.split("|")
            yield NAME.findall(acts), NAME.findall(operations), operations.strip()


def named(patterns):
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from named(one.url_patterns)
        elif one.name:
            yield one.name


def acts():
    """The names of all addresses, outside the API, that take a POST of somebody."""
    programs = {name for name in named(get_resolver().url_patterns) if name.startswith("api-")}
    programs -= {"api-tokens", "api-token-revoke"}  # pages on which people make tokens
    return {
        name
        for name in set(named(get_resolver().url_patterns)) - programs
        if name in ROUTES and set((ROUTES[name].post or {}).values()) - {METHOD_NOT_ALLOWED}
    }


def test_each_act_of_a_page_has_its_line():
    listed = Counter(act for found, _operations, _said in lines() for act in found)
    assert set(listed) == acts()
    assert [act for act, times in listed.items() if times > 1] == []


def test_each_operation_that_writes_is_named_and_no_other():
    writes = {
        operation["operationId"]
        for operations in api_schema()["paths"].values()
        for method, operation in operations.items()
        if method != "get"
    }
    assert {one for _acts, found, said in lines() for one in found if "none:" not in said} == writes


def test_a_line_without_an_operation_says_why():
    assert [said for _acts, found, said in lines() if not found and "none" not in said] == []
