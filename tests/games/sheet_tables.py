"""For every field of every score sheet: the least and greatest value that the rules allow, what
binds it to other fields, and why a slip by one may stay unseen.

``l.`` is a line of the game's rulebook, ``1.4`` a heading of the notes on Express, whose printed
rules we do not have. "ours" catches a slip of the finger, and is no rule.
"""

from __future__ import annotations

from typing import NamedTuple

OURS = "ours: house data or a picture has the value"
FLAG = (False, True)
ROUTES = ("s1", "s2", "s3", "s4")

BOUNDS = {
    ("expect_delays", "final"): {
        "points": (0, 99, OURS),
        "riders": (0, 9, "l.23: 3 Commuters of a player, and all 6 Tourists"),
        "swipes": (0, 8, "l.23"),
        "ended": ("target", "broken", "stopped", "turns", "l.194, l.198; R16, R18: ours"),
    },
    ("express", "quick"): {
        "points": (-999, 999, "ours: three digits; 1.8 doubles a train four times"),
        "went_out": (*FLAG, "1.7"),
        "ended_early": (*FLAG, "l.53"),
    },
    ("express", "full"): {
        "trains": (0, 8, "ours: H33"),
        "trains.cars": (1, 40, "1.5; the greatest is ours: more than the cards allow"),
        "trains.diesel": (*FLAG, "1.8"),
        "way_cars": (0, 10, "1.2"),
        "hand": (0, 14, "1.4, with what Disasters give back: H38"),
        "went_out": (*FLAG, "1.7"),
        "ended_early": (*FLAG, "l.53"),
    },
    ("metro_x", "board"): {
        **{f"line_{name}": ("no", "white", "gold", "l.33 to l.37") for name in "ABCDEFGHI"},
        "transfers": (0, 92, "l.55, l.71, l.73: 16 Transfers in 23 windows, the best stations"),
        "empty": (0, 76, "the stations of the board"),
    },
    ("metro_x", "totals"): {
        "completed": (0, 41, "l.96: every gold diamond of the board"),
        "transfers": (0, 92, "l.55, l.71, l.73: 16 Transfers in 23 windows, the best stations"),
        "empty": (0, 76, "the stations of the board"),
    },
    ("night_express", "evaluation"): {
        "routes": (10, 10, "l.239"),
        "routes.round": (1, 4, "l.228"),
        "routes.route": (1, 4, "l.239: a route for each round"),
        "routes.wagons": (0, 99, OURS),
        "routes.lease": (-99, 0, "l.327: a deduction; its size: " + OURS),
        "routes.special": (0, 99, OURS),
        "routes.options": (0, 99, OURS),
        "routes.travel": (-2, 3, "l.271: +3 at 7 hours to -2 at 12"),
        "routes.service": (0, 2, "l.301, l.424"),
        "other": (0, 4, "l.228"),
        "other.round": (1, 4, "l.228"),
        "other.rent": (-99, 99, "l.297: see the pairs, a point for each route"),
        "other.events": (-99, 99, OURS),
        "other.specialists": (-99, 99, OURS),
        "other.exchange": (-5, 0, "l.402"),
        "goal": ("0", "5", "15", "l.243, l.581"),
        "fleet": (32, 48, "l.343 to l.347: four trains of 8 to 12 wagons"),
        "money": (0, 9999, "ours"),
        "hsp": (*ROUTES, "l.452: a route's train has the option or not"),
        "autos": (*ROUTES, "l.408"),
    },
    ("night_express", "quick"): {
        "points": (-999, 999, "ours"),
        "money": (0, 9999, "ours"),
    },
    ("terminus", "score_pad"): {
        "stations": (0, 12, "l.224: 12 discs"),
        "hubs_one": (0, 7, "l.864: 2 discs each, and the Prime Hub"),
        "hubs_more": (0, 7, "l.864: 2 discs each, and the Prime Hub"),
        "projects": (0, 4, "l.200"),
        "projects.number": (1, 99, "ours: two digits"),
        "projects.lobbyists": (2, 4, "l.546 to l.549"),
        "projects.column": (0, 3, "l.924: a picture has three"),
        "projects.value": (0, 999, OURS),
        "agendas": (0, 3, "l.532"),
        "agendas.lobbyist": (*FLAG, "l.940, l.942"),
        "agendas.row": ("none", "top", "bottom", "l.940, l.942"),
        "agendas.value": (0, 999, OURS),
        "demands": (0, 21, "l.123; l.188 to l.194: 12 or 15 are dealt"),
        "demand_value": (0, 999, OURS),
        "coins": (0, 999, "ours (T7)"),
        "used": (0, 12, "l.224"),
        "discs": (0, 12, "l.224"),
    },
}


