"""Every column that may tell something of a person, and what erasing a player does to it.

Erasing (``services``) and the export of a person's data (``queries``) are made from these
declarations and from ``person_fields``. Tests fail for a column of which nothing is said here. Who
may see a column is in ``visibility``.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import (
    AutoField,
    BooleanField,
    DateField,
    DurationField,
    Field,
    IntegerField,
    Model,
)

from tournaments.models import (
    AccountNotice,
    AccountSession,
    Adjustment,
    Announcement,
    ApiToken,
    ArchivedPage,
    Attempt,
    BadgePrint,
    BadgeSheet,
    Call,
    ClockChange,
    Consent,
    Demo,
    EarlierSeating,
    Event,
    EventSource,
    FirstAccount,
    FixtureGame,
    FixtureTeam,
    HallTable,
    Heartbeat,
    IdempotencyKey,
    Installation,
    Invitation,
    LedgerEntry,
    LedgerSeal,
    Letter,
    Match,
    Party,
    Person,
    Phone,
    PickUp,
    Plan,
    Player,
    Publication,
    PushChange,
    PushMessage,
    PushSubscription,
    Ranking,
    RankingClass,
    RankingClassMember,
    RankingPart,
    RankingPrize,
    RankingRow,
    RankingTeam,
    RankingTeamMember,
    RecoveryCode,
    RecoveryLink,
    Room,
    Round,
    ScoreSheet,
    Season,
    SeasonAdjustment,
    SeasonStanding,
    SeasonTournament,
    SeatingNeed,
    ServedArchive,
    Session,
    SheetLine,
    SheetVersion,
    Staff,
    Standing,
    StoredAnswer,
    Table,
    Title,
    Tournament,
    TwoStep,
    User,
    Webhook,
    WebhookChange,
    WebhookDelivery,
)
from tournaments.person_fields import PERSON_FIELDS


class Erased(Enum):
    """The effect on a column when a player is erased."""

    DECLARED = auto()  # see person_fields: the name becomes an alias, all else is emptied
    EMPTIED = auto()  # with what only staff may see, so also some days after the event
    DRAWN = auto()  # another one is drawn
    WITH_ROW = auto()  # the row is deleted
    UNLINKED = auto()  # the row no longer says that it is about this player
    NAME = auto()  # the name of somebody: the player's becomes the alias
    WORDS = auto()  # people's own words: the player's name in them becomes the alias
    LEDGER = auto()  # by the verb of the entry: see ledger_places
    ANSWER = auto()  # by the keys of the answer: see answer_places
    COMPUTED = auto()  # computed again from what is erased
    RANDOM = auto()  # stays: a random number or a digest, which names nobody
    ACCOUNT = auto()  # stays: it belongs to somebody's account, which is no player's
    NOTHING = auto()  # stays: it tells nothing of a person


@dataclass(frozen=True, slots=True)
class Place:
    """A table of an event that has names in it, and the lookup of its event.

    ``names`` hold one whole name, of who did it. Where the row has its ``account``, the name is
    that of the account. ``words`` are what people wrote.
    """

    model: type[Model]
    event: str
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    account: str = ""

    def longest(self, column: str) -> int | None:
        """The most characters that a column takes."""
        field = self.model._meta.get_field(column)  # noqa: SLF001 - documented
        return getattr(field, "max_length", None)


PLACES = (
    Place(
        SheetVersion,
        "sheet__table__round__tournament__event",
        names=("actor",),
        words=("reason",),
        account="user",
    ),
    Place(
        Call,
        "table__round__tournament__event",
        names=("answered_by", "closed_by"),
        words=("words", "note"),
    ),
    Place(Adjustment, "entry__tournament__event", names=("given_by",), words=("reason",)),
    Place(
        SeasonAdjustment,
        "player__event",
        names=("given_by", "taken_back_by"),
        words=("reason",),
    ),
    Place(RankingPrize, "ranking__event", names=("given_by",), words=("reason",)),
    Place(ClockChange, "tournament__event", names=("actor",), words=("reason",), account="user"),
    Place(Consent, "seat__round__tournament__event", names=("actor",), account="user"),
    Place(Round, "tournament__event", words=("annulled_because", "kept_reason")),
    Place(Match, "round__tournament__event", words=("reason",)),
    Place(
        FixtureGame,
        "fixture__week__fixture_list__tournament__event",
        words=("postponed_because", "reason"),
    ),
    Place(FixtureTeam, "fixture_list__tournament__event", words=("name",)),
    Place(Phone, "event", names=("closed_by",)),
    Place(Announcement, "event", words=("text",)),
    Place(PushMessage, "subscription__phone__event", words=("title", "text")),
    Place(PickUp, "event", words=("refused_because",)),
    Place(RankingTeam, "ranking__event", words=("name",)),
    Place(RankingTeamMember, "ranking__event", words=("noted",)),
    Place(Player, "event", words=("notes", "team")),
)

_OF_PLAYER = {
    Erased.DECLARED: tuple(field.key for field in PERSON_FIELDS),
    Erased.EMPTIED: ("language",),
    Erased.DRAWN: ("identity", "pin", "badge"),
    Erased.UNLINKED: ("person",),
    Erased.COMPUTED: ("shown_name",),
    Erased.NOTHING: ("id", "event", "created_at", "updated_at"),
}

#: What is said of columns that are in no place; of the first models each column is named.
_OTHERS: dict[type[Model], dict[Erased, tuple[str, ...]]] = {
    Player: _OF_PLAYER,
    Person: {Erased.NAME: ("name",), Erased.NOTHING: ("id", "created_at")},
    Phone: {
        Erased.WITH_ROW: (
            *("id", "event", "player", "token_hash", "device", "network", "via"),
            *("opened_at", "closed_at"),
        )
    },
    PushSubscription: {
        Erased.WITH_ROW: (
            *("id", "phone", "endpoint", "p256dh", "auth", "language", "made_at"),
            *("failures", "resume_at", "busy_until"),
        )
    },
    PushMessage: {Erased.NOTHING: ("key", "path")},
    PushChange: {Erased.NOTHING: ("kind",)},
    User: {
        Erased.ACCOUNT: (
            *("id", "email", "name", "password", "last_login", "is_active", "is_superuser"),
        )
    },
    Staff: {
        Erased.ACCOUNT: ("id", "event", "user", "role", "mail_warnings"),
        Erased.UNLINKED: ("player",),
    },
    # Of whoever helps to run an event: gone once it is answered, or has expired.
    Invitation: {
        Erased.ACCOUNT: (
            *("id", "event", "season", "email", "role", "token_hash", "inviter", "inviter_name"),
            *("made_at", "expires_at"),
        )
    },
    TwoStep: {Erased.ACCOUNT: ("id", "user", "secret", "last_step", "switched_on_at")},
    RecoveryCode: {Erased.ACCOUNT: ("id", "user", "code_hash", "used_at")},
    RecoveryLink: {
        Erased.ACCOUNT: (
            *("id", "user", "event", "made_by", "token_hash", "resets_two_step"),
            *("made_at", "expires_at", "closed_at"),
        )
    },
    AccountSession: {
        Erased.ACCOUNT: ("session", "user", "number", "device", "signed_in_at", "last_seen_at")
    },
    AccountNotice: {Erased.ACCOUNT: ("id", "user", "kind", "facts", "at", "send_at", "mailed_at")},
    FirstAccount: {Erased.ACCOUNT: ("id", "user", "made_at")},
    ApiToken: {
        Erased.ACCOUNT: (
            *("id", "user", "event", "name", "start", "digest", "scopes"),
            *("created_at", "used_at", "ends_at", "revoked_at"),
        )
    },
    Attempt: {
        Erased.RANDOM: ("subject", "device", "network", "password"),
        Erased.NOTHING: ("id", "kind", "event", "table", "at"),
    },
    BrowserSession: {Erased.ACCOUNT: ("session_key", "session_data", "expire_date")},
    BadgePrint: {Erased.WITH_ROW: ("digest", "site", "people")},
    BadgeSheet: {Erased.WITH_ROW: ("cards",)},
    ArchivedPage: {Erased.WITH_ROW: ("id", "archive", "address", "html")},
    ServedArchive: {Erased.NOTHING: ("site", "release", "problem")},
    LedgerEntry: {
        Erased.LEDGER: ("subject", "actor", "before", "after"),
        Erased.RANDOM: ("device",),
        Erased.NOTHING: ("verb",),
    },
    LedgerSeal: {Erased.RANDOM: ("digest", "rewritten")},
    StoredAnswer: {
        Erased.ANSWER: ("body",),
        Erased.ACCOUNT: ("caller",),
        Erased.RANDOM: ("key", "claim", "fingerprint"),
        Erased.NOTHING: ("route",),
    },
    # What a receipt says is not more than what became of a hand.
    IdempotencyKey: {Erased.RANDOM: ("key", "fingerprint"), Erased.NOTHING: ("answer",)},
    SheetVersion: {
        Erased.RANDOM: ("device", "key", "fingerprint"),
        Erased.NOTHING: ("data", "proposal"),  # no field of a score sheet takes words
    },
    ScoreSheet: {Erased.NOTHING: ("data",)},
    SheetLine: {Erased.NOTHING: ("tie_breaks",)},
    Call: {Erased.RANDOM: ("device",), Erased.NOTHING: ("player",)},
    Consent: {Erased.RANDOM: ("device",)},
    ClockChange: {Erased.RANDOM: ("device",), Erased.NOTHING: ("value", "before", "after")},
    Adjustment: {Erased.NOTHING: ("points",)},
    SeasonAdjustment: {Erased.NOTHING: ("points",)},
    Standing: {Erased.NOTHING: ("score", "measures"), Erased.COMPUTED: ("why",)},
    SeasonStanding: {
        Erased.COMPUTED: ("who", "name", "why", "results"),
        Erased.NOTHING: ("total", "penalty"),
    },
    # Public words of those who run the event, which they change themselves.
    # The name of a machine, and numbers of rows.
    EventSource: {Erased.NOTHING: ("name", "installation", "digest", "keys")},
    Publication: {Erased.NOTHING: ("site", "token", "digest", "reason", "refused")},
    Installation: {Erased.NOTHING: ("uid", "name")},
    Event: {
        Erased.NOTHING: (
            *("uid", "name", "slug", "venue", "time_zone", "code_of_conduct", "runs_at"),
        )
    },
    Tournament: {
        Erased.NOTHING: (
            *("name", "slug", "game", "options", "scheme", "tie_breaks", "lot_seed"),
            "text",
        )
    },
    Session: {Erased.NOTHING: ("name",)},
    Letter: {
        Erased.WITH_ROW: (
            *("id", "event", "player", "key", "subject", "text", "made_at", "ends_at"),
            *("state", "due_at", "attempts", "sent_at", "reason"),
        )
    },
    Party: {Erased.RANDOM: ("code",)},
    PickUp: {Erased.RANDOM: ("key",), Erased.NOTHING: ("game",)},
    Ranking: {
        Erased.NOTHING: ("name", "slug", "categories", "scheme", "final_bonus", "tie_breaks")
    },
    RankingClass: {Erased.NOTHING: ("name", "rule")},
    RankingClassMember: {Erased.WITH_ROW: ("id", "of_class", "player")},
    RankingPrize: {Erased.NOTHING: ("label",)},
    # Numbers of games and people alone.
    RankingTeam: {Erased.NOTHING: ("total", "details")},
    RankingPart: {Erased.NOTHING: ("category", "games")},
    RankingRow: {Erased.NOTHING: ("total", "iron", "details")},
    Title: {Erased.NOTHING: ("key", "name", "tie_break_1", "tie_break_2", "tie_break_3")},
    Season: {
        Erased.NOTHING: (
            *("name", "slug", "rule", "tie_breaks", "points", "taking_part", "each_below"),
            "fingerprint",
        )
    },
    SeasonTournament: {Erased.NOTHING: ("category",)},
    Round: {Erased.NOTHING: ("called", "seating_digest", "made_from", "made_now", "kept_from")},
    Match: {Erased.NOTHING: ("name",)},
    EarlierSeating: {Erased.NOTHING: ("verb", "tables", "byes", "helpers", "made_from")},
    Plan: {Erased.NOTHING: ("rounds",)},
    Table: {Erased.NOTHING: ("code",)},
    Room: {Erased.NOTHING: ("name", "note")},
    HallTable: {Erased.NOTHING: ("code", "name")},
    Webhook: {Erased.NOTHING: ("url", "secret", "topics")},
    WebhookChange: {Erased.NOTHING: ("topic",)},
    WebhookDelivery: {
        Erased.NOTHING: ("topic", "subject", "body")
    },  # numbers and short names alone
    SeatingNeed: {Erased.WITH_ROW: ("id", "player", "hall_table", "step_free")},
    Announcement: {Erased.NOTHING: ("audience",)},
    Heartbeat: {Erased.NOTHING: ("name", "note")},
    Demo: {Erased.NOTHING: ("game",)},
    Group: {Erased.NOTHING: ("name",)},
    Permission: {Erased.NOTHING: ("name", "codename")},
    ContentType: {Erased.NOTHING: ("app_label", "model")},
}

#: Each column of these has to be named, whatever it holds.
PEOPLE: frozenset[type[Model]] = frozenset(
    {
        Player,
        Person,
        Phone,
        PushSubscription,
        User,
        Staff,
        Invitation,
        TwoStep,
        RecoveryCode,
        RecoveryLink,
        AccountSession,
    }
    | {SeatingNeed, AccountNotice, FirstAccount, ApiToken, Attempt, BrowserSession}
)
#: Kinds of columns that hold no words.
WORDLESS = (AutoField, BooleanField, DateField, DurationField, IntegerField)


def _classified() -> dict[type[Model], dict[str, Erased]]:
    found: dict[type[Model], dict[str, Erased]] = {}
    for place in PLACES:
        of_place = found.setdefault(place.model, {})
        of_place |= dict.fromkeys(place.names, Erased.NAME)
        of_place |= dict.fromkeys(place.words, Erased.WORDS)
    for model, groups in _OTHERS.items():
        of_model = found.setdefault(model, {})
        for erased, columns in groups.items():
            of_model |= dict.fromkeys(columns, erased)
    return found


#: What erasing a player does to each column, by model and name.
CLASSIFIED = _classified()


def can_tell_of_people(model: type[Model], field: "Field[Any, Any]") -> bool:
    """Whether somebody has to say of a column what it tells of people."""
    if model in PEOPLE:
        return True
    return not (isinstance(field, WORDLESS) or field.is_relation or field.choices)


def unclassified(model: type[Model]) -> list[str]:
    """The columns of a model that may tell of people and of which nothing is said."""
    said = CLASSIFIED.get(model, {})
    fields = model._meta.concrete_fields  # noqa: SLF001 - documented
    return [
        field.name
        for field in fields
        if can_tell_of_people(model, field) and field.name not in said
    ]
