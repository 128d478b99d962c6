"""Who may see the columns that tell something of a person."""

from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import Model

from tournaments.models import (
    AccountSession,
    Adjustment,
    Announcement,
    ApiToken,
    FixtureGame,
    FixtureTeam,
    IdempotencyKey,
    Invitation,
    Match,
    Phone,
    PickUp,
    Player,
    Publication,
    PushSubscription,
    RankingPrize,
    RankingTeam,
    RecoveryCode,
    RecoveryLink,
    Round,
    SeasonAdjustment,
    SeasonStanding,
    SheetVersion,
    Standing,
    StoredAnswer,
    TwoStep,
    User,
    Webhook,
)
from tournaments.person_fields import SeenBy, field_of
from tournaments.privacy.columns import CLASSIFIED, Erased

#: What everybody may see of what tells of people, beside the fields of players. The rest is for the
#: staff of the event, or for the holder of the account.
PUBLIC: dict[type[Model], frozenset[str]] = {
    Adjustment: frozenset({"reason"}),
    SeasonAdjustment: frozenset({"reason"}),
    Announcement: frozenset({"text"}),
    Match: frozenset({"reason"}),
    Round: frozenset({"annulled_because", "kept_reason"}),
    FixtureGame: frozenset({"postponed_because", "reason"}),
    FixtureTeam: frozenset({"name"}),
    RankingTeam: frozenset({"name"}),
    RankingPrize: frozenset({"given_by", "reason"}),
    Player: frozenset({"shown_name"}),
    Standing: frozenset({"why"}),
    SeasonStanding: frozenset({"name", "why", "results"}),
}
#: Columns that open something or belong to a program: nobody is shown them, nor handed them out.
SECRETS: dict[type[Model], frozenset[str]] = {
    Player: frozenset({"pin", "badge"}),
    Phone: frozenset({"token_hash"}),
    PushSubscription: frozenset({"endpoint", "p256dh", "auth"}),
    SheetVersion: frozenset({"key", "fingerprint"}),
    PickUp: frozenset({"key"}),
    User: frozenset({"password"}),
    TwoStep: frozenset({"secret"}),
    RecoveryCode: frozenset({"code_hash"}),
    RecoveryLink: frozenset({"token_hash"}),
    Invitation: frozenset({"token_hash"}),
    BrowserSession: frozenset({"session_key", "session_data"}),
    AccountSession: frozenset({"session"}),
    ApiToken: frozenset({"digest"}),
    StoredAnswer: frozenset({"key", "claim", "fingerprint"}),
    IdempotencyKey: frozenset({"key", "fingerprint"}),
    Webhook: frozenset({"secret"}),
    Publication: frozenset({"token"}),
}


def seen_by(model: type[Model], column: str) -> SeenBy:
    """Who may see a column."""
    if column in SECRETS.get(model, frozenset()):
        return SeenBy.NOBODY
    erased = CLASSIFIED.get(model, {}).get(column, Erased.NOTHING)
    if erased is Erased.DECLARED:
        return field_of(column).seen_by
    is_public = erased is Erased.NOTHING or column in PUBLIC.get(model, frozenset())
    return SeenBy.EVERYBODY if is_public else SeenBy.STAFF
