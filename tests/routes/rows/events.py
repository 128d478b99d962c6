"""Events, tournaments and their staff."""

from tests.routes.expect import (
    DAYS,
    NO,
    SIGNED_OUT,
    TITLE,
    TOURNAMENT,
    WITHOUT_ACCOUNT,
    Route,
    accounts_get,
    all_get,
    conductors_get,
    event,
    in_tournament,
    of_player,
    of_staff,
    of_title,
    owners_get,
    sends,
)

ROWS = {
    "event-delete": Route(owners_get(200), owners_get(200), at=event, sends=sends(act="delete")),
    "tournament-delete": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("idle"),
        sends=sends(act="cancel"),
        acts=True,
    ),
    "player-delete": Route(conductors_get(200), conductors_get(302), at=of_player, acts=True),
    "home": Route(all_get(200), NO),
    "sign-in": Route(
        all_get(302) | dict.fromkeys(WITHOUT_ACCOUNT, 200),
        all_get(302),
        sends=sends(username="clara@example.org", password="a long password"),
        # The attempt is counted until the password has turned out to be right.
        acts=SIGNED_OUT,
    ),
    # There are accounts in this world.
    "first-account": Route(all_get(302), all_get(302)),
    "event-new": Route(
        accounts_get(200), accounts_get(302), sends=sends(name="Spring Meet", **DAYS), acts=True
    ),
    "event-copy": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=sends(name="Next Meet", starts_on="2027-11-20", act="copy"),
        acts=True,
    ),
    "event-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=event,
        sends=sends(name="Other", **DAYS),
        acts=True,
    ),
    # Seats were published in this world, so the event stays announced.
    "event-announce": Route(NO, conductors_get(302), at=event, sends=sends(act="withdraw")),
    "tournament-new": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(**TOURNAMENT), acts=True
    ),
    "tournament-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=in_tournament("idle"),
        sends=sends(**TOURNAMENT),
        acts=True,
    ),
    "titles": Route(conductors_get(200), NO, at=event),
    "title-new": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(**TITLE), acts=True
    ),
    "title-edit": Route(
        conductors_get(200),
        conductors_get(302),
        at=of_title,
        sends=sends(**TITLE | {"name": "Another"}),
        acts=True,
    ),
    "title-remove": Route(NO, conductors_get(302), at=of_title, acts=True),
    "staff": Route(
        owners_get(200),
        owners_get(302),
        at=event,
        sends=sends(email="new@example.org", role="conductor"),
        acts=True,
    ),
    "staff-change": Route(
        NO,
        owners_get(302),
        at=of_staff,
        sends=lambda world: {f"staff-{world.staff.pk}-role": "scorekeeper"},
        acts=True,
    ),
    "staff-remove": Route(NO, owners_get(302), at=of_staff, acts=True),
    "invitation-withdraw": Route(
        NO,
        owners_get(302),
        at=lambda world: event(world) | {"invitation": world.invitation.pk},
        acts=True,
    ),
    # With an account the page only asks; without one, the form makes an account.
    "invitation": Route(
        all_get(200),
        all_get(200) | dict.fromkeys(WITHOUT_ACCOUNT, 302),
        at=lambda world: {"token": world.invitation_token},
        sends=sends(
            name="Ivy",
            new_password1="another long password",
            new_password2="another long password",
        ),
        acts=SIGNED_OUT,
    ),
    # Somebody else's invitation is as good as none.
    "invitation-answer": Route(
        NO, accounts_get(302), at=lambda world: {"invitation": world.invitation.pk}
    ),
    "staff-leave": Route(
        NO,
        accounts_get(404) | {"conductor": 302},
        at=lambda world: {"staff": world.staff.pk},
        acts={"conductor"},
    ),
    "conduct-edit": Route(
        conductors_get(200), conductors_get(302), at=event, sends=sends(text="Be kind."), acts=True
    ),
    "ledger": Route(conductors_get(200), NO, at=event),
}
