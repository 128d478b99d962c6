"""The licences of the packages that the site runs on: only those that ask for nothing but a notice.

Others are excused by package, with the reason, in ``excuses.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from email.message import Message

from tests.audit.locked import installed

#: How the names of such licences begin, as an SPDX identifier or in the words of packages.
ALLOWED = ("0BSD", "Apache", "BSD", "CC0", "ISC", "MIT", "New BSD", "PSF", "Unlicense", "Zlib")
CLASSIFIER = "License :: "
TERMS = re.compile(r"\s+(?:AND|OR|WITH)\s+|[()]")


def licence_terms(metadata: Message) -> list[str]:
    """The licences that the metadata of a package names, by its best source, if any."""
    if expression := metadata.get("License-Expression"):
        return [term for term in TERMS.split(expression) if term]
    classifiers = metadata.get_all("Classifier") or []
    named = [line.split(" :: ")[-1] for line in classifiers if line.startswith(CLASSIFIER)]
    if named:
        return named
    first_line = (metadata.get("License") or "").strip().split("\n")[0]
    return [term for term in TERMS.split(first_line) if term]


def is_allowed(terms: list[str]) -> bool:
    return bool(terms) and all(term.startswith(ALLOWED) for term in terms)


def faults(names: Iterable[str], excuses: Mapping[str, str]) -> list[str]:
    """Faults in the licences of packages, and excuses that nothing needs any more."""
    found = []
    strict = set()
    for name in names:
        package = installed(name)
        terms = licence_terms(package.metadata) if package else []
        if package and not is_allowed(terms):
            strict.add(name)
            if name not in excuses:
                found.append(f"{name}: {', '.join(terms) or 'names no licence'}")
    stale = sorted(set(excuses) - strict)
    return [*found, *(f"{name}: the excuse for its licence is not needed" for name in stale)]
