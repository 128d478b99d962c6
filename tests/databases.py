"""Databases of a test's own on a PostgreSQL server."""

import uuid
from collections.abc import Sequence
from urllib.parse import urlsplit

import environ
import psycopg
from psycopg.conninfo import make_conninfo


class Database:
    """A database on the PostgreSQL server of ``url``."""

    def __init__(self, url: str, name: str) -> None:
        self._server = environ.Env.db_url_config(url)
        self.name = name
        parts = urlsplit(url)
        path = parts.path.rpartition("/")[0]
        self.url = f"{parts.scheme}://{parts.netloc}{path}/{name}"

    @classmethod
    def like(cls, url: str | None, template: "Database | None" = None) -> "Database | None":
        """A new one, or a copy of ``template``, on PostgreSQL; SQLite needs nothing."""
        if not url or not url.startswith("postgres"):
            return None
        name = f"stack_{uuid.uuid4().hex[:12]}"
        made = cls(url, name)
        if template:
            template.copy(name)
        else:
            made._run(f"CREATE DATABASE {name}")
        return made

    def copy(self, name: str) -> None:
        """Make a database of this name with the same content; nobody may be in this one."""
        self._run(f'CREATE DATABASE "{name}" TEMPLATE {self.name}')

    def drop(self) -> None:
        self._run(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")

    def rows(self, statement: str) -> list[tuple]:
        with self._connect(self.name) as connection:
            return connection.execute(statement).fetchall()

    def let_in(self, *, nobody: bool) -> None:
        allow = "false" if nobody else "true"
        self._run(f"ALTER DATABASE {self.name} WITH ALLOW_CONNECTIONS {allow}")
        if nobody:
            self._run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [self.name],
            )

    def _run(self, statement: str, values: Sequence[str] = ()) -> None:
        with self._connect(self._server["NAME"]) as connection:
            connection.execute(statement, values or None)

    @property
    def dsn(self) -> str:
        """Where it is, as psycopg takes it."""
        return self._dsn(self.name)

    def _dsn(self, name: str) -> str:
        server = self._server
        return make_conninfo(
            host=server["HOST"],
            port=server["PORT"] or None,
            user=server["USER"] or None,
            password=server["PASSWORD"] or None,
            dbname=name,
        )

    def _connect(self, name: str) -> psycopg.Connection:
        return psycopg.connect(self._dsn(name), autocommit=True)
