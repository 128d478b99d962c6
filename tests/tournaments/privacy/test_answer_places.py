"""An answer that the API keeps names people in declared places, and only those are erased."""

import pytest

from tests.api_schema import api_schema
from tournaments.person_fields import PERSON_FIELDS
from tournaments.privacy.answer_places import BESIDE, NAMES, WORDS, Whose, clean, is_of_event
from tournaments.privacy.rules import Eraser

ANN = Eraser({"Ann Lee"}, "Player 17")
WHOSE = Whose(17, frozenset({5}))
#: Texts that are no person's, by what they are part of.
PLAIN = {
    "Adjustment": {"points"},
    "Agreement": {"loses", "misses"},
    "Announcement": {"tournament"},
    "Event": {"uid", "name", "runs_at", "slug", "stream", "time_zone", "venue"},
    "Delivery": {"topic"},
    "Division": {"above"},
    "Fixture": {"home_points", "away_points"},
    "HallTable": {"label", "name", "room"},
    "ImportedReport": {"event", "name", "tournament"},
    "Imported": {"titles", "tournaments"},
    "Letter": {"subject"},
    "Party": {"code"},
    "PickUp": {"game"},
    "Planned": {"called"},
    "Match": {"name", "title"},
    "Message": {"event", "label", "room", "topic", "tournament"},
    "PaginatedRankingPartList": {"next", "previous"},
    "Publication": {"refused", "site"},
    "Ranking": {"final_bonus", "name", "scheme", "slug", "tie_breaks"},
    "RankingClass": {"name", "rule"},
    "RankingPart": {"category", "tournament"},
    "RankingPrize": {"label"},
    "RankingTeam": {"name", "total"},
    "Receipt": {"code"},
    "Room": {"name", "note"},
    "Round": {"name"},
    "RoundInFull": {"name"},
    "Season": {"each_below", "name", "points", "rule", "slug", "taking_part", "tie_breaks"},
    "SeasonAdjustment": {"points"},
    "SeasonPart": {"category", "event", "name", "tournament"},
    "Session": {"called", "name", "room", "tournament"},
    "SheetField": {"label", "name", "options"},
    "Table": {"code", "game", "room"},
    "TeamPart": {"category", "game", "value"},
    "Title": {"key", "name", "tie_break_1", "tie_break_2", "tie_break_3"},
    "Tournament": {"game", "name", "scheme", "slug", "text", "tie_breaks"},
    "Webhook": {"secret", "topics", "url"},
}


def test_every_text_of_an_answer_that_is_kept_is_erased_or_no_persons():
    schema = api_schema()
    known = {(of, text) for of, texts in PLAIN.items() for text in texts}
    known |= {(of, field.key) for of in ("Player", "PlayerTeam") for field in PERSON_FIELDS}
    erased = {*WORDS, *NAMES, *(name for _number, name in BESIDE)}
    found = set(_texts_of_kept_answers(schema))
    assert ("Player", "name") in found
    assert {(of, text) for of, text in found if text not in erased} <= known


def _texts_of_kept_answers(schema):
    """The texts in answers to writes that have a key: what each is part of, and its own key."""
    for sent in _writes_with_a_key(schema):
        for status, answer in sent["responses"].items():
            if status.startswith("2"):
                for content in answer.get("content", {}).values():
                    yield from _texts(schema, content["schema"], "", "", set())


def _writes_with_a_key(schema):
    """Operations of any method whose answers are kept."""
    for path in schema["paths"].values():
        for sent in path.values():
            if any(one["name"] == "Idempotency-Key" for one in sent.get("parameters", [])):
                yield sent


def _texts(schema, node, of, key, seen):
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name not in seen:
            part = schema["components"]["schemas"][name]
            yield from _texts(schema, part, name, key, seen | {name})
        return
    parts = [*node.get("allOf", ()), *node.get("anyOf", ()), *node.get("oneOf", ())]
    if "items" in node:
        parts.append(node["items"])
    for part in parts:
        yield from _texts(schema, part, of, key, seen)
    for name, part in node.get("properties", {}).items():
        yield from _texts(schema, part, of, name, seen)
    kinds = node.get("type")
    is_text = "string" in (kinds if isinstance(kinds, list) else [kinds])
    if is_text and "enum" not in node and node.get("format") not in {"date", "date-time"}:
        yield of, key


