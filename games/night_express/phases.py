"""The phases: what the table is waiting for, in the order of a round."""

from __future__ import annotations

from typing import Final

from games.texts import T

# Set-up.
STARTING: Final = 0  # chance draws the first starting player
DEALING: Final = 1  # chance deals a secret route goal
KEEPING: Final = 2  # a player keeps one of two goals
# Step 1.
REVEALING: Final = 3  # chance lays out a route card
TAKING: Final = 4  # a player takes a route
EXPANDING: Final = 5  # the same player may use an Expansion Specialist
GUARDING: Final = 6  # another player may use a Customer Loyalty Specialist
SERVING: Final = 7  # the player who took a route finds a service point for one of their routes
# Step 2.
PREPARING: Final = 8  # a player looks after the trains of earlier rounds
BIDDING: Final = 9  # all without a train bid, sealed
DRAWING_BID: Final = 10  # lots between equal bids
CHOOSING: Final = 11  # nobody wanted a train: a player chooses one
PAYING: Final = 12  # the winner buys or leases
# Step 3.
UPGRADING: Final = 13  # a player places an action pawn
# Step 4.
TURNING: Final = 14  # chance deals an event
APPLYING: Final = 15  # the extra event: to which route
HITTING: Final = 16  # a shared event: which route of another player
GAINING: Final = 17  # an event: money or points
# Step 6; step 5 asks nobody.
CALLING: Final = 18  # chance lays out a specialist
DRAWING_HIRE: Final = 19  # lots between players with equal points
HIRING: Final = 20  # a player hires a specialist
EARNING: Final = 21  # a specialist: money or points
OVER: Final = 22

CHANCES: Final = frozenset({STARTING, DEALING, REVEALING, DRAWING_BID, TURNING, CALLING,
                            DRAWING_HIRE})  # fmt: skip
AUCTION: Final = frozenset({BIDDING, DRAWING_BID})
PHASES: Final = (
    T("first player"),
    T("deal a goal"),
    T("keep a goal"),
    T("reveal a route"),
    T("take a route"),
    T("expansion"),
    T("customer loyalty"),
    T("service point"),
    T("prepare trains"),
    T("bid"),
    T("lots for a train"),
    T("choose a train"),
    T("pay"),
    T("upgrade"),
    T("deal an event"),
    T("apply the event"),
    T("share the event"),
    T("money or points"),
    T("reveal a specialist"),
    T("lots for specialists"),
    T("hire"),
    T("money or points"),
    T("over"),
)
