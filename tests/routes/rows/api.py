"""The REST face: it refuses programs, and redirects nobody."""

from tests.routes.expect import (
    CALLED,
    DAYS,
    KEY,
    NO,
    SAID,
    SEASON,
    SEEN,
    TITLE,
    WITHOUT_ACCOUNT,
    Route,
    accounts_get,
    all_get,
    api_conductors,
    at_table,
    at_table_get,
    event,
    in_season,
    in_tournament,
    of_late_player,
    sends,
)

#: The report of a tournament of two, before its first round.
REPORT = "\n".join(
    f"001 {n:4}      {name:<33}{0.0:37.1f} {n:4}" for n, name in enumerate(("Ada", "Bob"), 1)
)


def api_accounts(status: int) -> dict:
    """Every account gets this status, and programs without one are refused."""
    return all_get(status) | dict.fromkeys(WITHOUT_ACCOUNT, 401)


def of_api_entry(world):
    return in_tournament("idle")(world) | {"entry": world.entry.pk}


def in_league_game(world):
    return in_tournament("league")(world) | {"game": world.fixture_game.pk}


def _game(status: int, **sent) -> Route:
    """Acts of conductors on a game of a fixture."""
    return Route(
        NO,
        api_conductors(status),
        at=in_league_game,
        sends=sends(**sent),
        acts=True,
        json=True,
        headers={"If-Match": '"0"'},
    )


