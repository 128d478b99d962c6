"""Fixtures of every test: a clean Redis, the real site, a real browser."""

import gc
import itertools
import math
import os
import shutil
import subprocess
from contextlib import ExitStack, nullcontext

import hypothesis
import pytest
from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase
from hypothesis.internal.conjecture import providers

from pairing.head_to_head import dutch
from pairing.tables import seat
from server import embedded_redis
from server.supervisor.lifeline import lifeline
from tests import budget, contexts, emptying, migrations, primary_keys
from tests.browser import ARGUMENTS, PATIENCE_MS, Watch, find_browser, limit_every_call
from tests.examples import examples
from tests.pairing.head_to_head.gacrux_here import in_process
from tests.query_counts import SameQueries
from tests.scheduling import LongestFirst, place
from tests.selecting import commits, is_for_this_run, touches_a_database
from tests.stack import SharedSite, Stack, Template, wait_for

# The same examples on every machine, and none refused because the machine was busy.
hypothesis.settings.register_profile(
    "steady",
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=examples(),
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("steady")
# Nor do they depend on which modules this process has loaded by then: Hypothesis would read all of
# them for constants to try, again whenever there are new ones, which took seconds in each process.
providers._get_local_constants = lambda: providers._local_constants
contexts.keep_those_of_pages_alone()

SHARED_SITE = pytest.StashKey[SharedSite]()
BEGAN = pytest.StashKey[float]()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Eleven thousand tests live as long as their process: do not look for garbage among them.

    That takes a fifth off collecting, and off each later collection of garbage what it would cost
    to go through all of them again. These come as seldom as in a web process: a thirtieth less.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark by what a test uses; on the second database run only what touches one, or knows none."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & {"stack", "new_stack"}:
            item.add_marker("stack")
        if "browser" in names:
            item.add_marker("browser")
    others = [item for item in items if not is_for_this_run(item)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if is_for_this_run(item)]
    items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[int, int]:
    return place(item.nodeid, uses_site="stack" in getattr(item, "fixturenames", ()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """Note when a test began, for the report of what it cost."""
    item.stash[BEGAN] = budget.processor_seconds()
    return (yield)


def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """Hand out whole files, unless the command line asks for something else."""
    return LongestFirst(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_unconfigure() -> None:
    shutil.rmtree(settings.VAR, ignore_errors=True)


# --- Redis ----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def redis_server():
    """The Redis of this process of the tests, at settings.REDIS_URL."""
    server = subprocess.Popen(
        settings.REDIS_COMMAND,
        stdout=subprocess.DEVNULL,
        preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - no other thread is at work
    )
    wait_for(lambda: embedded_redis.accepts_connections(settings.REDIS_URL))
    yield
    server.terminate()
    server.wait(60)


@pytest.fixture(autouse=True)
def _as_tests_need_it(request, monkeypatch):
    """Begin each test with a database alike. It is one fixture: ten thousand tests set it up."""
    if touches_a_database(request.node):
        request.getfixturevalue("redis_server")
        _forget_other_tests()
        _seat_quickly(monkeypatch, in_threads=commits(request.node))


def _forget_other_tests():
    """Empty Redis: primary keys come again, and keys use them."""
    from django.core.cache import cache  # noqa: PLC0415 - pure tests do not need it

    from tournaments.standings.computing import throttle  # noqa: PLC0415 - nor this

    cache.clear()
    # Each test begins with the same numbers for other tournaments.
    throttle.last_requested.clear()
    throttle.time_budget = throttle.TimeBudget()
    throttle.AT_ONCE_SECONDS = math.inf  # a busy machine puts nothing off


def _seat_quickly(monkeypatch, *, in_threads):
    """Do not look a third of a second for tables where repeats cannot be avoided, and start no
    process for each round by FIDE's rules: to load it takes ten times as long.

    Repeats cannot be avoided in nearly every second round of so few people as tests of the site
    have. How well the search seats, and that the site starts a process and gives it up in time, is
    for tests/pairing to see. In this process gacrux knows only one thread.
    """
    monkeypatch.setattr(seat, "PARTING_BUDGET", 1_000)
    if not in_threads:
        monkeypatch.setattr(dutch, "run_engine", in_process)


# --- The database --------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["ours", "Django's own"])
def backend(request, django_db_setup, django_db_blocker):
    """Run the tests of a module twice: on our backend, and on the unmodified one of Django."""
    from django.db import connections  # noqa: PLC0415 - pure tests do not need it
    from django.db.utils import load_backend  # noqa: PLC0415 - nor this

    ours = connections["default"]
    if request.param == "ours":
        yield
        return
    engine = {"sqlite": "django.db.backends.sqlite3", "postgresql": "django.db.backends.postgresql"}
    settings_of_it = ours.settings_dict | {"ENGINE": engine[ours.vendor]}
    theirs = load_backend(settings_of_it["ENGINE"]).DatabaseWrapper(settings_of_it, "default")
    connections["default"] = theirs
    yield
    with django_db_blocker.unblock():
        theirs.close()
    connections["default"] = ours


@pytest.fixture(scope="session")
def quick_states():
    """Until it is closed, migrations are quick."""
    with ExitStack() as stack:
        stack.enter_context(migrations.quick_states())
        yield stack


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb, django_db_modify_db_settings, quick_states):
    """Begin with a copy of the migrated database, if ``make test`` has made one."""
    template = Template.shared()
    if template:
        template.copy(connection.creation._get_test_db_name())
    return bool(template) or django_db_keepdb


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, quick_states):
    """The database of the tests, dropped when no session of theirs is left: each must be closed."""
    quick_states.close()
    TransactionTestCase._fixture_teardown = emptying.empty
    with django_db_blocker.unblock():
        primary_keys.spread()
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            try:
                wait_for(lambda: not others_connected())
            except AssertionError as error:
                error.add_note(f"still connected: {others_connected()}")
                raise


def others_connected() -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid, backend_type, query FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return cursor.fetchall()


@pytest.fixture
def same_queries(request):
    """``with same_queries(at_most=9):`` as many queries for each parameter of the test.

    Give the test a number of rows as its parameter, and twice as many. Where rows cannot change the
    number, ``django_assert_max_num_queries`` is enough. A count is exact where a round trip to the
    database is what the test is about, or where there must be none.
    """
    return SameQueries(request.node)


@pytest.fixture
def empty_database(django_db_setup, django_db_blocker, tmp_path):
    """A database without a table, in place of the one of the other tests."""
    with django_db_blocker.unblock(), migrations.empty_database(tmp_path):
        yield


# --- Another language -----------------------------------------------------------------------------


@pytest.fixture(scope="session")
def pseudo_catalogue(tmp_path_factory):
    """The folder with the catalogue of the pseudo-language (tests/messages/pseudo.py)."""
    from tests.messages import pseudo  # noqa: PLC0415 - few tests need it

    folder = tmp_path_factory.mktemp("locale")
    pseudo.write(folder)
    return folder


@pytest.fixture
def pseudo_language(pseudo_catalogue, settings):
    """Have the site offer the pseudo-language beside English; its code."""
    settings.LOCALE_PATHS = [pseudo_catalogue]
    settings.LANGUAGES = [("en", "English"), ("en-xa", "[Éñğlîîšh]")]
    return "en-xa"


# --- The real site -------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def template():
    """A migrated database for sites to begin with."""
    shared = Template.shared()
    with nullcontext(shared) if shared else Template.made(os.environ.get("DATABASE_URL")) as it:
        yield it


@pytest.fixture(scope="session")
def shared_site(request, template):
    site = SharedSite(template)
    request.config.stash[SHARED_SITE] = site
    yield site
    site.close()


@pytest.fixture
def stack(shared_site):
    """One site without the demo, for all tests that leave it whole; each has its own event."""
    return shared_site.open()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Note what the test cost, without what it shared with others: a browser, a site, a Redis.

    These end after the last test, and only then does this process learn what they cost. A site that
    is idle costs a tenth of a processor, so it ends as soon as the next test does not ask for it.
    """
    called = budget.processor_seconds()
    try:
        return (yield)
    finally:
        until = budget.processor_seconds() if nextitem else called
        spent = until - item.stash[BEGAN]
        item.user_properties.append((budget.PROPERTY, f"{spent:.3f}"))
        site = item.config.stash.get(SHARED_SITE, None)
        if site and nextitem and "stack" not in getattr(nextitem, "fixturenames", ()):
            site.close()


@pytest.fixture(scope="session")
def numbers():
    return itertools.count(1)


@pytest.fixture
def number(numbers):
    """A number that no other test has: for the names of what it makes in the shared site."""
    return next(numbers)


@pytest.fixture
def new_stack(request):
    """Make sites, not started yet: ``new_stack(demo=True, SETTING="value")``.

    They begin with an empty database, or with none at all if ``migrated`` is false.
    """
    made = []

    def make(*, migrated=True, **options) -> Stack:
        template = request.getfixturevalue("template") if migrated else None
        made.append(Stack(template=template, **options))
        return made[-1]

    yield make
    for site in made:
        site.remove()


# --- The real browser -----------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser():
    """Chromium, driven by Playwright. Without one: skipped, but a failure on CI."""
    executable = find_browser()
    if executable is None:
        missing = "no Chromium found (Debian: apt install chromium-headless-shell)"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - only where it is used

    limit_every_call()
    expect.set_options(timeout=PATIENCE_MS)
    # Playwright's loop runs in this thread; Django would take the test for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=executable, args=ARGUMENTS, timeout=PATIENCE_MS
        )
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser):
    """Open pages, each a visitor of its own: ``open_page(width=390, base_url=stack.url)``.

    A test fails if a page wrote an error to the console or asked a foreign host for anything;
    a problem that it provoked on purpose is taken out by ``page.watch.expect("part of it")``.
    """
    watches = []

    def make(*, width: int = 1280, height: int = 900, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE_MS)
        watch = Watch(context)
        watches.append(watch)
        page = context.new_page()
        page.watch = watch
        return page

    yield make
    problems = [problem for watch in watches for problem in watch.problems()]
    for watch in watches:
        watch.context.close()
    assert not problems, "\n".join(problems)


@pytest.fixture
def page(open_page, stack):
    """One page on the shared site; relative addresses work."""
    return open_page(base_url=stack.url)
