"""A table, its phones, and the bad network between them and the site."""

import pytest

from tests.e2e.bad_network import (
    Phone,
    make,
)
from tests.proxy import Proxy


@pytest.fixture
def table(stack, number):
    """Its code, and the cookies of a phone for each of its seats."""
    return make(stack, number)


@pytest.fixture
def code(table):
    return table["code"]


@pytest.fixture
def network(stack):
    proxy = Proxy(stack.url).start()
    yield proxy
    proxy.close()


@pytest.fixture
def new_phone(browser, tmp_path, network, table):
    """Phones behind the network, each of another seat: ``new_phone(may_die=True)`` for ``kill``."""
    made = []

    def new(url=network.url, table=table, *, may_die=False) -> Phone:
        profile = tmp_path / f"phone-{len(made)}" if may_die else None
        made.append(Phone(browser, url, table["seats"][len(made)], profile))
        return made[-1]

    yield new
    problems = [problem for phone in made for problem in phone.watch.problems()]
    for phone in made:
        phone.close()
    assert not problems, "\n".join(problems)
