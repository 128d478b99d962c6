"""The rankings of an event."""

from tests.routes.expect import NO, Route, all_get, conductors_get, event, sends


def of_ranking(world):
    return event(world) | {"ranking": world.ranking.slug}


def of_person(world):
    return of_ranking(world) | {"player": world.ranking.rows.first().player_id}


PROFILE = {
    "name": "Best of some",
    "categories": "1: Long games",
    "required": 1,
    "scheme": "house",
    "final_bonus": "0.3",
}
ROWS = {
    "api-rankings": Route(all_get(200), NO, at=event),
    "api-ranking": Route(all_get(200), NO, at=of_ranking),
    "api-ranking-parts": Route(all_get(200), NO, at=of_ranking),
    "api-ranking-rows": Route(all_get(200), NO, at=of_ranking),
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
