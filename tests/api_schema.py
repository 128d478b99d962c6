"""The API's schema, which takes seconds to render: once in each process of the tests."""

import json
from functools import cache
from typing import Any

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator


@cache
def api_schema() -> dict[str, Any]:
    """As programs read it. Everybody has the same one: copy it before you change anything.

    Fails where drf-spectacular had to guess.
    """
    made = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True)))
    assert not GENERATOR_STATS, [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
    return made
