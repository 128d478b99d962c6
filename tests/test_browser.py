"""No call to the browser lasts for ever."""

import pytest

from tests import browser as tested


@pytest.mark.once
def test_a_script_that_never_ends_fails_the_test_that_waits_for_it(open_page, monkeypatch):
    page = open_page()
    monkeypatch.setattr(tested, "CALL_SECONDS", 0.5)
    with pytest.raises(AssertionError, match=r"did not answer within 0\.5 s"):
        page.evaluate("new Promise(() => {})")
    monkeypatch.undo()
    assert page.evaluate("6 * 7") == 42
