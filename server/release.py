"""Which release of Roundhouse this is. Needs no Django."""

#: The same as in pyproject.toml and the newest heading of CHANGELOG.md.
VERSION = "0.2.0"
