"""How the suite itself runs: in which order, and what it says about its cost."""

import re
from collections import Counter

import pytest

from tests import budget, scheduling
from tests.stack import ROOT

REPORT = """<testsuites><testsuite>
<testcase file="tests/server/test_health.py" time="9"><properties>
<property name="processor_seconds" value="90" /></properties></testcase>
<testcase file="tests/server/test_health.py" time="9"><properties>
<property name="processor_seconds" value="30.0" /></properties></testcase>
<testcase file="tests/tournaments/api/webhooks/test_pages.py"><properties>
<property name="processor_seconds" value="60.0" /></properties></testcase>
<testcase file="tests/test_words.py"></testcase>
</testsuite></testsuites>"""
SERVER, API = "tests/server/test_health.py", "tests/tournaments/api/webhooks/test_pages.py"


@pytest.mark.parametrize(
    "path",
    [*scheduling.SLOW, *scheduling.TOGETHER, *scheduling.APART, *scheduling.BESIDE_POSTGRESQL],
)
def test_what_comes_first_is_there(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("path", scheduling.BESIDE_POSTGRESQL)
def test_no_test_that_runs_beside_those_on_postgresql_touches_a_database(path):
    """SQLite would miss it."""
    asks = re.compile(
        r"django_db|def \w+\((?:[^)]*\W)?(?:db|client|page|stack|new_stack)\b[^)]*\):"
    )
    found = ROOT / path
    files = [found] if found.is_file() else found.rglob("*.py")
    sources = {file.name: file.read_text("utf-8") for file in files}
    assert sources
    assert [name for name, source in sources.items() if asks.search(source)] == []


def test_seconds_of_a_processor_are_read_from_the_report_of_a_run(tmp_path):
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    assert budget.seconds_by_file(report) == {SERVER: 120, API: 60}


def test_the_cost_is_shown_by_folder_and_database_and_what_is_left_of_the_budget():
    files = {"SQLite": Counter({SERVER: 120.0, API: 60.0}), "PostgreSQL": Counter({API: 30.0})}
    said = [line.split() for line in budget.lines(files, spent=240)]
    assert said[1] == ["SQLite", "PostgreSQL"]
    assert ["tests/server", "2.00", "0.00"] in said
    assert ["tests/tournaments/api", "1.00", "0.50"] in said
    assert [SERVER, "120.0", "0.0"] in said
    assert said[-1][0] == "4.0"  # minutes used
    assert said[-1][-3] == f"{float(said[-1][2]) - 4:.1f}"


def test_a_part_of_the_suite_is_held_to_no_budget():
    lines = budget.lines({"SQLite": Counter({API: 1.0})}, spent=2, is_whole=False)
    assert not any(budget.BUDGET.name in line for line in lines)
