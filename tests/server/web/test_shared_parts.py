"""Parts of shared pages that a message about a change brings along to those who show them."""

import gzip

import pytest

from tests.server.web.sharing_site import PAGE, Site, asks, change, shown

PART = b'\n<section id="standings" data-live="standings-4 event-1">' + PAGE


def part_at(site, path, host="hall"):
    scope = {"type": "http", "method": "GET", "path": "/stream/", "query_string": b"event=1"}
    return site.pages.part({**scope, "headers": [(b"host", host.encode())]}, path)


def parts_of(path="/shared/", topics=("standings-4",), version="7", host="hall"):
    """A message with this version: what it brings along to those who show the address."""

    async def make(site):
        found = await site.pages.parts([part_at(site, path, host)], topics, version)
        return {part.address: packed for part, packed in found.items()}

    return make


def test_a_part_that_is_kept_is_made_again_for_those_who_show_it():
    _, (_, _, parts) = shown(asks(), change, parts_of(), body=PART)
    assert gzip.decompress(parts["/shared/"]).endswith(b"2 b''")


def test_a_part_for_which_only_another_process_was_asked_is_made():
    site, (parts,) = shown(parts_of(), body=PART)
    assert gzip.decompress(parts["/shared/"]).endswith(b"1 b''")
    (scope,) = site.made
    assert (scope["path"], scope["query_string"]) == ("/shared/", b"")
    assert scope["headers"] == [(b"host", b"hall")]


def test_a_part_is_brought_only_for_its_topics():
    first, later_one = (parts_of(topics=["round-4"], version=number) for number in "78")
    site, (first, _, again) = shown(first, change, later_one, body=PART)
    assert first == again == {}
    assert len(site.made) == 1  # once it is known what it is about, it is left alone


def test_each_name_of_the_site_has_parts_of_its_own():
    site = Site(body=PART)
    assert part_at(site, "/shared/") == part_at(site, "/shared/")
    assert part_at(site, "/shared/") != part_at(site, "/shared/", host="elsewhere")


def test_a_part_with_parameters_is_brought_to_those_who_named_it_so():
    sorted_by_name = "/shared/?by=name"
    _, (parts, fetched) = shown(parts_of(sorted_by_name), asks(query="by=name&v=7"), body=PART)
    assert gzip.decompress(parts[sorted_by_name]) == fetched.body
    assert fetched.body.endswith(b"1 b'by=name'")


@pytest.mark.parametrize(
    "address", ["/desk/", "/shared/?q=ann", "/shared/?by=a&by=b", "/shared/?v=7"]
)
def test_what_is_not_shared_is_no_part(address):
    assert part_at(Site(), address) is None


def test_a_whole_page_is_no_part():
    _, (_, parts) = shown(asks(), parts_of())
    assert parts == {}


def test_a_large_part_is_fetched():
    large = PART + b"".join(str(n * n).encode() for n in range(40_000))
    _, (_, parts) = shown(asks(), parts_of(), body=large)
    assert parts == {}


def test_who_fetches_what_others_were_brought_gets_the_same():
    _, (_, parts, _, fetched) = shown(asks(), parts_of(), change, asks(query="v=7"), body=PART)
    assert fetched.body == gzip.decompress(parts["/shared/"])
