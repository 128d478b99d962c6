"""The disk of the site is full: nothing new is stored, all that is there is read, nothing is lost.

On a real small disk. PostgreSQL's own words for it: tests/tournaments/test_middleware.py.
"""

import os

import pytest
import requests
from playwright.sync_api import expect

from tests.e2e.bad_network import (
    Phone,
    button,
    count,
    deal,
    enter,
    first_seat,
    make,
    play,
    rows,
    wait_until_stored,
)
from tests.faults.small_disk import SmallDisk, why_not
from tests.stack import wait_for

pytestmark = [pytest.mark.once, pytest.mark.stack, pytest.mark.long]


@pytest.fixture
def site():
    missing = why_not()
    if missing:
        if os.environ.get("CI") == "true" and os.geteuid() == 0:
            pytest.fail(f"no disk can be made: {missing}")
        pytest.skip(f"no disk can be made: {missing}")
    made = SmallDisk()
    yield made
    made.remove()


@pytest.fixture
def table(site):
    return make(site, 1)


@pytest.fixture
def code(table):
    return table["code"]


@pytest.fixture
def phone(browser, tmp_path, site, table):
    made = Phone(browser, site.url, table["seats"][0], tmp_path / "phone")
    yield made
    made.close()
    assert not made.watch.problems()


def test_on_a_full_disk_the_phone_keeps_everything_and_all_can_be_read(site, table, code, phone):
    page = phone.open()
    page.goto(f"{site.url}/table/{code}/")
    play(page, 1)
    web = site.do("pids")["web"]
    site.do("fill")

    api = f"{site.url}/api/v1/tables/{code}/"
    another = table["seats"][1]
    refused = requests.post(f"{api}deal/", json={"number": 2}, cookies=another, timeout=60)
    assert refused.status_code == 503
    assert refused.json()["code"] == "not-saved"
    assert refused.json()["detail"].startswith("Not saved: ")
    for path in ("", "e/meet-1/", f"table/{code}/", "e/meet-1/t/express-open/standings/"):
        assert requests.get(f"{site.url}/{path}", timeout=60).status_code == 200
    assert len(requests.get(api, timeout=60).json()["hands"]) == 1

    deal(page, 2)
    enter(page, 2)
    play(page, 3)
    expect(count(page)).to_have_text("4 waiting to send")
    expect(rows(page).first).to_contain_text("Not saved: ")
    expect(button(page, "Deal hand 4")).to_be_visible()
    assert len(requests.get(api, timeout=60).json()["hands"]) == 1

    site.do("free")
    wait_until_stored(site, code, first_seat([1, 2, 3]))
    expect(count(page)).to_be_hidden()
    assert site.do("integrity") == "ok"
    assert site.do("pids")["web"] == web
    wait_for(lambda: requests.get(api, timeout=60).json()["next_hand"] == 4)
