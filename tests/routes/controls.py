"""The forms of a page that write, with what a browser would send of each."""

from dataclasses import dataclass, field

from tests.routes.reading import PageReader

#: Inputs that a person fills in or chooses from; what others hold comes from the page.
BUTTONS = {"submit", "button", "reset", "image"}


@dataclass
class PageForm:
    """Where a form is sent; its values by name, and the names that a person may change."""

    action: str
    values: dict[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)


class PageForms(PageReader):
    """The forms of a page with method post, in ``found``."""

    def __init__(self, html: str):
        self.found: list[PageForm] = []
        self._form: PageForm | None = None
        self._text = self._select = ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        of = dict(attributes)
        if tag == "form":
            self._form = PageForm(of.get("action") or "")
            if (of.get("method") or "get").lower() == "post":
                self.found.append(self._form)
        name = of.get("name") or ""
        if tag == "option" and self._form and self._select:
            if "selected" in of or self._select not in self._form.values:
                self._form.values[self._select] = of.get("value") or ""
        elif not self._form or not name:
            return
        elif tag == "select":
            self._select = name
            self._form.asked.add(name)
        elif tag == "textarea":
            self._text = name
            self._form.asked.add(name)
            self._form.values[name] = ""
        elif tag == "input" and of.get("type") not in BUTTONS:
            self._input(self._form, name, of)

    def _input(self, form: PageForm, name: str, of: dict):
        if of.get("type") != "hidden":
            form.asked.add(name)
        if of.get("type") not in ("checkbox", "radio") or "checked" in of:
            default = "on" if of.get("type") == "checkbox" else ""
            form.values[name] = of.get("value") or default

    def handle_data(self, data):
        if self._text and self._form:
            self._form.values[self._text] += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self._form:
            # A page begins the text on a line of its own.
            self._form.values[self._text] = self._form.values[self._text].removeprefix("\n")
            self._text = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._form = None
