"""Which texts that people read have changed since a commit: before and after, for a translator.

``python -m tests.changed_texts COMMIT`` prints each with the most similar one; what has none is new
or gone.
"""

import shutil
import subprocess
import sys
import tempfile
from difflib import SequenceMatcher
from pathlib import Path

from tests.screen_texts import ROOT, of_code, of_rules, of_templates

ALIKE = 0.55


def texts_at(root: Path) -> set[str]:
    found = (*of_code(root), *of_templates(root), *of_rules(root))
    return {" ".join(text.text.split()) for text in found}


def texts_of(commit: str) -> set[str]:
    """The texts as they were at a commit."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "then.tar"
        what = [commit, "tournaments", "templates", "config", "games", "scoring", "pairing"]
        git = shutil.which("git") or "git"
        subprocess.run([git, "archive", f"--output={archive}", *what], cwd=ROOT, check=True)
        shutil.unpack_archive(archive, folder, filter="data")
        return texts_at(Path(folder))


def pairs(before: set[str], after: set[str]) -> list[tuple[str, str]]:
    """Each text that is gone with the most similar new one, or with none; then what is only new."""
    new = sorted(after - before)
    found = []
    for old in sorted(before - after):
        likeness = SequenceMatcher(b=old, autojunk=False)

        def alike(text: str, likeness: SequenceMatcher = likeness) -> float:
            likeness.set_seq1(text)
            return likeness.ratio() if likeness.quick_ratio() > ALIKE else 0.0

        best = max(new, key=alike, default="")
        found.append((old, best if best and alike(best) > ALIKE else ""))
    taken = {text for _old, text in found}
    return found + [("", text) for text in new if text not in taken]


def main(commit: str) -> None:
    for old, new in pairs(texts_of(commit), texts_at(ROOT)):
        print("\n".join(line for line in (old and f"- {old}", new and f"+ {new}") if line), "\n")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
