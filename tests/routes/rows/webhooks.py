"""The pages of webhooks: what each sends, and to try it again."""

from tests.routes.expect import NO, Route, conductors_get, event, sends

ROWS = {
    "webhooks": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=sends(url="https://example.org/hook", topics="results"),
        acts=True,
    ),
    "webhook-deliveries": Route(
        conductors_get(200), NO, at=lambda world: event(world) | {"hook": world.hook.pk}
    ),
    "webhook-start": Route(
        NO,
        conductors_get(302),
        at=lambda world: event(world) | {"hook": world.stopped_hook.pk},
        acts=True,
    ),
    "webhook-test": Route(
        NO,
        conductors_get(302),
        at=lambda world: event(world) | {"hook": world.hook.pk},
        acts=True,
    ),
    "delivery-again": Route(
        NO,
        conductors_get(302),
        at=lambda world: (
            event(world)
            | {"hook": world.hook.pk, "delivery": world.hook.deliveries.earliest("pk").pk}
        ),
        acts=True,
    ),
    "webhook-remove": Route(
        NO,
        conductors_get(302),
        at=lambda world: event(world) | {"hook": world.hook.pk},
        acts=True,
    ),
}
