"""One's own account, and letting somebody in again. Nobody here has two-step sign-in."""

from tests.routes.expect import (
    NO,
    Route,
    accounts_get,
    all_get,
    of_staff,
    owners_get,
    sends,
)

NEW_PASSWORD = {
    "new_password1": "another long password",
    "new_password2": "another long password",
}

ROWS = {
    "language": Route(all_get(200), all_get(302), sends=sends(language="en")),
    "sign-in-code": Route(all_get(302), all_get(302), sends=sends(one_time_code="123456")),
    "account": Route(accounts_get(200), NO),
    "account-password": Route(
        accounts_get(200),
        accounts_get(302),
        sends=sends(old_password="a long password", **NEW_PASSWORD),
        acts=True,
    ),
    "two-step": Route(accounts_get(200), accounts_get(422), sends=sends(one_time_code="")),
    "two-step-off": Route(accounts_get(302), accounts_get(302), sends=sends(one_time_code="")),
    "two-step-codes": Route(accounts_get(302), accounts_get(302), sends=sends(one_time_code="")),
    "session-end": Route(NO, accounts_get(302), at=sends(number="0123456789abcdef")),
    "sessions-end-others": Route(NO, accounts_get(302)),
    "recovery-make": Route(owners_get(200), owners_get(200), at=of_staff, acts=True),
    "recover": Route(
        all_get(200),
        all_get(302),
        at=lambda world: {"token": world.recovery_token},
        sends=sends(**NEW_PASSWORD),
        acts=True,
    ),
}
