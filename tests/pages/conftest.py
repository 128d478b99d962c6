"""Every page in every size and theme takes minutes, so only when asked for."""

import pytest


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Leave this folder out unless the command names it."""
    named = any("tests/pages" in str(argument) for argument in config.invocation_params.args)
    return None if named else True
