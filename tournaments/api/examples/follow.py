"""Follows an event: prints the standings whenever there are new ones.

SITE=https://roundhouse.example EVENT=club-night python follow.py
"""

import json
import os
import time
from urllib.request import Request, urlopen

SITE, EVENT = os.environ["SITE"], os.environ["EVENT"]


def read(path):
    with urlopen(f"{SITE}{path}", timeout=20) as answer:
        return json.load(answer)


def hints(address):
    """The topics that changed; None where hints may have been missed, so all is to be read."""
    headers = {"Accept": "text/event-stream", "Last-Event-ID": "0"}
    kind = "message"
    with urlopen(Request(SITE + address, headers=headers), timeout=40) as stream:
        for line in stream:  # a ping comes every 15 seconds: 40 without one mean a dead line
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind != "ping":
                yield None if kind == "resync" else json.loads(value)["topics"]
            elif not name:
                kind = "message"


def follow():
    here = f"/api/v1/events/{EVENT}/"
    tournaments = {
        f"standings-{one['id']}": one["slug"] for one in read(f"{here}tournaments/")["results"]
    }
    for topics in hints(read(here)["stream"]):
        for topic in tournaments if topics is None else tournaments.keys() & topics:
            rows = read(f"{here}tournaments/{tournaments[topic]}/standings/")["results"]
            print(tournaments[topic], [row["player"] for row in rows[:3]], flush=True)


while True:
    try:
        follow()
    except OSError:
        time.sleep(2)  # the site restarts, or the network is away
