"""Note in ``docs/translated.toml`` which English text each translated guide says.

``python -m docs.translated`` once translations say what the English guides say: a test names those
of which the English guide was changed since.
"""

import hashlib
import tomllib
from pathlib import Path

DOCS = Path(__file__).resolve().parent
NOTES = DOCS / "translated.toml"
ABOUT = """\
# The English guide that each translation says, by its digest. `python -m docs.translated` writes it
# once translations were brought up to the English guides.
"""


def translations() -> list[Path]:
    """All guides in another language."""
    return sorted(path for path in DOCS.glob("??/*.md") if (DOCS / path.name).exists())


def digest(path: Path) -> str:
    """The digest of a file's text."""
    return hashlib.sha256(path.read_text("utf-8").encode()).hexdigest()[:16]


def now() -> dict[str, dict[str, str]]:
    """By language and name, the digests of the English guides that are translated."""
    found: dict[str, dict[str, str]] = {}
    for path in translations():
        found.setdefault(path.parent.name, {})[path.stem] = digest(DOCS / path.name)
    return found


def noted() -> dict[str, dict[str, str]]:
    """The same, as it was when the translations were last brought up to the English guides."""
    return tomllib.loads(NOTES.read_text("utf-8"))


def main() -> None:
    lines = [ABOUT]
    for language, guides in now().items():
        lines.append(f"[{language}]\n")
        lines += (f'{name} = "{of}"\n' for name, of in guides.items())
        lines.append("\n")
    NOTES.write_text("".join(lines).rstrip("\n") + "\n", "utf-8")


if __name__ == "__main__":
    main()
