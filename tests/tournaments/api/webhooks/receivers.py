"""Programs that receive webhooks, and what happens that they are notified of."""

import socket
import threading
from contextlib import closing
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

from django.db import transaction
from django.utils import timezone

from tournaments import signals
from tournaments.api import webhook_changes


class Listener(HTTPServer):
    """A program that listens; ``answers`` are the states it answers with, the last for ever."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.heard, self.answers, self.retry_after = [], [200], ""

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/hook"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((dict(self.headers), body))
        answers = self.server.answers
        status = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        if self.server.retry_after:
            self.send_header("Retry-After", self.server.retry_after)
        if status == 302:
            self.send_header("Location", self.server.url)
        self.end_headers()

    def log_message(self, *args):
        pass


class RawReceiver:
    """A receiver that answers each connection by itself, in bytes, for as long as the test runs.

    It sends ``first``, and then ``drip`` again and again, a hundred times a second.
    """

    def __init__(self, first, drip=b""):
        self._first, self._drip = first, drip
        self._stopping = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def _accept(self):
        while True:
            connection, _address = self._listening.accept()
            if self._stopping.is_set():
                connection.close()
                return
            self._threads.append(threading.Thread(target=self._answer, args=(connection,)))
            self._threads[-1].start()

    def _answer(self, connection):
        with connection:
            try:
                connection.sendall(self._first)
                while self._drip and not self._stopping.wait(0.01):
                    connection.sendall(self._drip)
            except OSError:
                return  # the site has hung up

    def stop(self):
        self._stopping.set()
        with closing(socket.create_connection(self._listening.getsockname())):
            self._threads[0].join()
        for thread in self._threads:
            thread.join()
        self._listening.close()


def publish(signal, tournament, **more):
    """Commit a change, and let a worker queue its messages."""
    change(signal, tournament, **more)
    webhook_changes.queue_messages(now=timezone.now())


def change(signal, tournament, **more):
    """Commit a change."""
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk} | more
    with transaction.atomic():
        signals.publish(signal, **facts)


def later(**delta):
    return timezone.now() + timedelta(**delta)