class Pair(NamedTuple):
    """Fields that bind each other: the code of the check ("" where there is none, and why)."""

    code: str
    fields: str
    rule: str
    unchecked: str = ""
    doubted: bool = False

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self.fields.split())


PAIRS = {
    ("expect_delays", "final"): [
        Pair("too-many-swipes", "swipes", "l.23: 8 of both players"),
        Pair("too-many-riders", "riders", "l.23: 6 Tourists of both players"),
        Pair("both-won", "points", "l.194: only one player reaches the target"),
        Pair("target-reached", "points ended", "l.194"),
        Pair("nobody-won", "points ended", "l.194"),
        Pair("winner-left", "riders points", "l.82: the winner has just Disembarked a Commuter"),
        Pair("", "swipes ended", "l.94, l.198", "what cards give is not printed"),
        Pair("", "points riders", "l.82, l.88", "a Stop can be worth 0, so no points are implied"),
    ],
    ("express", "quick"): [
        Pair("two-out", "went_out", "1.7: the hand ends with the first"),
        Pair("ended-early", "went_out ended_early", "l.53"),
        Pair("out-below-nothing", "went_out points", "1.7, 1.8: no cards, no cost", doubted=True),
        Pair("", "points", "1.8", "what cars are worth is a profile's, not the rules'"),
        Pair("", "went_out ended_early", "l.53", "nobody may be named: who went out is not asked"),
    ],
    ("express", "full"): [
        Pair("too-many", "trains.cars trains.diesel way_cars hand", "1.2: the counts of the deck"),
        Pair("no-loco", "trains", "1.2, 1.4: a Loco for each train is a card of the deck too"),
        Pair("two-out", "went_out", "1.7"),
        Pair("ended-early", "went_out ended_early", "l.53"),
        Pair("nobody-out", "ended_early", "1.7: so nobody has a flag in went_out"),
        Pair("too-many-held", "hand went_out", "H38"),
        Pair("wild-declared", "trains.cars", "l.12"),
        Pair("wild-undeclared", "trains.cars", "l.29"),
        Pair("caboose-ends", "trains.cars", "1.6, H17"),
        Pair("caboose-there", "trains", "1.6, H17"),
        Pair("passenger-diesel", "trains.cars trains.diesel", "1.8"),
        Pair("mixed", "trains.cars", "1.5"),
        Pair("other-type", "trains.cars", "1.5, l.12"),
        Pair("cards-left", "went_out hand", "1.7"),
        Pair("too-short", "went_out trains", "1.7"),
        Pair("short-train", "went_out trains", "1.7"),
        Pair("", "trains way_cars hand", "l.14", "the deck and the discards are not written down"),
    ],
    ("metro_x", "board"): [
        Pair("odd", "transfers", "l.73: twice a number"),
        Pair("few-cards", "transfers empty", "l.31, l.71: all play the same Transfers"),
        Pair("solo-white", "lines", "l.108"),
        Pair("nobody-first", "lines", "l.33, l.35: a white needs another's gold"),
        Pair("is-complete", "lines", "l.33: a line inside the completed ones"),
        Pair("not-so-many-empty", "lines transfers empty", "l.33, l.73, l.102"),
        Pair("", "lines", "l.31", "which windows were filled is not written down"),
    ],
    ("metro_x", "totals"): [
        Pair("odd", "transfers", "l.73: twice a number"),
        Pair("few-cards", "transfers empty", "l.31, l.71: all play the same Transfers"),
        Pair("no-such-sum", "completed", "l.96: of the diamonds and squares of some lines"),
        Pair("all-gold", "completed", "l.33, l.108: whoever alone completes lines has their gold"),
        Pair("no-such-board", "completed transfers empty", "l.96 to l.102"),
        Pair("", "completed", "l.35", "with two or more who complete lines nearly all sums fit"),
    ],
    ("night_express", "evaluation"): [
        Pair("later-route", "routes.route routes.round", "l.239"),
        Pair("twice", "routes.route", "l.239"),
        Pair("travel-changed", "routes.travel", "l.271: printed on the card"),
        Pair("round-twice", "other.round", "one row for each round"),
        Pair("exchange", "other.exchange", "l.402: 5 points"),
        Pair("exchanged-twice", "other.exchange", "l.402: once"),
        Pair("service", "routes.service", "l.424: 2 points, or none"),
        Pair("hsp-with-autos", "hsp autos", "l.410"),
        Pair("named-twice", "hsp autos", "a train has an option once"),
        Pair("special-wagons", "fleet routes.special autos", "l.343 to l.347, l.591"),
        Pair("two-pawns", "routes.special routes.options routes.service", "l.380, l.454"),
        Pair(
            "lost",
            "routes.special routes.options routes.service routes.lease",
            "l.301; simplified: l.333, l.359",
        ),
        Pair("rent", "other.rent other.round", "l.297: a point for each rented route"),
        Pair("rent-with-plus", "other.rent routes.service", "l.301"),
        Pair("highspeed", "hsp routes.options", "l.456, l.464: simplified"),
        Pair("rents", "other.rent", "l.297: what one pays another gets"),
        Pair("odd-fleet", "fleet", "l.343 to l.347: special wagons score", doubted=True),
        Pair("autos-without-points", "autos", "l.410, l.420", doubted=True),
        Pair("", "routes.wagons routes.travel", "l.506", "windows are printed on trains"),
        Pair("", "routes.special", "l.412", "how many fields an action has is in a picture"),
        Pair("", "money routes", "l.541", "events and specialists pay what cards print"),
        Pair("", "routes.lease routes.options", "l.333", "experts move and upgrade trains"),
        Pair("", "goal routes", "l.243", "goals are on cards"),
    ],
    ("night_express", "quick"): [
        Pair("", "points money", "l.541", "MONEY is spent on what cards and boards print"),
    ],
    ("terminus", "score_pad"): [
        Pair("discs", "discs used", "l.224: 12 together"),
        Pair("stops", "stations hubs_one hubs_more used", "l.298, l.300"),
        Pair("no-column", "projects.column projects.value", "l.928"),
        Pair("one-row", "projects.number", "l.550"),
        Pair("lobbyists", "projects.lobbyists agendas.lobbyist", "l.514: 8"),
        Pair("no-lobbyist", "agendas.row agendas.lobbyist", "l.942"),
        Pair("no-row", "agendas.row agendas.value", "l.940, l.942"),
        Pair("no-token", "demands demand_value", "l.964"),
        Pair("few-stops", "demands used", "l.717, l.322"),
        Pair("two-rows", "projects.number", "l.551"),
        Pair("too-many-projects", "projects.number", "l.198"),
        Pair("two-values", "projects.value demand_value", "l.924, l.964: one print for all"),
        Pair("tokens", "demands", "l.194: one on each Development"),
        Pair("no-development", "demands stations hubs_one hubs_more", "l.733, l.481, l.322"),
        Pair("no-corner", "stations hubs_one hubs_more", "l.322, l.750"),
        Pair("few-lobbyists", "projects.column projects.lobbyists", "l.924", doubted=True),
        Pair("falling", "demand_value projects.value", "l.932, l.964", doubted=True),
        Pair("not-as-printed", "demand_value", "l.968: 17 for four", doubted=True),
        Pair("", "projects.column stations", "l.926", "what a Project measures is in an appendix"),
        Pair("", "agendas.row stations", "l.938", "what an Agenda asks for is on the card"),
        Pair("", "coins used", "l.356", "coins come and go in every Year"),
    ],
}
RANGE = "the rules know only a range"
UNKNOWN = {
    ("expect_delays", "final"): {
        "points": "what a Stop is worth is not printed; only the target decides",
        "riders": "only all Tourists, and the winner's last Commuter, bind it",
        "swipes": "only all eight bind it",
        "ended": "without a target reached, the three other ends look alike",
    },
    ("express", "quick"): {
        "points": "what cards are worth is a profile's",
        "went_out": "nobody need be named, and anybody can have gone out",
        "ended_early": "nobody need be named",
    },
    ("express", "full"): {
        "trains": "any train can be there or not",
        "trains.cars": "any car can be there or not",
        "trains.diesel": "a passenger train can have one or not",
        "way_cars": "any can be there or not",
        "hand": "any card can be held or not",
    },
    ("metro_x", "board"): {
        "lines": "a line can have been completed or not",
        "empty": RANGE,
    },
    ("metro_x", "totals"): {"completed": "most sums are those of some lines", "empty": RANGE},
    ("night_express", "evaluation"): {
        "routes.wagons": "windows are printed on trains",
        "routes.lease": "printed on trains; experts move them",
        "routes.special": "printed on the support card; experts move trains",
        "routes.options": "printed on the support card; experts move trains",
        "routes.travel": "of the newest route, which is scored once",
        "other": "a row of events alone can be left out",
        "other.round": "in another round the same events can have been",
        "other.events": "printed on cards",
        "other.specialists": "printed on cards",
        "goal": "the cards are secret",
        "fleet": "8 to 12 wagons a train",
        "money": "spent and paid as cards print",
        "hsp": "another train can have the option",
        "autos": "another train can have the wagon",
    },
    ("night_express", "quick"): {"points": RANGE, "money": RANGE},
    ("terminus", "score_pad"): {
        "stations": "only the discs in the City bind it",
        "hubs_one": "only the discs in the City bind it",
        "hubs_more": "only the discs in the City bind it",
        "projects": "a Project can be lobbied for or not",
        "projects.number": "any card can have been there",
        "projects.lobbyists": "2 to 4, as long as there are 8",
        "projects.column": "what a Project measures is in an appendix that is not there",
        "projects.value": "printed on the card; bound where two reached one column",
        "agendas": "an Agenda that is not met need not be written down",
        "agendas.lobbyist": "bound only by the bottom row and by 8",
        "agendas.row": "top and bottom differ in what the card prints",
        "agendas.value": "printed on the card",
        "demands": "bound by the Stops, by all tokens, and by a value of 0",
        "demand_value": "printed on the board; bound where two have as many",
        "coins": "not limited (T7)",
    },
}
"""Fields in which a slip by one may be accepted, and why. In all others it never is."""
CHECKS = {
    ("expect_delays", "final"): ["expect_delays/sheet.py"],
    ("express", "quick"): ["express/sheet.py"],
    ("express", "full"): ["express/sheet.py", "express/full_sheet.py"],
    ("metro_x", "board"): ["metro_x/sheet.py"],
    ("metro_x", "totals"): ["metro_x/sheet.py"],
    ("night_express", "evaluation"): ["night_express/sheet_checks.py"],
    ("night_express", "quick"): [],
    ("terminus", "score_pad"): ["terminus/sheet.py", "terminus/sheet_checks.py"],
}
"""The files that say what is wrong on a sheet."""
