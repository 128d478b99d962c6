"""A change that a page hears of while it is fetching the same part is shown as well."""

import pytest
from playwright.sync_api import expect

from tests.stack import wait_for

#: A network on which the answer with a part of the page takes two seconds to arrive.
SLOW = """
const arriving = Object.getOwnPropertyDescriptor(XMLHttpRequestEventTarget.prototype, "onload");
Object.defineProperty(XMLHttpRequest.prototype, "onload", {
  set(act) {
    arriving.set.call(this, (event) => {
      globalThis.answered = true;
      setTimeout(() => act.call(this, event), 2_000);
    });
  },
});
"""


@pytest.mark.long
def test_a_hand_that_is_dealt_while_the_table_is_fetched_is_shown(hall):
    table = hall()
    slow, quick = table.phone(1, script=SLOW), table.phone(2)
    expect(slow.locator("html[data-connection=up]")).to_have_count(1)
    expect(slow.locator("#table-live.htmx-request")).to_have_count(0)
    slow.evaluate("answered = false; htmx.trigger('#table-live', 'live')")
    wait_for(lambda: slow.evaluate("answered"))  # it says what was before the hand
    quick.get_by_role("button", name="Deal hand 1").tap()
    expect(slow.get_by_role("link", name="Enter hand 1")).to_be_visible()