@pytest.mark.parametrize(
    ("route", "answer", "cleaned"),
    [
        (
            "/api/v1/events/meet/players/",
            {"id": 17, "name": "Ann Lee", "handle": "ann", "home_town": "Oslo"},
            {"id": 17, "name": "Player 17", "handle": "", "home_town": ""},
        ),
        (
            "/api/v1/events/meet/players/",
            {"id": 18, "name": "Ann Lee", "handle": "other"},
            {"id": 18, "name": "Ann Lee", "handle": "other"},
        ),
        (
            "/api/v1/events/meet/players/17/",
            {"id": 17, "name": "Ann Lee", "handle": "ann", "home_town": "Oslo"},
            {"id": 17, "name": "Player 17", "handle": "", "home_town": ""},
        ),
        ("/api/v1/events/meet/players/17/team/", {"team": "Rail"}, {"team": ""}),
        ("/api/v1/events/meet/players/18/team/", {"team": "Rail"}, {"team": "Rail"}),
        (
            "/api/v1/seasons/year/adjustments/",
            {"id": 3, "player_id": 17, "reason": "Ann Lee was late"},
            {"id": 3, "player_id": 17, "reason": "Player 17 was late"},
        ),
        (
            "/api/v1/events/meet/tournaments/open/entries/",
            {"entries": [{"entry_id": 5, "player_id": 17, "player": "Ann"}]},
            {"entries": [{"entry_id": 5, "player_id": 17, "player": "Player 17"}]},
        ),
        (
            "/api/v1/events/meet/tournaments/open/entries/",
            {"entries": [{"entry_id": 6, "player_id": 18, "player": "Ann Lee"}]},
            {"entries": [{"entry_id": 6, "player_id": 18, "player": "Ann Lee"}]},
        ),
        (
            "/api/v1/events/meet/tournaments/open/games/3/dispute/",
            {"home_entry_id": 5, "home": "Ann Lee", "away_entry_id": 9, "away": "Ann Lee",
             "reason": "Ann Lee was late", "status": "disputed"},
            {"home_entry_id": 5, "home": "Player 17", "away_entry_id": 9, "away": "Ann Lee",
             "reason": "Player 17 was late", "status": "disputed"},
        ),
        (
            "/api/v1/tables/ABCD/hands/1/rule/",
            {"table": {"seats": [{"seat": 1, "player": "Ann Lee"}, {"seat": 2, "player": "Bo"}]}},
            {"table": {"seats": [{"seat": 1, "player": "Player 17"}, {"seat": 2, "player": "Bo"}]}},
        ),
        (
            "/api/v1/tables/ABCD/end/",
            {"seats": [{"player": "Bo", "helps": False, "played_by": "Ann Lee", "begun_by": None}]},
            {"seats": [{"player": "Bo", "helps": False, "played_by": "Player 17",
                        "begun_by": None}]},
        ),
        (
            "/api/v1/events/meet/tournaments/open/finish/",
            {"name": "Ann Lee", "champion": "Ann Lee"},
            {"name": "Ann Lee", "champion": "Player 17"},
        ),
    ],
)  # fmt: skip
def test_the_name_goes_where_the_person_stands(route, answer, cleaned):
    assert clean(answer, route, WHOSE, ANN) == cleaned


@pytest.mark.parametrize(
    ("route", "is_ours"),
    [
        ("/api/v1/events/meet/players/", True),
        ("/api/v1/events/meet-2/players/", False),
        ("/api/v1/events/other/tournaments/meet/entries/", False),
        ("/api/v1/tables/abcd/hands/1/rule/", True),
        ("/api/v1/tables/EFGH/hands/1/rule/", False),
        ("/api/v1/seasons/", False),
        ("/api/v1/seasons/year/adjustments/", True),
        ("/api/v1/seasons/other/adjustments/", False),
        ("/api/v1/seasons/other/tournaments/meet/open/", False),
    ],
)
def test_an_answer_is_of_the_event_or_season_to_which_the_write_was_sent(route, is_ours):
    assert is_of_event(route, "meet", {"ABCD"}, {"year"}) is is_ours
