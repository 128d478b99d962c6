"""Content packs: every fault at once, each with its place."""

from __future__ import annotations

import tomllib

import pytest

from games.packs import Pack, PackError, digest


def pack(text: str) -> Pack:
    return Pack(tomllib.loads(text), "test")


def faults(reader: Pack) -> list[tuple[str, str]]:
    with pytest.raises(PackError) as caught:
        reader.done()
    assert "test" in str(caught.value)
    assert all(issue.text in str(caught.value) for issue in caught.value.faults)
    return [(issue.where, issue.code) for issue in caught.value.faults]


def test_a_good_pack_is_read_without_a_word():
    reader = pack(
        'name = "x"\nage = 3\nopen = true\nsizes = [1, 2]\nwords = ["a"]\n'
        "[in]\nn = 1\n[[row]]\nn = 2"
    )
    assert (reader.text("name"), reader.whole("age", low=3, high=3)) == ("x", 3)
    assert reader.flag("open") is True
    assert reader.wholes("sizes", low=1, high=2, size=2) == [1, 2]
    assert reader.words("words", ("a", "b")) == ["a"]
    assert reader.table("in").whole("n", low=0, high=9) == 1
    assert [row.whole("n", low=0, high=9) for row in reader.tables("row")] == [2]
    reader.done()


def test_what_is_missing_has_a_default_or_is_a_fault():
    reader = pack("")
    assert reader.text("name", "nobody") == "nobody"
    assert reader.text("note", "") == ""
    assert reader.whole("age", low=0, high=9, default=4) == 4
    assert reader.flag("open", default=False) is False
    assert reader.choice("kind", ("a", "b"), "b") == "b"
    reader.done()
    assert reader.whole("age", low=5, high=9) == 5
    assert reader.tables("row") == []
    assert reader.wholes("sizes", low=0, high=1, size=2) == []
    assert faults(reader) == [("age", "missing"), ("row", "missing"), ("sizes", "missing")]


@pytest.mark.parametrize(
    ("text", "read", "expected"),
    [
        ('age = "3"', lambda r: r.whole("age", low=0, high=9), ("age", "type")),
        ("age = true", lambda r: r.whole("age", low=0, high=9), ("age", "type")),
        ("age = 10", lambda r: r.whole("age", low=0, high=9), ("age", "range")),
        ("age = -1", lambda r: r.whole("age", low=0, high=9), ("age", "range")),
        ("open = 1", lambda r: r.flag("open"), ("open", "type")),
        ("name = 1", lambda r: r.text("name"), ("name", "type")),
        ('kind = "c"', lambda r: r.choice("kind", ("a", "b")), ("kind", "choice")),
        ("s = [1, 9]", lambda r: r.wholes("s", low=0, high=3), ("s.1", "range")),
        ("s = [1]", lambda r: r.wholes("s", low=0, high=3, size=2), ("s", "count")),
        ('s = ["1"]', lambda r: r.wholes("s", low=0, high=3), ("s.0", "type")),
        ("s = 1", lambda r: r.wholes("s", low=0, high=3), ("s", "type")),
        ('w = ["a", "c"]', lambda r: r.words("w", ("a", "b")), ("w.1", "choice")),
        ("w = [1]", lambda r: r.words("w"), ("w.0", "type")),
        ("in = 1", lambda r: r.table("in"), ("in", "type")),
        ("row = []", lambda r: r.tables("row"), ("row", "count")),
        ("row = [1]", lambda r: r.tables("row"), ("row.0", "type")),
        ("[[row]]\n[[row]]", lambda r: r.tables("row", high=1), ("row", "count")),
        ("[in]\nx = 1", lambda r: r.table("in"), ("in.x", "unknown")),
        ("[[row]]\nx = 1", lambda r: r.tables("row"), ("row.0.x", "unknown")),
        ("x = 1", lambda _: None, ("x", "unknown")),
    ],
)
def test_a_fault_has_its_place_and_reading_goes_on(text, read, expected):
    reader = pack(text)
    read(reader)
    assert faults(reader) == [expected]


def test_an_empty_text_is_a_fault():
    reader = pack('name = ""')
    assert reader.text("name") == ""
    assert faults(reader) == [("name", "empty")]


def test_a_harmless_value_stands_in_for_a_wrong_one():
    reader = pack('age = 99\nkind = "c"\nwords = ["x", "a"]')
    assert reader.whole("age", low=0, high=9) == 9
    assert reader.choice("kind", ("a", "b")) == "a"
    assert reader.words("words", ("a",)) == ["a"]
    assert len(faults(reader)) == 3


def test_a_game_may_add_faults_of_its_own():
    reader = pack("[in]")
    reader.table("in").fault("", "odd", "This is odd.")
    assert faults(reader) == [("in", "odd")]


def test_a_file_that_is_not_toml_is_told_so(tmp_path):
    path = tmp_path / "mine.toml"
    for content in (b"key = ", b"\xff\xfe"):
        path.write_bytes(content)
        with pytest.raises(PackError, match="mine") as caught:
            Pack.read(path)
        assert caught.value.faults[0].code == "toml"
    path.write_text("a = 1")
    assert (Pack.read(path).name, Pack.read(path).data) == ("mine", {"a": 1})
    with pytest.raises(OSError, match="nowhere"):
        Pack.read(tmp_path / "nowhere.toml")


def test_a_digest_is_of_the_content_alone():
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert len(digest({})) == 16


@pytest.mark.parametrize(("count", "good"), [(1, False), (2, True), (3, True), (4, False)])
def test_a_list_of_tables_has_as_many_as_are_allowed(count, good):
    pack = Pack({"line": [{} for _ in range(count)]}, "test")
    assert len(pack.tables("line", low=2, high=3)) == count
    assert [fault.code for fault in pack.faults] == ([] if good else ["count"])
