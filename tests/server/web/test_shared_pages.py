"""A shared page is made once for each state of the database, and shown while that state lasts."""

import asyncio
import gzip

import pytest

from server.database.changes import EVERYBODY
from server.web.page_copies import EXTRA_BYTES
from tests.server.web.sharing_site import PAGE, PUBLIC, Site, asks, change, later, on_a_loop, shown


def test_a_page_is_made_once_while_nothing_changes():
    site, (first, second, _, third) = shown(asks(), asks(), later(2), asks())
    assert first.body == second.body == third.body
    assert len(site.made) == 1
    assert site.looks == 2


def change_of(*owners):
    """A commit that changed rows of these owners."""

    async def commit(site):
        site.state += 1
        site.changed.update(owners)

    return commit


OF_SEVEN = [PUBLIC, (b"x-owner", b"7")]


def test_a_page_of_one_owner_stays_while_others_write():
    story = (asks(), change_of(8), asks(query="v=1"), change, asks(query="v=2"))
    site, (first, *_, last) = shown(*story, headers=OF_SEVEN)
    assert first.body == last.body
    assert len(site.made) == 1
    assert site.looks == 3


@pytest.mark.parametrize("owners", [(7,), (8, 7), (EVERYBODY,)])
def test_a_page_of_one_owner_follows_its_changes(owners):
    site, (_, _, _, _, second) = shown(
        asks(), change_of(8), asks(query="v=1"), change_of(*owners), asks(query="v=2"),
        headers=OF_SEVEN,
    )  # fmt: skip
    assert second.body.endswith(b"3 b''")
    assert len(site.made) == 2


def test_a_change_that_a_look_for_another_page_found_is_not_forgotten():
    other = asks("/shared/other/", query="v=1")
    site, _ = shown(asks(), change_of(7), other, asks(query="v=2"), headers=OF_SEVEN)
    assert len(site.made) == 3


def test_a_change_while_a_page_is_made_has_it_made_again():
    site = Site(headers=OF_SEVEN)

    async def run():
        making = asyncio.ensure_future(site.ask())
        while not site.made:
            await asyncio.sleep(0)
        await change_of(7)(site)
        await site.ask("/shared/other/", query="v=1")
        await making
        return await site.ask(query="v=1")

    assert on_a_loop(run()).body.endswith(b"2 b''")


def test_a_process_that_may_have_missed_a_change_makes_all_pages_again():
    site = Site(headers=OF_SEVEN)

    async def run():
        await site.ask()
        site.missed = True
        return await site.ask(query="v=1")

    on_a_loop(run())
    assert len(site.made) == 2


def test_nobody_is_sent_which_owner_a_page_is_of():
    _, (kept,) = shown(asks(), headers=OF_SEVEN)
    _, (refused,) = shown(asks(), headers=OF_SEVEN, status=404)
    assert b"x-owner" not in {name for name, _value in (*kept.headers, *refused.headers)}


def test_a_change_is_shown_within_a_second():
    _, (first, *_, second) = shown(asks(), change, later(0.9), asks())
    assert b"1 b''" in first.body
    assert b"2 b''" in second.body


def test_who_heard_of_a_change_is_shown_it_at_once():
    site, (_, _, second, third) = shown(asks(), change, asks(query="v=7"), asks(query="v=7"))
    assert b"2 b''" in second.body
    assert b"2 b''" in third.body
    assert site.looks == 2


def test_a_page_with_a_clock_is_made_again_when_its_time_is_over():
    site, _ = shown(asks(), later(11), asks())
    assert len(site.made) == 2


def test_those_who_ask_at_once_share_one_making():
    site = Site()

    async def run():
        return await asyncio.gather(*(site.ask() for _phone in range(50)))

    assert len({response.body for response in on_a_loop(run())}) == 1
    assert len(site.made) == 1
    assert site.looks == 1


def test_while_the_database_does_not_answer_nothing_old_is_shown():
    site = Site()

    async def nothing():
        return None

    async def run():
        await site.ask()
        site.pages._freshness._read = nothing
        site.now += 2
        await site.ask()
        return await site.ask()

    on_a_loop(run())
    assert len(site.made) == 3


def test_nothing_of_its_sender_reaches_the_view_of_a_page():
    site, _ = shown(
        asks(query="v=1&by=name", cookie="sessionid=1", accept_language="de", if_none_match='"x"')
    )
    (scope,) = site.made
    assert scope["headers"] == [(b"host", b"hall")]
    assert scope["query_string"] == b"by=name"
    assert scope["method"] == "GET"


