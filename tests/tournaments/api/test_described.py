"""The schema names each operation and its group, for the clients and pages that are made of it."""

from tests.api_schema import api_schema


def operations():
    return [one for found in api_schema()["paths"].values() for one in found.values()]


def test_each_operation_has_a_name_of_one_sentence_and_a_group_that_is_described():
    groups = {tag["name"] for tag in api_schema()["tags"] if tag["description"]}
    for one in operations():
        assert 3 < len(one["summary"]) < 150, one["operationId"]
        assert not one["summary"].endswith("."), one["operationId"]
        assert one["description"], one["operationId"]
        assert set(one["tags"]) <= groups, one["operationId"]


def test_programs_find_the_site_and_its_licence():
    schema = api_schema()
    assert [server["url"] for server in schema["servers"]] == ["/"]
    assert schema["info"]["license"]["name"] == "BSD-3-Clause"


def test_a_value_that_may_be_null_says_of_which_type_it_is_otherwise():
    untyped = [
        (of, name)
        for of, schema in api_schema()["components"]["schemas"].items()
        for name, value in schema.get("properties", {}).items()
        if value.get("nullable") and "type" not in value and "oneOf" not in value
    ]
    assert untyped == []
