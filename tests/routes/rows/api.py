"""The REST face: it refuses programs, and redirects nobody."""

from tests.routes.expect import (
    DAYS,
    NO,
    OWNING,
    SEASON,
    TITLE,
    WITHOUT_ACCOUNT,
    Route,
    accounts_get,
    all_get,
    api_conductors,
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
    # It is published nowhere, so that there is nothing to send at once.
    "api-publication": Route(NO, api_conductors(409), at=event, json=True, also=("put", "delete")),
    "api-event-run-here": Route(
        NO,
        api_conductors(403) | dict.fromkeys(OWNING, 200),
        at=event,
        sends=sends(runs_here=True),
        json=True,
    ),
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
    "api-schema": Route(all_get(200), NO),
}
