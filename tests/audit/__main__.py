"""``python -m tests.audit``: see the package. Ends with 1 if there is something to mend."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from server.paths import BASE_DIR, VAR_DIR
from tests.audit import advisories, api_schema, binaries, findings, licences, vulnerabilities
from tests.audit.locked import LOCK, locked_packages

EXCUSES = Path(__file__).parent / "excuses.toml"
BILL = VAR_DIR / "audit" / "sbom.cdx.json"


class Report:
    """The findings of the steps, printed as they go."""

    def __init__(self) -> None:
        self.faults = 0
        self.unchecked: list[str] = []

    def step(self, title: str, faults: list[str], fine: str) -> None:
        self.faults += len(faults)
        _say(f"{title}: {'TO MEND' if faults else fine}")
        for fault in faults:
            _say(f"    {fault}")

    def not_checked(self, title: str, why: str) -> None:
        self.unchecked.append(title)
        _say(f"{title}: NOT CHECKED: {why}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    excuses = tomllib.loads(EXCUSES.read_text("utf-8"))
    packages = locked_packages(LOCK.read_text("utf-8"))
    report = Report()
    _code(report, excuses)
    _settings(report)
    _api_schema(report)
    left = licences.faults(sorted({name for name, _version in packages}), excuses["licences"])
    report.step("Licences", left, f"{len(packages)} locked packages are allowed or excused by name")
    _bill_of_materials(report)
    report.step("Programs in packages", binaries.unnamed(), "; ".join(binaries.named()))
    if records := advisories.copy():
        _by_copy(report, records, packages)
    else:
        _vulnerabilities(report, {name for name, _version in packages})
    if report.unchecked:
        _say(f"Run it again where the network is: {', '.join(report.unchecked)} not checked.")
    return 1 if report.faults else 0


def _code(report: Report, excuses: dict) -> None:
    found = findings.bandit()
    left = findings.faults(found, excuses["everywhere"], excuses["bandit"])
    report.step("Our code (bandit)", left, f"{len(found)} findings, all excused by name")


def _settings(report: Report) -> None:
    """The settings of a server, as ``make lint`` checks them too."""
    production = {
        "PRODUCTION": "1",
        "HTTPS_ONLY": "1",
        "PUBLIC_URL": "https://play.example.org",
        "SECRET_KEY": secrets.token_urlsafe(60),
    }
    command = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=BASE_DIR,
        env=os.environ | production,
        capture_output=True,
        text=True,
        check=False,
    )
    report.step("Settings (check --deploy)", done.stderr.splitlines() * bool(done.returncode), "ok")


def _api_schema(report: Report) -> None:
    title = "Schema of the API (spectral, redocly)"
    if not api_schema.is_possible():
        report.not_checked(title, "npm is not installed")
        return
    api_schema.write()
    try:
        found = [*api_schema.spectral(), *api_schema.redocly()]
    except RuntimeError as error:
        report.not_checked(title, str(error)[:200])
    else:
        report.step(title, found, "0 errors and 0 warnings")


def _bill_of_materials(report: Report) -> None:
    BILL.parent.mkdir(parents=True, exist_ok=True)
    command = ["-m", "cyclonedx_py", "requirements", str(LOCK), "--pyproject", "pyproject.toml"]
    options = ["--output-reproducible", "--output-format", "JSON", "--output-file", str(BILL)]
    done = subprocess.run(
        [sys.executable, *command, *options],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    faults = done.stderr.splitlines()[-3:] if done.returncode else []
    report.step("Bill of materials (CycloneDX)", faults, f"written to {BILL}")


def _by_copy(report: Report, records: Path, packages: list[tuple[str, str]]) -> None:
    title = f"Known vulnerabilities ({records.name})"
    try:
        found = advisories.vulnerable(records, packages)
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        report.not_checked(title, str(error))
    else:
        report.step(title, found, f"none of {len(packages)} packages has any")


def _vulnerabilities(report: Report, names: set[str]) -> None:
    title = "Known vulnerabilities (pip-audit)"
    checked: set[str] = set()
    vulnerable: set[str] = set()
    troubles = []
    for service in vulnerabilities.SERVICES:
        answer = vulnerabilities.ask(service)
        checked |= answer.checked
        vulnerable |= set(answer.vulnerable)
        if answer.trouble:
            troubles.append(f"{service} did not answer: {answer.trouble[:200]}")
        if names <= checked:
            break
    unchecked = names - checked
    if vulnerable or not unchecked:
        report.step(title, sorted(vulnerable), f"none of {len(checked)} packages has any")
    if unchecked:
        why = "; ".join(troubles) or "no service knows them"
        report.not_checked(title, f"{len(unchecked)} of {len(names)} packages ({why})")


if __name__ == "__main__":
    sys.exit(main())
