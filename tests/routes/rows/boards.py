"""Pages that many look at, and the desk."""

from tests.routes.expect import (
    NO,
    Route,
    all_get,
    conductors_get,
    event,
    in_tournament,
    sends,
)

ROWS = {
    "help": Route(all_get(200), NO),
    "help-guide": Route(all_get(200), NO, at=sends(guide="players")),
    "styleguide": Route(all_get(200), NO),
    "event": Route(all_get(200), NO, at=event),
    "event-live": Route(all_get(200), NO, at=event),
    "tournament": Route(all_get(200), NO, at=in_tournament("late")),
    "tournament-live": Route(all_get(200), NO, at=in_tournament("late")),
    "search": Route(all_get(200), NO, at=event),
    "desk": Route(conductors_get(302), NO, at=event),
    "desk-live": Route(conductors_get(200), NO, at=event),
    "board": Route(all_get(200), NO, at=event),
    "board-live": Route(all_get(200), NO, at=event),
}
