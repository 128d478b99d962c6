"""An event publishes itself to another site while it runs, whatever the network does."""

import json
import re
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from threading import Thread

import pytest
from django.utils import timezone

from tests.builders import ANNA, make_conductor, make_entries, make_tournament, minutes
from tests.ports import free_port
from tournaments.api import tokens
from tournaments.errors import ChangedSinceSeen, RowGone, RunsElsewhere
from tournaments.federation import errors, publishing, rules
from tournaments.federation.forms import TargetForm
from tournaments.models import Event, LedgerEntry, Publication
from tournaments.seen import digest
from tournaments.standings.exporting import event_writer

# What is sent and noted does not depend on the database.
pytestmark = [pytest.mark.django_db, pytest.mark.each_database, pytest.mark.long("postgresql")]
SITE = "https://play.example.org"


class OtherSite(BaseHTTPRequestHandler):
    """Takes files, and answers with what ``answers`` says, or 200."""

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.files.append((self.path, self.headers["Authorization"], json.loads(body)))
        status, said = self.server.answers.pop(0) if self.server.answers else (200, {})
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())

    def log_message(self, *_line):
        pass


@pytest.fixture
def other(settings):
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    server = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    server.files, server.answers = [], []
    server.site = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def event():
    tournament = make_tournament()
    make_entries(tournament, 3)
    today = timezone.now().date()
    Event.objects.update(starts_on=today, ends_on=today)
    return Event.objects.get()


def publish_to(event, site, **more):
    return publishing.publish_to(
        event, site=site, token="rh_secret", by=ANNA, at=timezone.now(), **more
    )


def run(after=timedelta(0)):
    """A turn of a worker, so long after now."""
    return publishing.publish_due(now=timezone.now() + after)


def stored():
    return Publication.objects.get()


def test_it_is_sent_once_and_again_only_when_something_changed(event, other):
    publish_to(event, other.site + "/")
    assert run() == 1
    path, token, file = other.files[0]
    assert path == f"/api/v1/events/{event.uid}/file/"
    assert token == "Bearer rh_secret"
    assert len(file["players"]) == 3
    assert stored().published_at is not None
    assert run() == 0  # nothing is due
    assert run(minutes(2)) == 0  # nothing has changed
    assert len(other.files) == 1
    make_entries(event.tournaments.get(), 1)
    assert run(minutes(6)) == 1
    assert len(other.files[1][2]["players"]) == 4


def test_it_waits_for_the_network_and_goes_on_by_itself(event, settings):
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    publish_to(event, f"http://127.0.0.1:{free_port()}")
    assert run() == 0
    first = stored()
    assert (first.attempts, first.refused, first.due_at is None) == (1, "", False)
    assert first.reason == "The other site cannot be reached."
    assert run(minutes(5)) == 0
    again = stored()
    assert (again.attempts, again.waiting_since) == (2, first.waiting_since)


def test_a_busy_site_is_asked_again_and_one_that_answers_ends_the_waiting(event, other):
    other.answers = [(503, {"detail": "Busy."})]
    publish_to(event, other.site)
    assert run() == 0
    assert stored().reason == "Busy."
    assert run(minutes(5)) == 1
    assert (stored().waiting_since, stored().attempts, stored().reason) == (None, 0, "")


def test_a_refusal_stands_until_a_conductor_asks_again(event, other):
    other.answers = [(409, {"detail": "Another laptop runs it."})]
    publish_to(event, other.site)
    assert run() == 0
    assert stored().refused == "Another laptop runs it."
    assert run(timedelta(days=1)) == 0
    assert len(other.files) == 1
    publishing.publish_now(event, by=ANNA, at=timezone.now())
    assert run() == 1
    assert stored().refused == ""


def test_an_attempt_that_was_cut_off_is_made_again_later(event, other):
    publish_to(event, other.site)
    now = timezone.now()
    found = stored()
    Publication.objects.update(due_at=now + publishing.CUT_OFF)  # its worker was killed
    assert publishing.publish_due(now=now) == 0
    assert publishing.publish_due(now=now + publishing.CUT_OFF) == 1
    assert found.site == other.site


def test_an_answer_that_comes_after_the_target_was_changed_is_not_noted(event, other):
    publish_to(event, other.site)
    found, now = stored(), timezone.now()
    assert publishing._claimed(found, now)
    publish_to(event, SITE)
    publishing._publish(found, now)
    assert (stored().site, stored().published_at) == (SITE, None)


@pytest.mark.parametrize("site", ["play.example.org", "ftp://play.example.org", "https://"])
def test_what_is_no_address_of_a_site_is_refused(event, site):
    with pytest.raises(errors.NoSite):
        publish_to(event, site)


