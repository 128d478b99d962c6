"""Undocumented interfaces of libraries that the site uses.

An upgrade that renames one of these fails here, by its name, before it fails anywhere else.
"""

import ast
import atexit
import re
from multiprocessing import forkserver

import pytest
from django.db import connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLiteWrapper
from django.db.models import query as query_module
from django.db.models.sql import InsertQuery, UpdateQuery
from django.http import HttpRequest
from rest_framework.request import Request
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tests.stack import ROOT
from tournaments.models import Table

#: Each name, by a short name of what has it, and the module that uses it.
USED = {
    "query_module.get_related_populators": "tournaments.prepared",
    "query.default_cols": "tournaments.prepared",
    "query.get_compiler": "tournaments.prepared",
    "compiler.as_sql": "tournaments.prepared",
    "compiler.select": "tournaments.prepared",
    "compiler.klass_info": "tournaments.prepared",
    "compiler.annotation_col_map": "tournaments.prepared",
    "compiler.get_converters": "tournaments.prepared",
    "compiler.apply_converters": "tournaments.prepared",
    "compiler.connection": "tournaments.prepared",
    "query.chain": "tournaments.at_commit",
    "insert_query.insert_values": "tournaments.at_commit",
    "update_query.add_update_fields": "tournaments.at_commit",
    "update_query.add_update_values": "tournaments.at_commit",
    "wrapper.make_cursor": "server.database.postgres.base",
    "wrapper.make_debug_cursor": "server.database.postgres.base",
    "wrapper.close_if_health_check_failed": "server.database.postgres.base",
    "wrapper.wrap_database_errors": "server.database.postgres.base",
    "wrapper.queries_logged": "server.database.postgres.base",
    "wrapper.is_usable": "server.database.postgres.base",
    "wrapper.chunked_cursor": "server.database.postgres.base",
    "wrapper.savepoint_ids": "server.database.postgres.statements",
    "wrapper.validate_thread_sharing": "server.database.sqlite.base",
    "wrapper.validate_no_atomic_block": "server.database.sqlite.base",
    "wrapper.set_autocommit": "server.database.sqlite.base",
    "sqlite_wrapper.is_in_memory_db": "server.database.sqlite.base",
    "static_files._js_module_import_aggregation_patterns": "server.web.static_files",
    "atomic._from_testcase": "tournaments.lock_order",
    "drf_request._request": "tournaments.api.reading.lists",
    "atexit._run_exitfuncs": "server.supervisor.forking",
    "forkserver._forkserver": "server.supervisor.forking",
    "the_forkserver._forkserver_pid": "server.supervisor.forking",
}
#: Names with an underscore that are documented: by Django, by Python (named tuples, ``os``), and
#: the one by which django-csp is configured.
PUBLIC = {
    "_meta", "_state", "_base_manager", "_default_manager", "_make", "_replace", "_fields", "_exit",
    "_csp_replace",
}  # fmt: skip


@pytest.fixture
def owners() -> dict[str, object]:
    """An object of each kind whose names are used."""
    wrapper = connections["default"]
    queryset = Table.objects.select_related("round").filter(pk=1)
    compiler = queryset.query.get_compiler(connection=wrapper)
    compiler.as_sql()
    return {
        "query_module": query_module,
        "query": queryset.query,
        "compiler": compiler,
        "wrapper": wrapper,
        "sqlite_wrapper": SQLiteWrapper,
        "insert_query": InsertQuery,
        "update_query": UpdateQuery,
        "static_files": CompressedManifestStaticFilesStorage,
        "atomic": transaction.atomic(),
        "drf_request": Request(HttpRequest()),
        "atexit": atexit,
        "forkserver": forkserver,
        "the_forkserver": forkserver._forkserver,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("name", USED)
def test_what_is_used_of_the_inside_of_a_library_is_still_there(name, owners):
    owner, attribute = name.split(".")
    assert hasattr(owners[owner], attribute), f"{name} was renamed; {USED[name]} uses it"


def private_names(tree: ast.Module) -> set[str]:
    """The names with an underscore that are read from another object, and are not of its module."""
    found = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"})
    }
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return found - own


#: What a module has that reads such a name. Most have none, and parsing all of them takes seconds.
READS_ONE = re.compile(r"(?<![^\w.]self)(?<![^\w.]cls)\._(?!_)")


def test_no_other_private_name_of_a_library_is_used():
    known = PUBLIC | {name.split(".")[1] for name in USED}
    unknown = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("config", "server", "tournaments")
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts
        if READS_ONE.search(source := path.read_text())
        for name in private_names(ast.parse(source)) - known
    }
    assert unknown == set()
