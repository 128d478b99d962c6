"""The logs, in lines for people or in JSON for programs, and what they leave out."""

import json
import logging
import logging.config
import re
from io import StringIO
from types import SimpleNamespace

import pytest
import uvicorn
from django.urls import URLResolver, get_resolver

from server import logs, request_id


@pytest.fixture
def written(monkeypatch):
    """Set up logging in one of its forms; what has been written since."""
    before = logging.getLogger().handlers[:]
    stream = StringIO()

    def set_up(form, level="WARNING"):
        configuration = logs.configuration(level=level, form=form)
        configuration["handlers"]["console"]["stream"] = stream
        logging.config.dictConfig(configuration)
        return stream

    yield set_up
    logging.getLogger().handlers[:] = before


def test_a_line_of_json_says_which_request_led_to_it(written):
    stream = written("json")
    token = request_id.current.set("abc-1")
    try:
        raise ValueError("a\nb")
    except ValueError:
        logging.getLogger("tournaments").exception("no luck")
    finally:
        request_id.current.reset(token)
    [line] = stream.getvalue().splitlines()
    entry = json.loads(line)
    assert (entry["level"], entry["logger"], entry["message"], entry["request_id"]) == (
        "ERROR",
        "tournaments",
        "no luck",
        "abc-1",
    )
    assert entry["exception"].endswith("ValueError: a\nb")


@pytest.mark.parametrize("form", ["line", "json"])
def test_what_any_stranger_can_cause_is_not_worth_a_line(form, written):
    stream = written(form)
    logging.getLogger("django.request").warning("Not Found: /wp-admin/")
    logging.getLogger("django.security.DisallowedHost").error("Invalid HTTP_HOST header")
    logging.getLogger("django.security.csrf").warning(
        "Forbidden (CSRF cookie not set.): /b/a-badge/"
    )
    logging.getLogger("uvicorn.error").warning(logs.INVALID_REQUEST)
    assert stream.getvalue() == ""

    logging.getLogger("django.request").error("Internal Server Error: /")
    logging.getLogger("uvicorn.error").error("Exception in ASGI application")
    assert len(stream.getvalue().splitlines()) == 2


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING"])
def test_no_line_has_the_path_of_a_badge(level, written):
    stream = written("line", level)
    uvicorn.Config(None, access_log=True, log_config=None)
    assert not logging.getLogger("uvicorn.access").hasHandlers()
    logging.getLogger("uvicorn.access").info('1.2.3.4 - "GET /b/a-secret/ HTTP/1.1" 200')

    request = SimpleNamespace(resolver_match=SimpleNamespace(kwargs={"badge": "a-secret"}))
    logging.getLogger("django.request").error(
        "%s: %s", "Internal Server Error", "/b/a-secret/", extra={"request": request}
    )
    assert stream.getvalue().endswith("Internal Server Error: /b/…/\n")
    assert "a-secret" not in stream.getvalue()


def test_the_routes_call_what_lets_people_in_by_one_of_the_names_that_are_hidden():
    """A new kind of secret in a path is one of these names, or is added to them."""
    routes = {str(pattern.pattern) for pattern in patterns(get_resolver())}
    texts = {name for route in routes for name in re.findall(r"<str:(\w+)>", route)}
    assert texts - logs.SECRETS == {"file"}


def patterns(resolver):
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern)
        else:
            yield pattern


def test_at_info_a_worker_writes_of_what_a_request_led_to_and_not_of_each_second(written):
    stream = written("line", "INFO")
    for name in ("celery.app.trace", "celery.beat", "celery.worker.strategy"):
        logging.getLogger(name).info("Task tournaments.clock.tick succeeded")
    assert stream.getvalue() == ""
    token = request_id.current.set("abc-1")
    logging.getLogger("celery.app.trace").info("Task tournaments.standings succeeded")
    request_id.current.reset(token)
    assert len(stream.getvalue().splitlines()) == 1


@pytest.mark.parametrize("sent", [b"abc-1", b"7f.3_A"])
def test_the_name_that_a_proxy_gives_a_request_is_kept(sent):
    assert request_id.from_headers([(b"host", b"a"), (b"x-request-id", sent)]) == sent.decode()


@pytest.mark.parametrize("sent", [b"", b"a b", b"a\n{}", b"\xff", b"a" * 65])
def test_a_name_that_could_forge_a_line_is_replaced(sent):
    made = request_id.from_headers([(b"x-request-id", sent)])
    assert len(made) == 16
    assert made != request_id.from_headers([])


def test_a_task_has_the_name_of_the_request_that_sent_it(redis_server):
    from celery.signals import before_task_publish  # noqa: PLC0415 - pure tests do not need it

    # Nor do they need the app, which makes Django ready.
    from config.celery import app, take_the_name_of_the_request  # noqa: PLC0415 - see above

    task = app.tasks["tournaments.clock.tick"]
    token = request_id.current.set("abc-1")
    headers = {}
    before_task_publish.send(sender="any", headers=headers)
    request_id.current.reset(token)
    task.push_request(**headers)
    try:
        take_the_name_of_the_request(task=task)
        assert request_id.current.get() == "abc-1"
    finally:
        task.pop_request()
        request_id.current.set("")


def test_workers_and_beats_write_what_log_level_says(written):
    from config.celery import app  # noqa: PLC0415 - pure tests do not need it

    stream = written("json")
    app.log.already_setup = False
    app.log.setup_logging_subsystem("ERROR")  # as its programs do, by an option of their own
    logging.getLogger("celery.app.trace").warning("a task did something")
    assert json.loads(stream.getvalue())["message"] == "a task did something"
