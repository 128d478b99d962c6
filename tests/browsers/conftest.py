"""These tests run only when asked for (``make browsers``): they need a browser from Debian."""

from importlib import import_module

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


@pytest.fixture(params=["webkit", "firefox"])
def make_engine(request):
    """One of the browsers that players carry; Chromium is in tests/e2e."""
    # This file is read by every run, and only `make browsers` installs what drives a browser.
    module = import_module(f"tests.browsers.{request.param}")
    if names := module.missing():
        pytest.fail(f"{request.param} needs to be installed first: {names}")
    return module.make


@pytest.fixture
def new_phone(network, make_engine):
    """Phones behind the network, each with a profile of its own."""
    from tests.browsers.phone import Phone  # noqa: PLC0415 - with what make_engine needs

    opened = []

    def new() -> Phone:
        opened.append(Phone(make_engine(), network.url))
        return opened[-1]

    yield new
    for phone in opened:
        phone.engine.close()