@pytest.mark.parametrize(
    "site", ["http://127.0.0.1", "http://localhost:8000", "https://a:b@play.example.org"]
)
def test_the_network_of_this_site_is_out_of_reach(event, settings, site):
    settings.WEBHOOK_NETWORKS = []
    with pytest.raises(errors.ForbiddenSite):
        publish_to(event, site)


def test_a_name_that_leads_into_the_network_of_this_site_is_not_sent_to(event, other, settings):
    publish_to(event, other.site)
    settings.WEBHOOK_NETWORKS = []
    assert run() == 0
    assert other.files == []


def test_a_copy_publishes_nothing(event, other):
    publish_to(event, other.site)
    Event.objects.update(runs_at="the laptop")
    assert run() == 0
    with pytest.raises(RunsElsewhere):
        publish_to(event, other.site)


def test_the_token_is_in_no_file_and_on_no_page(event, client):
    publish_to(event, SITE)
    with event_writer.write(event, at=timezone.now()) as file:
        assert b"rh_secret" not in file.read()
    client.force_login(make_conductor(event))
    assert "rh_secret" not in client.get(f"/e/{event.slug}/publishing/").text
    assert not any("rh_secret" in str(one.after) for one in LedgerEntry.objects.all())


def test_to_stop_forgets_the_token(event):
    publish_to(event, SITE)
    publishing.stop_publishing(event, by=ANNA, at=timezone.now())
    publishing.stop_publishing(event, by=ANNA, at=timezone.now())
    assert not Publication.objects.exists()
    verbs = [one.verb for one in LedgerEntry.objects.order_by("pk")]
    assert verbs == ["publish to site", "stop publishing"]
    with pytest.raises(RowGone):
        publishing.publish_now(event, by=ANNA, at=timezone.now())


def test_an_old_page_stops_no_other_publication(event):
    seen = digest(publishing.what_is_seen(event))
    publish_to(event, SITE, seen=seen)
    with pytest.raises(ChangedSinceSeen):
        publishing.stop_publishing(event, by=ANNA, at=timezone.now(), seen=seen)


def test_a_conductor_sees_how_far_it_is(event, client):
    client.force_login(make_conductor(event))
    where = f"/e/{event.slug}/publishing/"
    page = client.get(where)
    sent = {"site": SITE, "token": "rh_secret", "seen": page.context["mark"]}
    assert client.post(where, sent).status_code == 302
    assert "not yet" in client.get(where).text
    now = timezone.now()
    Publication.objects.update(digest="x", published_at=now - timedelta(seconds=12))
    assert re.search("Published <time [^>]*data-age>12 s</time> ago", client.get(where).text)
    Publication.objects.update(waiting_since=now, attempts=3, reason="Busy.")
    assert "Waiting for the network since" in client.get(where).text
    Publication.objects.update(
        waiting_since=None, attempts=0, due_at=None, refused="The token ended."
    )
    assert "The token ended." in client.get(where).text
    client.post(where, {"act": "now"})
    assert stored().due_at is not None
    client.post(where, {"act": "stop", "seen": client.get(where).context["mark"]})
    assert not Publication.objects.exists()
    refused = client.post(where, {"site": "x", "token": "a token shown once"})
    assert refused.status_code == 422
    assert 'value="a token shown once"' in refused.text


def test_a_program_does_the_same(event, client):
    client.force_login(make_conductor(event))
    where = f"/api/v1/events/{event.slug}/publication/"
    made = client.put(where, {"site": SITE, "token": "rh_secret"}, "application/json")
    assert (made.status_code, made.json()["site"]) == (200, SITE)
    assert "rh_secret" not in made.text
    assert client.post(where, {}, "application/json").json()["published_at"] is None
    assert client.delete(where, {}, "application/json").status_code == 204
    assert not Publication.objects.exists()


def test_a_quiet_event_is_looked_at_more_seldom():
    day = timezone.now().date()
    a_day = timedelta(days=1)
    assert rules.pause(day, day, day) == rules.RUNNING
    assert rules.pause(day, day, day + a_day) == rules.RUNNING
    assert rules.pause(day, day, day + 2 * a_day) == rules.RESTING
    assert rules.pause(day, day, day - a_day) == rules.RESTING
    pauses = [rules.pause_after(n) for n in range(1, 12)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == timedelta(minutes=2)


def test_the_form_names_the_scope_as_the_page_of_tokens_does():
    asked = str(TargetForm.base_fields["token"].help_text)
    assert str(tokens.SCOPES["organize"]) in asked
