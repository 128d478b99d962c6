"""The rankings of an event."""

from tests.routes.expect import NO, Route, all_get, api_conductors, conductors_get, event, sends


def of_ranking(world):
    return event(world) | {"ranking": world.ranking.slug}


def of_person(world):
    return of_ranking(world) | {"player": world.ranking.rows.first().player_id}


def of_class(world):
    return of_ranking(world) | {"of_class": world.ranking.classes.get().pk}


def of_team(world):
    return of_ranking(world) | {"team": world.ranking.teams.get().pk}


def of_prize(world):
    return of_ranking(world) | {"prize": world.ranking.prizes.get().pk}


def three_names(world):
    """Three people of no team, one a line."""
    names = world.event.players.filter(ranking_teams=None).order_by("pk")
    return {"name": "Blues", "members": "\n".join(one.shown_name for one in names[:3])}


PROFILE = {
    "name": "Best of some",
    "categories": "1: Long games",
    "required": 1,
    "scheme": "house",
    "final_bonus": "0.3",
    "team_from": 3,
    "team_to": 4,
}
ROWS = {
    "api-rankings": Route(
        all_get(200), api_conductors(201), at=event, sends=sends(**PROFILE), acts=True, json=True
    ),
    "api-ranking": Route(all_get(200), NO, at=of_ranking, also=("patch",)),
    "api-ranking-parts": Route(all_get(200), NO, at=of_ranking, also=("patch",)),
    "api-ranking-rows": Route(all_get(200), NO, at=of_ranking),
    "api-ranking-classes": Route(
        all_get(200),
        api_conductors(201),
        at=of_ranking,
        sends=sends(name="Juniors"),
        acts=True,
        json=True,
    ),
    "api-ranking-teams": Route(
        all_get(200), api_conductors(201), at=of_ranking, sends=three_names, acts=True, json=True
    ),
    "api-ranking-prizes": Route(
        all_get(200),
        api_conductors(201),
        at=of_ranking,
        sends=sends(of="overall", place=1, label="Cup"),
        acts=True,
        json=True,
    ),
    "api-ranking-class": Route(NO, NO, at=of_class, also=("patch", "delete")),
    "api-ranking-team": Route(NO, NO, at=of_team, also=("delete",)),
    "api-ranking-prize": Route(NO, NO, at=of_prize, also=("patch", "delete")),
    "honours": Route(all_get(200), NO, at=of_ranking),
    "ranking-class-new": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_ranking,
        sends=sends(name="Juniors", rule="", members=""),
        acts=True,
    ),
    "ranking-class": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_class,
        sends=sends(name="Rookies", rule="", members=""),
        acts=True,
    ),
    # Whose prize has to be removed first: the page says so.
    "ranking-class-remove": Route(NO, conductors_get(302), at=of_class),
    "ranking-team-new": Route(
        conductors_get(200), conductors_get(302), at=of_ranking, sends=three_names, acts=True
    ),
    "ranking-team-withdraw": Route(NO, conductors_get(302), at=of_team, acts=True),
    "prize-new": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_ranking,
        sends=sends(of="iron", place=1, label="A spike"),
        acts=True,
    ),
    "prize-give": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_prize,
        sends=lambda world: {"to": str(world.entry.player_id), "reason": "a lot"},
        acts=True,
    ),
    "prize-remove": Route(NO, conductors_get(302), at=of_prize, acts=True),
    "my-rankings": Route(all_get(200), NO, at=event),
    "rankings": Route(all_get(200), NO, at=event),
    "ranking-new": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(**PROFILE), acts=True
    ),
    "ranking": Route(all_get(200), NO, at=of_ranking),
    "ranking-edit": Route(
        conductors_get(200), conductors_get(302), at=of_ranking, sends=sends(**PROFILE), acts=True
    ),
    "ranking-parts": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_ranking,
        sends=lambda world: {f"tournament-{world.idle.pk}": "1"},
        acts=True,
    ),
    "ranking-person": Route(all_get(200), NO, at=of_person),
}
