"""The API's schema, which takes seconds to render: once in each process of the tests."""

import json
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def api_schema() -> dict[str, Any]:
    """As programs read it. Everybody has the same one: copy it before you change anything."""
    return json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True)))
