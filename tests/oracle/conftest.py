"""The oracle runs only when asked for (``make oracle``): it needs packages that nothing else needs.

They are the extra ``oracle`` of pyproject.toml, some 240 MB.
"""

import pytest


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave this folder out unless the command names it."""
    named = any("oracle" in str(argument) for argument in config.invocation_params.args)
    return None if named else True
