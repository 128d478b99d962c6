"""These tests run only when asked for (``make browsers``): they need a browser from Debian."""

import pytest

from tests.proxy import Proxy


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave this folder out unless the command names it."""
    named = any("browsers" in str(argument) for argument in config.invocation_params.args)
    return None if named else True


@pytest.fixture
def network(stack):
    proxy = Proxy(stack.url).start()
    yield proxy
    proxy.close()


@pytest.fixture
def new_phone(network):
    """Phones behind the network, each with a profile of its own."""
    # This file is read by every run, and only `make browsers` installs what drives the browser.
    from tests.browsers.phone import Phone  # noqa: PLC0415 - only where it is used
    from tests.browsers.webkit import WebKit, missing  # noqa: PLC0415 - only where it is used

    if names := missing():
        pytest.fail(f"WebKit needs to be installed first: {names}")
    opened = []

    def new() -> Phone:
        opened.append(Phone(WebKit(), network.url))
        return opened[-1]

    yield new
    for phone in opened:
        phone.engine.close()