ROWS = {
    "api-career": Route(all_get(200), NO, at=of_late_player),
    "api-against": Route(
        all_get(200),
        NO,
        at=lambda world: of_late_player(world) | {"other": world.stranger.player_id},
    ),
    "api-export": Route(all_get(200), NO, at=in_tournament("late", file="standings.csv")),
    "api-fixtures": Route(
        all_get(404),
        api_conductors(201),
        at=in_tournament("new_league"),
        sends=sends(system="robin", first_day="2026-11-23"),
        acts=True,
        json=True,
    ),
    "api-fixtures-discard": Route(
        NO, api_conductors(204), at=in_tournament("league"), acts=True, json=True
    ),
    "api-weeks": Route(
        all_get(200), api_conductors(422), at=in_tournament("league"), acts=True, json=True
    ),
    "api-game": Route(all_get(200), NO, at=in_league_game),
    "api-game-report": _game(422, outcome="home", played_on="2000-01-01"),
    "api-game-confirm": _game(422),
    "api-game-dispute": _game(422, reason="not so"),
    "api-game-postpone": _game(422, until="2000-01-01", reason="a wedding"),
    "api-game-rule": _game(200, outcome="home0", reason="nobody came"),
    "api-game-substitute": _game(422, entry_id=1),
    "api-team-standings": Route(all_get(200), NO, at=in_tournament("league")),
    "api-ratings": Route(all_get(200), NO, at=lambda _world: {"game": "express"}),
    "api-events": Route(
        all_get(200),
        api_accounts(201),
        sends=sends(name="Spring Meet", **DAYS),
        acts=True,
        json=True,
    ),
    "api-event": Route(all_get(200), NO, at=event, also=("patch",)),
    "api-reports": Route(
        NO,
        api_accounts(200),
        sends=sends(text=REPORT, game="Chess", dry_run=True),
        json=True,
    ),
    "api-event-copy": Route(
        NO,
        api_conductors(201),
        at=event,
        sends=sends(name="Next Meet", starts_on="2027-11-20"),
        acts=True,
        json=True,
    ),
    "api-event-file": Route(NO, NO, at=lambda world: {"uid": world.event.uid}, also=("put",)),
    "api-games": Route(all_get(200), NO),
    "api-event-announce": Route(
        NO, api_conductors(200), at=event, sends=sends(announced=True), json=True
    ),
    "api-event-delete": Route(
        NO,
        api_conductors(409),
        at=event,
        sends=sends(name="Another", players=0, tournaments=0),
        json=True,
    ),
    "api-title": Route(
        NO,
        NO,
        at=lambda world: event(world) | {"title": world.title.key},
        also=("patch", "delete"),
    ),
    "api-player": Route(NO, NO, at=of_late_player, also=("patch", "delete")),
    "api-titles": Route(
        all_get(200), api_conductors(201), at=event, sends=sends(**TITLE), acts=True, json=True
    ),
    "api-tournaments": Route(
        all_get(200),
        api_conductors(201),
        at=event,
        sends=sends(name="Late Express", game="express"),
        acts=True,
        json=True,
    ),
    "api-tournament": Route(all_get(200), NO, at=in_tournament("late"), also=("patch",)),
    "api-rounds": Route(all_get(200), NO, at=in_tournament("late")),
    "api-round": Route(all_get(200), NO, at=in_tournament("late", number=1)),
    "api-tables": Route(all_get(200), NO, at=in_tournament("late", number=1)),
    "api-entries": Route(
        all_get(200),
        api_conductors(201),
        at=in_tournament("idle"),
        sends=sends(entries=[{"name": "Zoë New"}]),
        acts=True,
        json=True,
    ),
    "api-check-in": Route(
        NO,
        api_conductors(200),
        at=in_tournament("idle"),
        sends=lambda world: {"entry_ids": [world.absent.pk]},
        acts=True,
        json=True,
    ),
    "api-undo-check-in": Route(NO, api_conductors(200), at=of_api_entry, acts=True, json=True),
    "api-drop": Route(NO, api_conductors(200), at=of_api_entry, acts=True, json=True),
    "api-reinstate": Route(NO, api_conductors(200), at=of_api_entry, json=True),
    "api-finish": Route(NO, api_conductors(200), at=in_tournament("robin"), acts=True, json=True),
    "api-reopen": Route(NO, api_conductors(200), at=in_tournament("over"), acts=True, json=True),
    "api-cancel": Route(NO, api_conductors(428), at=in_tournament("idle"), json=True),
    "api-reinstate-tournament": Route(NO, api_conductors(428), at=in_tournament("idle"), json=True),
    "api-registration": Route(
        NO,
        api_conductors(200),
        at=in_tournament("idle"),
        sends=sends(to="closed", was="open"),
        acts=True,
        json=True,
    ),
    "api-tournament-delete": Route(
        NO,
        api_conductors(409),
        at=in_tournament("idle"),
        sends=sends(name="Another", entries=0, rounds=0),
        json=True,
    ),
    "api-byes": Route(
        NO,
        api_conductors(201),
        at=in_tournament("idle"),
        sends=lambda world: {"entry_id": world.entry.pk, "round_number": 1, "reason": "late train"},
        acts=True,
        json=True,
    ),
    "api-pairings": Route(
        NO,
        api_conductors(200),
        at=in_tournament("drafted", number=1),
        sends=lambda world: {
            "tables": [[one.pk for one in reversed(world.draft_entries)]],
            "byes": [one.pk for one in world.late_comers],
        },
        acts=True,
        json=True,
    ),
    "api-discard": Route(
        NO, api_conductors(204), at=in_tournament("drafted", number=1), acts=True, json=True
    ),
    "api-standings": Route(all_get(200), NO, at=in_tournament("late")),
    "api-documentation": Route(all_get(200), NO),
    "api-problems": Route(all_get(200), NO),
    "api-schemes": Route(all_get(200), NO),
    "api-players": Route(
        all_get(200),
        api_conductors(201),
        at=event,
        sends=sends(name="Zoë New"),
        acts=True,
        json=True,
    ),
    "api-adjustments": Route(all_get(200), NO, at=in_tournament("late")),
    "api-seasons": Route(
        all_get(200), api_accounts(201), sends=sends(**SEASON), acts=True, json=True
    ),
    "api-season": Route(all_get(200), NO, at=in_season, also=("patch",)),
    "api-season-part": Route(
        NO,
        NO,
        at=lambda world: (
            in_season(world) | {"event": world.event.slug, "tournament": world.late.slug}
        ),
        also=("delete",),
    ),
    "api-webhooks": Route(
        NO,
        api_conductors(201),
        at=event,
        sends=sends(url="https://example.org/", topics=["round"]),
        acts=True,
        json=True,
    ),
    "api-webhook": Route(
        NO, NO, at=lambda world: event(world) | {"hook": world.hook.pk}, also=("delete",)
    ),
    "api-webhook-start": Route(
        NO,
        api_conductors(200),
        at=lambda world: event(world) | {"hook": world.api_stopped_hook.pk},
        acts=True,
        json=True,
    ),
    "api-kept-apart": Route(
        NO,
        api_conductors(201),
        at=event,
        sends=lambda world: {"one": world.entry.player_id, "other": world.absent.player_id},
        acts=True,
        json=True,
    ),
    "api-pair": Route(NO, NO, at=lambda world: event(world) | {"pair": 1}, also=("delete",)),
    "api-seating-need": Route(NO, NO, at=of_late_player, also=("put",)),
    "api-team": Route(NO, NO, at=of_late_player, also=("put",)),
    "api-fixed-table": Route(NO, NO, at=of_api_entry, also=("put",)),
    "api-plan": Route(NO, NO, at=in_tournament("idle"), also=("put", "delete")),
    "api-conduct": Route(NO, NO, at=event, also=("put",)),
    "api-season-parts": Route(
        all_get(200),
        api_accounts(403) | {"owner": 201, "superuser": 201},
        at=in_season,
        sends=lambda world: {"event": world.event.slug, "tournament": world.late.slug},
        acts=True,
        json=True,
    ),
    "api-season-standings": Route(all_get(200), NO, at=in_season),
    "api-season-ratings": Route(
        all_get(200), NO, at=lambda world: in_season(world) | {"game": "express"}
    ),
    "api-tokens": Route(
        accounts_get(200), accounts_get(200), sends=sends(name="script"), acts=True
    ),
    "api-token-revoke": Route(
        NO,
        accounts_get(404) | {"owner": 302},
        at=lambda world: {"token": world.token.pk},
        acts=True,
    ),
    "api-seat": Route(NO, api_conductors(201), at=in_tournament("idle"), acts=True, json=True),
    "api-publish": Route(
        NO, api_conductors(200), at=in_tournament("drafted", number=1), acts=True, json=True
    ),
    "api-ties": Route(
        NO,
        api_conductors(422),
        at=in_tournament("late"),
        sends=sends(entries=[1, 2], how="lot"),
        json=True,
    ),
    "api-again": Route(
        NO, api_conductors(200), at=in_tournament("drafted", number=1), acts=True, json=True
    ),
    "api-helpers": Route(
        NO,
        api_conductors(400),
        at=in_tournament("drafted", number=1),
        sends=sends(player_id=1),
        json=True,
    ),
    "api-clock": Route(
        NO,
        api_conductors(200),
        at=in_tournament("late", number=1),
        sends=sends(act="extra", minutes=5, reason="a fire alarm"),
        acts=True,
        json=True,
    ),
    "api-table-end": Route(
        NO,
        api_conductors(409),
        at=at_table("late_table"),
        sends=sends(reason="a no-show"),
        acts=True,
        json=True,
        headers={"If-Match": '"0"'},
    ),
    "api-table-resume": Route(
        NO,
        api_conductors(409),
        at=at_table("late_table"),
        sends=sends(reason="they came"),
        acts=True,
        json=True,
        headers={"If-Match": '"0"'},
    ),
    "api-force-end": Route(
        NO,
        api_conductors(422),
        at=at_table("late_table", number=1),
        acts=True,
        json=True,
    ),
    "api-take-over": Route(
        NO,
        api_conductors(400),
        at=in_tournament("played", number=1),
        sends=sends(player_id=1),
        json=True,
    ),
    "api-give-back": Route(
        NO,
        api_conductors(422),
        at=in_tournament("played", number=1),
        sends=lambda world: {"entry_id": world.played_entries[0].pk, "reason": "came back"},
        json=True,
    ),
    "api-next-in-line": Route(
        NO, api_conductors(409), at=in_tournament("drafted", number=1), json=True
    ),
    "api-keep": Route(
        NO,
        api_conductors(422),
        at=in_tournament("drafted", number=1),
        sends=sends(reason="agreed"),
        json=True,
    ),
    "api-start": Route(
        NO, api_conductors(200), at=in_tournament("published", number=1), acts=True, json=True
    ),
    "api-close": Route(
        NO, api_conductors(200), at=in_tournament("played", number=1), acts=True, json=True
    ),
    "api-annul": Route(
        NO,
        api_conductors(200),
        at=in_tournament("played", number=1),
        sends=sends(reason="a fire alarm"),
        acts=True,
        json=True,
    ),
    "api-exchange": Route(
        NO,
        api_conductors(200),
        at=in_tournament("played", number=1),
        sends=lambda world: {
            "entry_id": world.played_entries[0].pk,
            "with_entry_id": world.played_entries[1].pk,
            "reason": "wrong seats",
        },
        acts=True,
        json=True,
    ),
    "api-restore": Route(
        NO,
        api_conductors(200),
        at=in_tournament("given_up", number=10_000),
        sends=sends(reason="a mistake"),
        acts=True,
        json=True,
    ),
    "api-adjust": Route(
        NO,
        api_conductors(201),
        at=in_tournament("late"),
        sends=lambda world: {
            "entry_id": world.late_entry.pk,
            "kind": "penalty",
            "points": "1/2",
            "reason": "slow",
        },
        acts=True,
        json=True,
    ),
    "api-take-back": Route(
        NO,
        api_conductors(200),
        at=lambda world: in_tournament("late")(world) | {"adjustment": world.adjustment.pk},
        acts=True,
        json=True,
    ),
    "api-table": Route(all_get(200), NO, at=at_table("late_table")),
    "api-deal": Route(
        NO,
        at_table_get(201),
        at=at_table("fresh_table"),
        sends=sends(number=1),
        acts=True,
        json=True,
    ),
    "api-hands": Route(
        NO,
        at_table_get(201),
        at=at_table("late_table"),
        sends=sends(**SAID),
        acts=True,
        json=True,
        headers={"Idempotency-Key": KEY, "If-Match": '"1"'},
    ),
    "api-play-on": Route(
        NO,
        at_table_get(200),
        at=at_table("late_table"),
        sends=sends(seat=1, agrees=True),
        acts=True,
        json=True,
    ),
    "api-confirm": Route(
        NO,
        at_table_get(200) | {"scorekeeper": 422},
        at=at_table("late_table", number=1),
        acts=True,
        json=True,
        headers=SEEN,
    ),
    "api-dispute": Route(
        NO,
        at_table_get(422) | {"player at this table": 202},
        at=at_table("late_table", number=1),
        sends=sends(reason="a slip"),
        acts=True,
        json=True,
        headers=SEEN,
    ),
    "api-rule": Route(
        NO,
        api_conductors(200),
        at=at_table("disputed_table", number=1),
        sends=sends(reason="a slip", **CALLED),
        acts=True,
        json=True,
        headers={"If-Match": '"3"'},
    ),
    "api-correct": Route(
        NO,
        api_conductors(200),
        at=at_table("late_table", number=1),
        sends=sends(reason="a slip", **CALLED),
        acts=True,
        json=True,
        headers=SEEN,
    ),
    "api-void": Route(
        NO,
        api_conductors(200),
        at=at_table("late_table", number=1),
        sends=sends(reason="played twice"),
        acts=True,
        json=True,
        headers=SEEN,
    ),
    "api-schema": Route(all_get(200), NO),
}