@pytest.mark.parametrize(
    "request_",
    [
        {"path": "/table/ABC/"},
        {"method": "POST"},
        {"query": "q=ann"},
        {"query": "own=page"},
        {"query": "own=parts", "cookie": "phone-1=x"},
        {"authorization": "Bearer 1"},
        {"query": "by=" + "n" * 600},
    ],
)
def test_what_is_not_shared_goes_to_the_site(request_):
    site, (response,) = shown(asks(**request_))
    assert response.body == b"for you"
    assert site.passed
    assert not site.made


def test_a_stranger_gets_no_personal_parts_and_costs_no_thread():
    site, (response,) = shown(asks(query="own=parts", cookie="device=x"))
    assert response.status == 204
    assert (b"cache-control", b"private, no-store") in response.headers
    assert not site.passed


@pytest.mark.parametrize(
    ("status", "header"),
    [
        (404, PUBLIC),
        (200, (b"cache-control", b"private, no-store")),
        (200, (b"set-cookie", b"a=b")),
        (200, (b"vary", b"Cookie")),
    ],
)
def test_a_response_that_is_not_for_everybody_is_kept_for_nobody(status, header):
    headers = [header] if header[0] == b"cache-control" else [PUBLIC, header]
    site, _ = shown(asks(), asks(), status=status, headers=headers)
    assert len(site.made) == 2
    assert site.pages.size == 0


def test_a_page_is_packed_for_those_who_read_it_and_has_a_tag_for_each_kind():
    _, (plain, packed, refused) = shown(
        asks(), asks(accept_encoding="br, gzip;q=0.8"), asks(accept_encoding="gzip;q=0, br")
    )
    assert gzip.decompress(packed.body) == plain.body == refused.body
    plain_head, packed_head = dict(plain.headers), dict(packed.headers)
    assert packed_head[b"content-encoding"] == b"gzip"
    assert packed_head[b"content-length"] == str(len(packed.body)).encode()
    assert plain_head[b"vary"] == packed_head[b"vary"] == b"Accept-Encoding"
    assert plain_head[b"etag"] != packed_head[b"etag"]
    assert not plain_head[b"etag"].startswith(b"W/")


def test_a_small_page_is_not_packed():
    _, (packed,) = shown(asks(accept_encoding="gzip"), body=b"")
    assert packed.body == b"1 b''"
    assert b"content-encoding" not in dict(packed.headers)


def test_who_has_the_page_is_answered_without_it():
    _, (first, again, weak, _, changed) = shown(
        asks(),
        lambda site: asks(if_none_match=tag_of(site))(site),
        lambda site: asks(if_none_match=f'"other", W/{tag_of(site)}')(site),
        change,
        lambda site: asks(query="v=2", if_none_match=tag_of(site))(site),
    )
    for response in (again, weak):
        assert (response.status, response.body) == (304, b"")
        assert dict(response.headers)[b"etag"] == dict(first.headers)[b"etag"]
        assert PUBLIC in response.headers
    assert changed.status == 200


def tag_of(site):
    (copy,) = site.pages._copies.values()
    return copy.plain_tag.decode()


def test_head_gets_the_headers_of_get():
    _, (get, head) = shown(asks(), asks(method="HEAD"))
    assert head.body == b""
    assert head.headers == get.headers


def test_the_least_used_pages_go_when_the_room_is_full():
    room = 3 * (len(PAGE) + EXTRA_BYTES + 400)
    site, _ = shown(
        *(asks(f"/shared/{number}") for number in (1, 2, 3)),
        asks("/shared/1"),
        asks("/shared/4"),
        asks("/shared/1"),
        most_bytes=room,
    )
    assert [scope["path"][-1] for scope in site.made] == ["1", "2", "3", "4"]
    assert 0 < site.pages.size <= room
    assert site.pages.size == sum(copy.size for copy in site.pages._copies.values())


def test_a_page_that_is_larger_than_the_room_is_shown_and_not_kept():
    site, (response,) = shown(asks(), most_bytes=100)
    assert response.status == 200
    assert site.pages.size == 0


def test_other_hosts_and_schemes_have_other_pages():
    site, _ = shown(asks(), asks(x_forwarded_proto="https"))
    assert len(site.made) == 2


def test_an_exact_answer_is_never_older_than_its_request():
    exact = asks("/exact/")
    site, (first, _, second, third) = shown(exact, change, exact, exact)
    assert first.body != second.body == third.body
    assert len(site.made) == 2


def test_pages_that_heard_of_one_change_share_a_copy_while_others_write():
    one, other = asks(query="v=1"), asks("/shared/other/", query="v=2")
    site, (first, _, _, second) = shown(one, change, other, one)
    assert first.body == second.body
    assert len(site.made) == 2
