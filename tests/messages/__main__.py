"""``python -m tests.messages [LOCALE …]``: bring all catalogues up to the code, begin those of new
locales such as ``de``, and end with 1 if there is something to translate or to mend."""

import os
import sys

import django

from server.paths import LOCALE_DIR, VAR_DIR
from tests.messages import catalogues, pseudo
from tests.messages.extracting import messages


def main(new: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    found, wrong = messages(), []
    for locale in sorted({*catalogues.locales(LOCALE_DIR), *new}):
        path = catalogues.path_of(locale, LOCALE_DIR)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = catalogues.opened(path)
        catalogues.update(catalogue, found)
        catalogue.save(str(path))
        wrong += catalogues.faults(path, found)
    pseudo.write(VAR_DIR / "locale")
    sys.stdout.writelines(
        f"{line}\n" for line in (*wrong, f"{len(found)} texts, {len(wrong)} faults")
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
