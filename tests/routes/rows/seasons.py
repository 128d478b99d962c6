"""Seasons, and people over many events."""

from tests.routes.expect import (
    CONDUCTING,
    NO,
    SEASON,
    Route,
    accounts_get,
    all_get,
    conductors_get,
    in_season,
    in_season_as_csv,
    in_tournament,
    of_late_player,
    season_owner_get,
    sends,
)

LEAGUE = in_tournament("league")


def in_game(world):
    return LEAGUE(world) | {"game": world.fixture_game.pk}


ROWS = {
    "weeks": Route(all_get(200), NO, at=LEAGUE),
    "weeks-make": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("new_league"),
        sends=sends(system="robin", first_day="2026-11-23", days="7", boards="1"),
        acts=True,
    ),
    "weeks-next": Route(NO, conductors_get(302), at=LEAGUE),
    "weeks-finish": Route(NO, conductors_get(302), at=LEAGUE),
    "weeks-discard": Route(NO, conductors_get(302), at=LEAGUE, acts=True),
    "fixture-game": Route(
        all_get(200),
        all_get(403) | dict.fromkeys(CONDUCTING, 302),
        at=in_game,
        sends=sends(act="rule", outcome="none", reason="nobody came", version=0),
        acts=True,
    ),
    "fixture-seat-open": Route(
        all_get(200),
        all_get(302),
        at=in_game,
        sends=lambda world: {
            "player": world.fixture_game.away.player_id,
            "pin": world.fixture_game.away.player.pin,
        },
        acts=True,
    ),
    "player": Route(all_get(200), NO, at=of_late_player),
    "player-against": Route(
        all_get(200),
        NO,
        at=lambda world: of_late_player(world) | {"other": world.stranger.player_id},
    ),
    "ratings": Route(all_get(200), NO),
    "rating-list": Route(all_get(200), NO, at=lambda _world: {"game": "express"}),
    "season-ratings": Route(all_get(200), NO, at=in_season),
    "season-rating-list": Route(
        all_get(404), NO, at=lambda world: in_season(world) | {"game": "express"}
    ),
    "rating-svg": Route(all_get(404), NO, at=of_late_player),
    "player-merge": Route(
        NO,
        conductors_get(403) | {"superuser": 302},
        at=of_late_player,
        sends=lambda world: {"other": world.stranger.player_id},
        acts=True,
    ),
    "player-separate": Route(NO, conductors_get(302), at=of_late_player),
    "player-unmerge": Route(NO, conductors_get(302), at=of_late_player),
    "seasons": Route(all_get(200), NO),
    "season": Route(all_get(200), NO, at=in_season),
    "season-file": Route(all_get(200), NO, at=in_season_as_csv),
    "season-new": Route(accounts_get(200), accounts_get(302), sends=sends(**SEASON), acts=True),
    "season-edit": Route(
        season_owner_get(200), season_owner_get(302), at=in_season, sends=sends(**SEASON), acts=True
    ),
    "season-part-add": Route(
        NO,
        season_owner_get(302),
        at=in_season,
        sends=lambda world: {"tournament": world.late.pk, "level": 1},
        acts=True,
    ),
    "season-above": Route(
        NO, season_owner_get(302), at=in_season, sends=sends(above=""), acts=True
    ),
    "season-next": Route(
        NO, season_owner_get(302), at=in_season, sends=sends(name="Next year"), acts=True
    ),
    "season-owner-add": Route(
        NO,
        season_owner_get(302),
        at=in_season,
        sends=sends(email="saskia@example.org"),
        acts=True,
    ),
    "season-owner-remove": Route(
        NO,
        season_owner_get(302),
        at=lambda world: in_season(world) | {"user": world.season.co_owners.get().pk},
        acts=True,
    ),
    "season-owner-uninvite": Route(
        NO,
        season_owner_get(302),
        at=lambda world: in_season(world) | {"invitation": world.season.invitations.get().pk},
        acts=True,
    ),
    "season-invitation-answer": Route(
        NO,
        accounts_get(302),
        at=lambda world: {"invitation": world.season.invitations.get().pk},
    ),
    "season-adjustments": Route(
        season_owner_get(200),
        season_owner_get(302),
        at=in_season,
        sends=lambda world: {"player": world.member, "kind": "disqualified", "reason": "left"},
        acts=True,
    ),
    "season-tie": Route(
        # Nobody is equal at a cut there: refused in a sentence.
        NO,
        season_owner_get(302),
        at=in_season,
        sends=sends(kind="lot", reason=""),
    ),
    "season-adjustment-undo": Route(
        NO,
        season_owner_get(302),
        at=lambda world: in_season(world) | {"adjustment": world.season_adjustment.pk},
        acts=True,
    ),
    "season-people": Route(
        season_owner_get(200),
        season_owner_get(403) | {"superuser": 302},
        at=in_season,
        # They have one name and no town, and so are one person already: refused in a sentence.
        sends=lambda world: {
            "what": "apart",
            "one": world.member,
            "other": world.stranger.player_id,
        },
    ),
    "season-part-remove": Route(
        NO,
        season_owner_get(302),
        at=lambda world: in_season(world) | {"part": world.season_part.pk},
        acts=True,
    ),
}
