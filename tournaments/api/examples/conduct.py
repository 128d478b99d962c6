"""Sets up an event, enters four people and plays a game. Needs a token with every scope.

SITE=https://roundhouse.example TOKEN=rh_… python conduct.py
"""

import json
import os
import uuid
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SITE, TOKEN = os.environ["SITE"], os.environ["TOKEN"]


def call(path: str, body: Any = None, **headers: str) -> Any:
    """The JSON of an answer. With a body it is a write, which is done once if it is sent again."""
    sent = None if body is None else json.dumps(body).encode()
    request = Request(f"{SITE}/api/v1/{path}", data=sent)
    request.add_header("Authorization", f"Bearer {TOKEN}")
    if sent is not None:
        request.add_header("Content-Type", "application/json")
        request.add_header("Idempotency-Key", uuid.uuid4().hex)
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        with urlopen(request, timeout=20) as answer:
            return json.load(answer)
    except HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{problem['code']}: {problem['detail']}") from None


days = {"starts_on": "2026-11-21", "ends_on": "2026-11-22", "time_zone": "Europe/Paris"}
event = call("events/", {"name": "Club night"} | days)
new = {"name": "Express", "game": "express", "rounds_planned": 1}
tournament = call(f"events/{event['slug']}/tournaments/", new)
here = f"events/{event['slug']}/tournaments/{tournament['slug']}"
people = [{"name": name} for name in ("Ann", "Bob", "Cem", "Dee")]
call(f"{here}/entries/", {"entries": people, "check_in": True})

number = call(f"{here}/seat/", {"final": False})["number"]
call(f"{here}/rounds/{number}/publish/", {})
call(f"{here}/rounds/{number}/start/", {})
for table in call(f"{here}/rounds/{number}/tables/")["results"]:
    dealt = call(f"tables/{table['code']}/deal/", {"number": 1})
    points = [
        {"seat": seat["position"], "points": 120 if seat["position"] == 1 else 7}
        for seat in table["seats"]
    ]
    call(
        f"tables/{table['code']}/hands/",
        {"number": 1, "points": points, "went_out": 1},
        If_Match=f'"{dealt["receipt"]["version"]}"',
    )
print(call(f"{here}/rounds/{number}/close/", {})["status"])
