"""Prints new standings: SITE=https://roundhouse.example EVENT=club-night python follow.py"""

import json
import os
import time
from typing import Any
from urllib.request import Request, urlopen

SITE, HERE = os.environ["SITE"], f"/api/v1/events/{os.environ['EVENT']}/"


def read(path: str) -> Any:
    with urlopen(SITE + path, timeout=20) as answer:
        return json.load(answer)


slugs = {f"standings-{one['id']}": one["slug"] for one in read(f"{HERE}tournaments/")["results"]}
again = {"Last-Event-ID": "0"}  # with any value the first message is "resync": read everything
while True:
    try:  # a ping comes every 15 seconds: 40 without one mean a dead line
        with urlopen(Request(SITE + read(HERE)["stream"], headers=again), timeout=40) as stream:
            for line in stream:
                hint = json.loads(line[5:]) if line.startswith(b"data:") else {}
                every = slugs if line == b"event: resync\n" else ()
                for slug in (slugs[topic] for topic in slugs.keys() & hint.get("topics", every)):
                    rows = read(f"{HERE}tournaments/{slug}/standings/")["results"]
                    print(slug, [row["player"] for row in rows[:3]], flush=True)
    except OSError:
        time.sleep(2)  # the site restarts, or the network is away
