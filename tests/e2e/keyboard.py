"""Somebody who has only a keyboard, and who stops where they cannot see where they are."""

import re

from playwright.sync_api import Page, expect

#: The first stop of every page, which leads past the bar.
SKIP = "Skip to content"
#: More stops than any page of a day has.
MOST_STOPS = 150
#: How often to go round a page for what is not there.
MOST_LAPS = 2
#: What has the focus: its name as read aloud, and whether it is marked, on the screen and on top.
FOCUSED = """() => {
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  const labels = [...(it.labels ?? [])].map((label) => label.innerText).join(" ");
  const name = labels || it.getAttribute("aria-label") || it.innerText || it.value || it.id;
  const isMarked = [it, it.closest("label")].filter(Boolean).some((one) => {
    const of = getComputedStyle(one);
    return of.outlineStyle !== "none" && parseFloat(of.outlineWidth) >= 2;
  });
  const box = (it.closest("label") ?? it).getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, innerHeight - box.y) / 2];
  const top = document.elementFromPoint(x, y);
  const isSeen = top !== null && ((it.closest("label") ?? it).contains(top) || top.contains(it));
  const over = isSeen ? "" : `${top?.outerHTML.slice(0, 120)} at ${x}, ${y}`;
  return { name: name.replace(/\\s+/g, " ").trim(), isMarked, isSeen, over, tag: it.tagName };
}"""


class Keyboard:
    """Tab, Enter, Space and letters; no mouse. Every stop must be marked and in sight."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stops = 0
        page.on("filechooser", lambda _chooser: None)  # from the start: a late listener misses one

    def open(self, address: str) -> None:
        """Type an address."""
        self.page.goto(address)

    def to(self, name: str | re.Pattern, *, tag: str = "") -> None:
        """Press Tab until what is called ``name`` has the focus."""
        wanted = re.compile(rf"^{re.escape(name)}$") if isinstance(name, str) else name
        passed = []
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            found = self.page.evaluate(FOCUSED)
            if found is None:  # the browser's own controls, between the end of a page and its start
                continue
            self.stops += 1
            passed.append(found["name"])
            assert found["isMarked"], f"no outline: {found}"
            assert found["isSeen"], f"covered or off the screen: {found}"
            if wanted.search(found["name"]) and tag in ("", found["tag"]):
                return
            if found["name"] == SKIP and passed.count(SKIP) == 1:
                self.page.keyboard.press("Enter")
            if passed.count(SKIP) > MOST_LAPS:
                break
        raise AssertionError(f"Tab never came to {name!r}: {passed}")

    def press(self, name: str | re.Pattern, key: str = "Enter", *, tag: str = "") -> None:
        """Go to a control and use it."""
        self.to(name, tag=tag)
        self.page.keyboard.press(key)

    def follow(self, name: str | re.Pattern, key: str = "Enter", *, tag: str = "") -> None:
        """Go to a control that leads to another page, and use it."""
        self.to(name, tag=tag)
        self.lead_on(key)

    def lead_on(self, key: str = "Enter") -> None:
        """Use what has the focus and wait for the other page, loaded or turned to by a script.

        A navigation would not tell: the link to the content is one as well.
        """
        self.page.evaluate("document.querySelector('#page').dataset.left = ''")
        self.page.keyboard.press(key)
        expect(self.page.locator("#page:not([data-left])")).to_be_attached()
        self.page.wait_for_load_state("load")

    def write(self, name: str | re.Pattern, text: str, *, tag: str = "") -> None:
        """Go to a field and type, over what is there."""
        self.to(name, tag=tag)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def see(self, words: str | re.Pattern) -> None:
        """Wait until the page says something."""
        expect(self.page.locator("body")).to_contain_text(words)
