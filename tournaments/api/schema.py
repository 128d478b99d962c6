"""Additions to the schema that drf-spectacular reads from the views."""

from typing import Any

REFUSAL = {
    "type": "object",
    "description": "Why not: a sentence in `detail` with its `code`, or sentences for each field.",
    "properties": {
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "field": {"type": "string"},
    },
    "additionalProperties": True,
}


def with_refusals(result: dict[str, Any], **_of_generator: Any) -> dict[str, Any]:
    """A postprocessing hook: every operation may also answer with a refusal."""
    result["components"].setdefault("schemas", {})["Refusal"] = REFUSAL
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {"description": "Refused.", "content": content}
    return result
