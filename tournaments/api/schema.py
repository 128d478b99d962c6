"""Additions to the schema that drf-spectacular reads from the views."""

from functools import partial
from typing import Any

from tournaments.api.problems import MEDIA_TYPE
from tournaments.api.tables.declared import sheet_schemas

FAULT = {
    "type": "object",
    "description": "One fault of what was sent: its field, a sentence and a code.",
    "properties": {
        "field": {"type": "string"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
    },
    "required": ["field", "detail", "code"],
}
REFUSAL = {
    "type": "object",
    "description": (
        "Problem details (RFC 9457). `detail` is a sentence for a person, `code` is for programs "
        "and never changes; `errors` has each fault of what was sent."
    ),
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "field": {"type": "string"},
        "errors": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
    },
    "required": ["type", "title", "status", "detail", "code"],
    "additionalProperties": True,
    "example": {
        "type": "/api/problems/#slot-not-running",
        "title": "Unprocessable Entity",
        "status": 422,
        "detail": "The slot of this round is not running.",
        "code": "slot-not-running",
    },
}

#: What a status means, for the answers that programs meet.
MEANINGS = {
    400: "What was sent cannot be read; `errors` has each fault.",
    401: "This needs a token.",
    403: "This token or its account is not allowed to do this.",
    404: "Nothing found at this address.",
    409: "Somebody else was first. `code` says what happened; read again, then decide.",
    422: "The rules do not allow it; `detail` says why. Or the key was used for another write.",
    428: "The header If-Match is missing: say which version you saw (`version-missing`).",
    429: "Too many requests. Wait as many seconds as `Retry-After` says.",
    503: "The site is busy or cannot write (`busy`, `not-saved`). Send it again.",
}
#: The bounds of integers with 16, 32 and 64 bits.
OF_DATABASES = {bound for bits in (15, 31, 63) for bound in (2**bits - 1, -(2**bits))}
WRITING = (400, 401, 403, 404, 409, 422, 429, 503)
READING = (404, 429)


def with_refusals(result: dict[str, Any], **_of_generator: Any) -> dict[str, Any]:
    """A postprocessing hook: every operation may also answer with a refusal."""
    schemas = result["components"].setdefault("schemas", {})
    schemas["Refusal"], schemas["Fault"] = REFUSAL, FAULT
    schemas |= sheet_schemas()
    for operations in result["paths"].values():
        for method, operation in operations.items():
            statuses = list(READING if method == "get" else WRITING)
            if any(one["name"] == "If-Match" for one in operation.get("parameters", ())):
                statuses.append(428)
            for status in statuses:
                operation["responses"].setdefault(str(status), _refused(MEANINGS[status]))
            operation["responses"]["default"] = _refused("Refused.")
    return result


def with_summaries(result: dict[str, Any], **_of_generator: Any) -> dict[str, Any]:
    """A postprocessing hook: the first sentence of a description is the name of an operation."""
    for operations in result["paths"].values():
        for operation in operations.values():
            text = " ".join(operation["description"].split())
            operation["summary"] = text.partition(". ")[0].removesuffix(".")
    return result


def with_types(result: dict[str, Any], **_of_generator: Any) -> dict[str, Any]:
    """A postprocessing hook: an object that may be null says that it is an object (OpenAPI 3.0.3,
    "nullable")."""
    for schema in result["components"]["schemas"].values():
        for value in schema.get("properties", {}).values():
            if value.get("nullable") and "allOf" in value:
                value.setdefault("type", "object")
    return result


def with_numbers(result: dict[str, Any], **_of_generator: Any) -> dict[str, Any]:
    """A postprocessing hook: no bounds of a database, so that the schema is the same on each.

    With them a round has a number of 64 bits in an answer and one of 32 in an address, and clients
    in languages with several kinds of integers cannot pass on what they read.
    """
    for schema in result["components"]["schemas"].values():
        for value in schema.get("properties", {}).values():
            if value.get("format") == "int64":
                del value["format"]
            for bound in ("minimum", "maximum"):
                if value.get(bound) in OF_DATABASES:
                    del value[bound]
    return result


def with_bodies(result: dict[str, Any], **_of_generator: Any) -> dict[str, Any]:
    """A postprocessing hook: a body of several kinds is needed if each of them has a member that is
    needed. drf-spectacular says so for a body of one kind only."""
    schemas = result["components"]["schemas"]
    for operations in result["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                kinds = _named(content["schema"], schemas).get("oneOf", ())
                if kinds and all("required" in _named(one, schemas) for one in kinds):
                    operation["requestBody"]["required"] = True
    return result


def with_parameters(result: dict[str, Any], **_of_generator: Any) -> dict[str, Any]:
    """A postprocessing hook: the parts of an address in their order there, then all others.

    Methods of clients take them by their place, and nobody expects a round before its tournament.
    """
    for address, operations in result["paths"].items():
        for operation in operations.values():
            operation.get("parameters", []).sort(key=partial(_place, address))
    return result


def _place(address: str, parameter: dict[str, Any]) -> int:
    is_part = parameter["in"] == "path"
    return address.index(f"{{{parameter['name']}}}") if is_part else len(address)


def _named(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema itself, or the component that it refers to."""
    found: dict[str, Any] = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
    return found


def _refused(description: str) -> dict[str, Any]:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    return {"description": description, "content": content}
