"""Faults of a page that does not fit: it is wider than its window, or texts leave their boxes."""

#: Texts that end beside a box they stand in: they are cut there, or lie over what is beside it.
#: Wide tables that scroll, and texts that end in an ellipsis on purpose, are none of these.
OUTSIDE = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const unread = "script, style, select, datalist, template, .visually-hidden, .skip";
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest(unread) || !parent.checkVisibility()) continue;
    range.selectNodeContents(text);
    const at = range.getBoundingClientRect();
    if (at.width < 2 || at.height < 2 || parent.getBoundingClientRect().width < 2) continue;
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size;
    const said = text.data.trim().slice(0, 50);
    // One word may be broken where there is no room; a column of letters is no word. Japanese
    // has no spaces, and may be broken nearly everywhere.
    const whole = text.data.trim();
    const words = /[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}]/u.test(whole)
      ? whole.length / 2 + 1
      : whole.split(/[^\\p{L}\\d]+/u).length + 1;
    if (lines > words) {
      found.add(`"${said}" is broken within words`);
    }
    for (let box = parent; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const isHere = box.getBoundingClientRect();
      const mayEnd = style.overflowX !== "visible" && style.textOverflow === "ellipsis";
      if (mayEnd || ["auto", "scroll"].includes(style.overflowX)) break;
      if (isHere.width < 2 || isHere.height < 2) break; // for those who hear the page
      if (style.display === "inline") continue;
      const beside = Math.max(isHere.left - at.left, at.right - isHere.right);
      const isCut = style.overflowY !== "visible" && style.overflowY !== "auto";
      const below = isCut ? at.bottom - isHere.bottom : 0;
      if (beside > 1 || below > at.height / 4) {
        const by = Math.round(Math.max(beside, below));
        found.add(`"${said}" leaves ${box.localName}.${box.className} by ${by} px`);
        break;
      }
      if (["absolute", "fixed"].includes(style.position)) break;
    }
  }
  return [...found];
}"""
#: How many pixels the page is wider than the window, and what ends outside.
WIDER = """() => {
  const root = document.documentElement;
  const more = root.scrollWidth - root.clientWidth;
  if (more <= 0) return [];
  const ends = (it) => it.getBoundingClientRect().right > root.clientWidth + 1;
  const last = [...document.querySelectorAll("body *")].filter((it) =>
    ends(it) && ![...it.children].some(ends) && !it.closest(".table-scroll"));
  const named = last.slice(0, 3).map((it) => `${it.localName}.${it.className}`);
  return [`${more} px wider than the window: ${named.join(", ")}`];
}"""


def faults(page) -> list[str]:
    """Everything that does not fit in the window that a page of Playwright has now."""
    return page.evaluate(WIDER) + page.evaluate(OUTSIDE)
