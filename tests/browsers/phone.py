"""A phone in somebody's hand: it looks at what is shown, presses words, and waits for words."""

import json
from typing import Any

from tests.browsers.engine import Engine
from tests.stack import wait_for

#: The first element of a selector that is shown, with just these words if there are any.
FIND = """(() => {
  const plain = (text) => (text ?? "").trim().replace(/\\s+/g, " ");
  const words = %(words)s;
  const named = (one) => !words || plain(one.ariaLabel || one.textContent) === words;
  const shown = (one) => one.checkVisibility() && one.getClientRects().length;
  const all = [...document.querySelectorAll(%(selector)s)];
  return all.find((one) => shown(one) && named(one));
})()"""
#: Where its middle is, once a press there reaches it.
PLACE = """(() => {
  const one = %(find)s;
  if (!one) return null;
  const { left, top, width, height } = one.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (hit && (one.contains(hit) || hit.closest("label")?.contains(one))) return { x, y };
  one.scrollIntoView({ block: "center", behavior: "instant" });
  return null;
})()"""
SHOWN = """[...document.querySelectorAll(%s)].some(
  (one) => one.checkVisibility() && one.getClientRects().length
)"""
PRESSABLE = "a[href], button, summary, label"


class Phone:
    """One browser at a site. Every look waits until what it looks for is there."""

    def __init__(self, engine: Engine, site: str) -> None:
        self.engine, self._site = engine, site

    def open(self, path: str) -> None:
        self.engine.go(f"{self._site}{path}")

    def press(self, words: str) -> None:
        """Press a button, a link or a label by its words, wherever on the page it is."""
        self.press_on(PRESSABLE, words=words)

    def press_on(self, selector: str, *, words: str = "") -> None:
        """Press the middle of an element, where a finger reaches it."""
        values = {"selector": selector, "words": words}
        find = FIND % {name: json.dumps(value) for name, value in values.items()}
        script = PLACE % {"find": find}

        def at_rest():
            """Its place, once two looks find it at the same one."""
            before = self.engine.run(script)
            return before if before and before == self.engine.run(script) else None

        point = self.see(at_rest, f"{words or selector} cannot be pressed")
        self.engine.press(point["x"], point["y"])

    def reads(self, words: str, *, within: str = "body") -> None:
        """Wait until these words are shown."""
        script = f"document.querySelector({json.dumps(within)})?.innerText"
        self.see(lambda: words in (self.engine.run(script) or ""), f"{words!r} is not shown")

    def reads_no(self, words: str, *, within: str = "body") -> None:
        """Wait until these words are shown no more."""
        script = f"document.querySelector({json.dumps(within)})?.innerText"
        self.see(lambda: words not in (self.engine.run(script) or ""), f"{words!r} is shown")

    def shows(self, selector: str) -> bool:
        """Whether an element has a size on the screen now."""
        return bool(self.engine.run(SHOWN % json.dumps(selector)))

    def see(self, condition, failure: str) -> Any:
        """Wait for a condition; where it never comes true, say what the page showed instead."""
        try:
            return wait_for(condition, 30)
        except AssertionError as error:
            shown = self.engine.run("[location.href, document.body?.innerText]")
            raise AssertionError(f"{failure}\n{shown}") from error
