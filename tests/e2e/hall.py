"""One table of a hall: a phone for each of its players, and the conductor's laptop."""

from playwright.sync_api import expect

from tests.browser import PATIENCE_MS

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}

MAKE = """
from django.utils import timezone
from tests.builders import make_conductor, make_entries, make_event, make_round
from tests.builders import make_tournament
from tournaments.access.phones import new_phone_token, phone_cookie
from tournaments.models import Phone
event = make_event("Meet {number}")
make_conductor(event, "conductor{number}@example.org")
tournament = make_tournament(event, name="Open", game="{game}", target={target}, table_min=2)
round_ = make_round(tournament, [make_entries(tournament, {people})], started_at=timezone.now())
table = round_.tables.get()
tokens = []
for seat in table.seats.select_related("entry__player").order_by("position"):
    token, token_hash = new_phone_token()
    Phone.objects.create(
        event=event, player=seat.entry.player, token_hash=token_hash, via="badge",
        opened_at=timezone.now(),
    )
    tokens.append(token)
answer = [table.code, phone_cookie(event), tokens]
"""

#: How long a page waits for the server before it goes on without it (outbox.js, entry.js). Other
#: tests may keep the machine busy, and here a slow answer is no lost network: it waits as long as
#: the test does. Tests of a network that is gone have phones of their own.
PATIENT = f"""
const usual = globalThis.setTimeout;
globalThis.setTimeout = (act, ms, ...more) =>
  usual(act, [2500, 4000, 8000, 15000].includes(ms) ? {PATIENCE_MS} : ms, ...more);
"""

#: A browser that has a camera and reads codes: Chromium has neither on this kind of machine. What
#: it sees is in ``inView``, where a test sets that.
CAMERA = """
globalThis.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect() { return [{ rawValue: globalThis.inView ?? "%s" }]; }
};
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, 9, 9);
  return canvas.captureStream(5);
};
"""


class Hall:
    """One table with a phone for each of its players, and the conductor's laptop."""

    def __init__(self, stack, open_page, number, *, game="express", target=120, people=4):
        values = {"number": number, "game": game, "target": target, "people": people}
        code = MAKE
        for name, value in values.items():
            code = code.replace("{" + name + "}", str(value))
        self.code, self._cookie, self._tokens = stack.ask(code)
        self._stack, self._open_page, self._number = stack, open_page, number
        self.address = f"/table/{self.code}/"

    def phone(self, seat, *, script="", **options):
        """The phone of a seat, at its table's page."""
        page = self._open_page(base_url=self._stack.url, **PHONE, **options)
        page.add_init_script(PATIENT)
        page.add_init_script(script)
        cookie = {"name": self._cookie, "value": self._tokens[seat - 1], "url": self._stack.url}
        page.context.add_cookies([cookie])
        page.goto(self.address)
        return page

    def laptop(self, path):
        """The conductor at a page."""
        page = self._open_page(base_url=self._stack.url)
        self._stack.sign_in(page, f"conductor{self._number}@example.org")
        page.goto(path)
        return page


def tap_offline_and_again(phone, words, *, exact=False):
    """Without a network the page stays, and says so; the same button then does it."""
    button = phone.get_by_role("button", name=words, exact=exact)
    phone.watch.expect("ERR_INTERNET_DISCONNECTED")
    phone.watch.expect("htmx:sendError")
    phone.context.set_offline(True)
    button.tap()
    expect(phone.get_by_text("Not saved yet").first).to_be_visible()
    phone.context.set_offline(False)
    button.tap()
