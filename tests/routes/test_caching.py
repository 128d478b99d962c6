"""Pages for staff alone are kept nowhere."""

import pytest

from tests.routes.expect import TO_SIGN_IN
from tests.routes.rows import ROUTES
from tests.routes.visitors import address_of, rolled_back_later, visitor

pytestmark = pytest.mark.django_db
FOR_STAFF = sorted(
    name
    for name, route in ROUTES.items()
    if route.get["nobody"] == TO_SIGN_IN and route.get["conductor of another event"] == 403
)


@pytest.mark.parametrize("name", FOR_STAFF)
def test_a_page_for_staff_is_kept_by_no_proxy_and_no_browser(name, world):
    with rolled_back_later():
        client = visitor("owner", world, ROUTES[name])
        response = client.get(address_of(name, world))
        for close in response._resource_closers:  # response.close() would end the transaction
            close()
    said = {part.strip() for part in response["Cache-Control"].split(",")}
    assert {"private", "no-store"} <= said


def test_there_are_such_pages():
    assert {"roster", "staff", "badges", "ledger", "event-json"} <= set(FOR_STAFF)
