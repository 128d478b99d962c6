"""Seating. Of a draft the public sees only that it is one."""

from tests.routes.expect import (
    NO,
    Route,
    all_get,
    conductors_get,
    event,
    helper,
    in_tournament,
    mend,
    move,
    of_player,
    sends,
    swap,
    take_over,
    whole_list,
)

ROWS = {
    "find": Route(all_get(200), NO, at=event),
    "find-live": Route(all_get(200), NO, at=of_player),
    "round": Route(all_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-live": Route(all_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-publish": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True
    ),
    "round-discard": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True
    ),
    "round-keep": Route(
        conductors_get(302),
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=sends(reason="agreed"),
    ),
    "seat-swap": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), sends=swap, acts=True
    ),
    "seat-move": Route(
        NO, conductors_get(302), at=in_tournament("drafted", number=1), sends=move, acts=True
    ),
    "seat-late": Route(
        NO,
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=lambda world: {"who": world.late_comers[0].pk, "to": "best"},
        acts=True,
    ),
    "round-helper": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=helper,
        acts=True,
    ),
    "seat-take-over": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("played", number=1),
        sends=take_over,
        acts=True,
    ),
    "seat-give-back": Route(
        conductors_get(200),
        conductors_get(422),
        at=lambda world: (
            in_tournament("played", number=1)(world) | {"entry": world.played_entries[0].pk}
        ),
        sends=sends(reason="came back"),
    ),
    "table-new": Route(
        NO,
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=lambda world: {"people": [entry.pk for entry in world.late_comers]},
        acts=True,
    ),
    "round-change": Route(conductors_get(200), NO, at=in_tournament("drafted", number=1)),
    "seat-lock": Route(
        NO,
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=lambda world: {"who": world.draft_entries[0].pk},
        acts=True,
    ),
    "round-undo": Route(NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True),
    "round-compare": Route(conductors_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-take": Route(NO, conductors_get(302), at=in_tournament("drafted", number=1), acts=True),
    "round-mend": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=mend,
        acts=True,
    ),
    "round-list": Route(conductors_get(200), NO, at=in_tournament("drafted", number=1)),
    "round-list-file": Route(
        conductors_get(200), NO, at=in_tournament("drafted", number=1, kind="xlsx")
    ),
    "round-read-list": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("drafted", number=1),
        sends=whole_list,
        acts=True,
    ),
    "seat-why": Route(
        all_get(200),
        NO,
        at=lambda world: (
            in_tournament("published", number=1)(world) | {"entry": world.published_entry.pk}
        ),
    ),
    "who-met": Route(all_get(200), NO, at=in_tournament("published")),
    "wishes": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=lambda world: {"act": "table", "entry": world.entry.pk, "table": 2},
        acts=True,
    ),
    "seating-plan": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("idle"),
        sends=sends(people="6", rounds="2", sizes="3,3", seed="1"),
        acts=True,
    ),
    "bracket": Route(
        all_get(200),
        conductors_get(302),
        at=in_tournament("knockout"),
        sends=lambda world: {"heat": "W1.1", "winner": world.stayed.pk, "reason": "fell ill"},
        acts=True,
    ),
    "bracket-live": Route(all_get(200), NO, at=in_tournament("knockout")),
    "fixtures": Route(all_get(200), NO, at=in_tournament("robin")),
    "tournament-finish": Route(NO, conductors_get(302), at=in_tournament("robin"), acts=True),
    "tournament-reopen": Route(NO, conductors_get(302), at=in_tournament("over"), acts=True),
}
