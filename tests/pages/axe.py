"""Findings of axe-core on a page, as lines that say what and where."""

from axe_playwright_python.sync_playwright import Axe

#: WCAG 2.2 A and AA, and what axe's authors recommend beside it.
OPTIONS = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    "resultTypes": ["violations"],
    "preload": False,  # it would fetch style sheets in a way that our pages forbid
}

_axe = Axe()


def violations(page) -> list[str]:
    """The violations on a page of Playwright, each with its rule and up to three places."""
    found = _axe.run(page, options=OPTIONS).response["violations"]
    return [
        f"{one['id']} ({one['impact']}, {len(one['nodes'])} times): "
        + " | ".join(node["html"][:120] for node in one["nodes"][:3])
        for one in found
    ]
