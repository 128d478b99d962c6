"""Turning a page of the site into one that needs none: no script, no form, nothing is fetched."""

import re
from collections.abc import Callable, Mapping
from copy import copy

from bs4 import BeautifulSoup, Tag

#: What a page has only for people who do something: tools, personal parts, what loads by itself.
DROPPED = (
    *("script", "noscript", "template", "dialog"),
    *("form", "button", "input", "select", "textarea"),
    *(".sign__tools", ".contact", ".outbox-count", ".notices", ".own"),
    *("#own-audience", "#own-messages", "#own-me"),
    *("[hx-trigger=load]", "[data-announcer]", "[data-alarm]"),
    *("[hidden]", "meta[name=htmx-config]"),  # only scripts would show them, or read it
)
#: Links that say nothing where they lead nowhere.
LEADS_ONLY = {"button", "eventnav__link"}
#: Ends of lines with the space around them, which a browser shows as one space, but in a <pre>.
SPACE = re.compile(rb"\s*\n\s*")
#: Attributes that scripts read.
SCRIPTED = ("hx-", "data-")

#: Gives the link to a thing in the archive for an address; None if the archive does not have it.
Linked = Callable[[str], str | None]
#: The drawings of the icons by their names: each the content of a symbol, and its view box.
Icons = Mapping[str, Tag]


def icons_of(sprite: bytes) -> Icons:
    """The icons in a file of symbols."""
    found = BeautifulSoup(sprite, "html.parser").select("symbol[id]")
    return {str(symbol["id"]): symbol for symbol in found}


def plain(html: bytes, linked: Linked, icons: Icons, note: str) -> bytes:
    """The page with links to ``linked`` addresses; one that leads nowhere becomes its text.

    ``icons`` are drawn on the page itself, and ``note`` stands at its foot.
    """
    soup = BeautifulSoup(html, "html.parser")
    _strip(soup)
    for element in soup.select("a[href]"):
        if not element.decomposed:
            _lead(element, linked)
    for element in soup.select("link[href], img[src]"):
        attribute = "href" if element.name == "link" else "src"
        if (found := linked(str(element[attribute]))) is None:
            element.decompose()
        else:
            element[attribute] = found
    there = {str(element["id"]) for element in soup.select("[id]")}
    for element in soup.select('a[href^="#"]'):
        if str(element["href"])[1:] not in there:
            _become_text(element)
    _draw_icons(soup, icons)
    if foot := soup.select_one(".foot__line"):
        remark = soup.new_tag("p")
        remark.string = note
        foot.insert(0, remark)
    made = soup.encode()
    return made if soup.pre else SPACE.sub(b"\n", made)


def _strip(soup: BeautifulSoup) -> None:
    """Leave nothing for scripts, and nothing that a reader could press."""
    for element in soup.select(", ".join(DROPPED)):
        if not element.decomposed:
            element.decompose()
    for element in soup.select("*"):
        for name in [name for name in element.attrs if name.startswith(SCRIPTED)]:
            del element[name]


def _draw_icons(soup: BeautifulSoup, icons: Icons) -> None:
    """Put the icons that a page uses into it: from a folder no browser reads those of a file."""
    used = {}
    for element in soup.select("use[href]"):
        name = str(element["href"]).rpartition("#")[2]
        if name not in icons:
            element.decompose()
            continue
        element["href"] = f"#icon-{name}"
        used[name] = icons[name]
    if used and soup.body:
        drawings = soup.new_tag("svg", attrs={"hidden": "", "aria-hidden": "true"})
        for name, symbol in used.items():
            drawing = copy(symbol)
            drawing["id"] = f"icon-{name}"
            drawings.append(drawing)
        soup.body.insert(0, drawings)


def _lead(element: Tag, linked: Linked) -> None:
    address = str(element["href"])
    if address.startswith("#"):
        return
    found = linked(address)
    if found is not None:
        element["href"] = found
    elif element.find_parent(class_="foot") and (line := element.find_parent("p")):
        line.decompose()
    elif LEADS_ONLY & set(element.get("class") or ()):
        element.decompose()
    else:
        _become_text(element)


def _become_text(element: Tag) -> None:
    element.name = "span"
    del element["href"]
