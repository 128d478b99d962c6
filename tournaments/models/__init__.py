"""The data, one file per noun family."""

from tournaments.models.accounts import (
    AccountNotice,
    AccountSession,
    FirstAccount,
    RecoveryCode,
    RecoveryLink,
    TwoStep,
)
from tournaments.models.announcements import Announcement
from tournaments.models.api import ApiToken, StoredAnswer, Webhook, WebhookChange, WebhookDelivery
from tournaments.models.archives import ArchivedPage, ServedArchive
from tournaments.models.badges import BadgePrint, BadgeSheet
from tournaments.models.calls import Call
from tournaments.models.clock import ClockChange, ClockWarning, Consent, Heartbeat
from tournaments.models.demo import Demo
from tournaments.models.events import Event, Role, Staff, runs_here
from tournaments.models.fixtures import (
    Fixture,
    FixtureGame,
    FixtureList,
    FixtureMember,
    FixtureTeam,
    FixtureWeek,
    games_to_play,
)
from tournaments.models.honours import (
    RankingClass,
    RankingClassMember,
    RankingPrize,
    RankingTeam,
    RankingTeamMember,
)
from tournaments.models.invitations import Invitation
from tournaments.models.ledger import IdempotencyKey, LedgerEntry, LedgerSeal
from tournaments.models.letters import Letter
from tournaments.models.needs import SeatingNeed
from tournaments.models.parties import Party, PartyBooking, PartyMember
from tournaments.models.people import User
from tournaments.models.phones import Attempt, Phone
from tournaments.models.pickups import PickUp, PickUpPlayer
from tournaments.models.players import Entry, Player
from tournaments.models.publications import Publication
from tournaments.models.push import PushChange, PushMessage, PushSubscription
from tournaments.models.rankings import Ranking, RankingPart, RankingRow
from tournaments.models.rounds import (
    NAMED_BY,
    Round,
    has_round,
    in_counted_rounds,
    played_out,
    unplayed,
    with_is_played,
)
from tournaments.models.seasons import (
    DifferentPeople,
    Person,
    Season,
    SeasonAdjustment,
    SeasonStanding,
    SeasonTournament,
    with_shown_names,
)
from tournaments.models.seating import Bye, EarlierSeating, KeptApart, Match, Plan
from tournaments.models.seats import CountsFor, Seat, Table, seats_of
from tournaments.models.sessions import Booking, PlayerHold, Session, TableHold
from tournaments.models.sheets import ScoreSheet, SheetLine, SheetVersion
from tournaments.models.sources import EventSource, Installation
from tournaments.models.standings import Adjustment, Standing, StandingsState
from tournaments.models.timetable import HallTable, Room
from tournaments.models.titles import Title
from tournaments.models.tournaments import (
    Tournament,
    in_ended_tournaments,
    with_questioned_rounds,
)

__all__ = [
    "NAMED_BY",
    "AccountNotice",
    "AccountSession",
    "Adjustment",
    "Announcement",
    "ApiToken",
    "ArchivedPage",
    "Attempt",
    "BadgePrint",
    "BadgeSheet",
    "Booking",
    "Bye",
    "Call",
    "ClockChange",
    "ClockWarning",
    "Consent",
    "CountsFor",
    "Demo",
    "DifferentPeople",
    "EarlierSeating",
    "Entry",
    "Event",
    "EventSource",
    "FirstAccount",
    "Fixture",
    "FixtureGame",
    "FixtureList",
    "FixtureMember",
    "FixtureTeam",
    "FixtureWeek",
    "HallTable",
    "Heartbeat",
    "IdempotencyKey",
    "Installation",
    "Invitation",
    "KeptApart",
    "LedgerEntry",
    "LedgerSeal",
    "Letter",
    "Match",
    "Party",
    "PartyBooking",
    "PartyMember",
    "Person",
    "Phone",
    "PickUp",
    "PickUpPlayer",
    "Plan",
    "Player",
    "PlayerHold",
    "Publication",
    "PushChange",
    "PushMessage",
    "PushSubscription",
    "Ranking",
    "RankingClass",
    "RankingClassMember",
    "RankingPart",
    "RankingPrize",
    "RankingRow",
    "RankingTeam",
    "RankingTeamMember",
    "RecoveryCode",
    "RecoveryLink",
    "Role",
    "Room",
    "Round",
    "ScoreSheet",
    "Season",
    "SeasonAdjustment",
    "SeasonStanding",
    "SeasonTournament",
    "Seat",
    "SeatingNeed",
    "ServedArchive",
    "Session",
    "SheetLine",
    "SheetVersion",
    "Staff",
    "Standing",
    "StandingsState",
    "StoredAnswer",
    "Table",
    "TableHold",
    "Title",
    "Tournament",
    "TwoStep",
    "User",
    "Webhook",
    "WebhookChange",
    "WebhookDelivery",
    "games_to_play",
    "has_round",
    "in_counted_rounds",
    "in_ended_tournaments",
    "played_out",
    "runs_here",
    "seats_of",
    "unplayed",
    "with_is_played",
    "with_questioned_rounds",
    "with_shown_names",
]
