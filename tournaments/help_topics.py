"""Which paragraph of the help belongs to which page: that is where its "?" leads.

A page is the name of its address, a paragraph a guide of ``docs/`` and a heading in it.
"""

from typing import Final

PAGES_OF: Final[dict[str, tuple[str, ...]]] = {
    # For players.
    "players#join": ("join", "joined"),
    "players#find-your-seat": ("find", "seat-why"),
    "players#your-badge": (
        "badge", "fixture-seat-open", "seat-open", "me", "me-open", "seat-close",
    ),
    "players#messages": ("phone-messages",),
    "players#my-day": ("my-day", "my-rankings", "my-calendar"),
    "players#my-party": ("party",),
    "players#timetable": ("timetable", "session"),
    "players#pick-up-games": ("pickup",),
    "players#call-the-conductor": ("call", "conduct"),
    "players#where-you-stand": (
        "champion", "player", "player-against", "rating-list", "ratings", "season-rating-list",
        "season-ratings", "standings", "standings-why", "statistics",
    ),
    "table#at-the-table-short-answers": ("table", "table-deal", "table-play-on"),
    "table#the-hand-was-entered-wrongly": ("hand-dispute", "hand-history"),
    "players#at-your-table": ("hand-report", "table-find", "table-now"),
    "players#for-players": ("event", "tournament"),
    # For conductors.
    "first-tournament#make-the-event-and-the-tournament": ("event-new", "tournament-new"),
    "first-tournament#start-the-site": ("first-account",),
    "event-day#the-day-of-a-big-event": ("desk",),
    "event-day#set-up-the-event": ("conduct-edit", "event-edit", "event-announce"),
    "event-day#set-up-a-tournament": ("event-copy", "tournament-edit"),
    "event-day#the-roster": ("player-edit", "roster", "roster-import", "entry-status"),
    "event-day#a-plan-of-all-rounds": ("seating-plan",),
    "event-day#badges-and-table-sheets": (
        "badge-scan", "badges", "badges-all", "badges-printed", "poster", "result-slips",
        "table-sheets", "walk-in",
    ),
    "event-day#announcements": ("announcement-edit", "announcements", "letters"),
    "event-day#rounds": ("round", "round-start-whole", "search"),
    "event-day#seating": (
        "bracket", "fixtures", "round-change", "round-compare", "round-helper", "round-list",
        "round-read-list", "round-seat", "who-met", "wishes",
    ),
    "event-day#calls": ("call-close", "calls", "table-calls"),
    "event-day#the-clock-room": ("clocks", "notices-choice", "tournament-clocks"),
    "event-day#the-projector": ("board",),
    "standings#how-a-hand-is-agreed": ("agreement",),
    "standings#the-points-scheme-and-ties": ("standings-scheme",),
    "standings#penalties-and-byes": ("adjustments",),
    "standings#finals": ("finals",),
    "problems#a-table-that-does-not-agree": ("hand-rule", "late-rule", "ledger"),
    "problems#a-wrong-result": (
        "hand-correct", "hand-void", "late-correct", "late-void", "round-keep", "table-end",
        "table-resume", "table-undo",
    ),
    "problems#a-wrong-seating": (
        "round-annul", "round-exchange", "round-mend", "round-restore", "seat-give-back",
        "seat-take-over",
    ),
    "problems#something-was-set-up-wrongly": ("event-delete", "player-delete", "tournament-delete"),
    "games#a-ruling-at-a-table": ("rules", "rules-board", "rules-game", "rules-position"),
    "games#other-games": ("title-edit", "title-new", "titles"),
    "files#the-whole-event": ("event-bring", "event-sources"),
    "files#a-copy-on-another-site": ("event-publishing", "event-run-here"),
    "files#reports-for-fide-and-of-other-programs": ("report-bring",),
    "accounts#staff": ("invitation", "recover", "recovery-make", "staff"),
    "accounts#your-account": (
        "account", "account-password", "sign-in", "sign-in-code", "sign-in-link", "sign-in-mail",
        "two-step", "two-step-codes", "two-step-off",
    ),
    # A convention.
    "convention#rooms-and-tables": (
        "game-move", "hall-table", "room-cards", "room-edit", "room-numbers", "room-remove",
        "rooms",
    ),
    "convention#sessions-on-a-timetable": ("timetable-edit", "timetable-import"),
    "convention#sign-up-queues-and-walk-ups": ("hq", "hq-walk-up"),
    "convention#moving-a-session": ("session-edit",),
    "convention#pick-up-games": ("pickups-asked",),
    "convention#the-ranking-of-an-event": (
        "honours", "prize-give", "prize-new", "ranking", "ranking-class", "ranking-class-new",
        "ranking-edit", "ranking-new", "ranking-parts", "ranking-person", "ranking-team-new",
        "rankings",
    ),
    # Leagues.
    "leagues#a-league-over-weeks": ("fixture-game", "weeks", "weeks-make"),
    "leagues#seasons": (
        "season", "season-adjustments", "season-edit", "season-new", "season-people", "seasons",
    ),
    # The site.
    "operators#personal-data": ("player-privacy", "privacy"),
    "operators#programs": (
        "api-documentation", "api-problems", "api-tokens", "webhook-deliveries", "webhooks",
    ),
    "operators#keeping-an-event-for-good": ("archive-serving", "event-archive"),
    "README#help": ("help", "help-guide", "home", "language", "styleguide"),
}  # fmt: skip
#: Where the "?" of each page leads: a guide, and the anchor in it.
TOPICS: Final[dict[str, tuple[str, str]]] = {
    page: (guide, anchor)
    for guide, _mark, anchor in (topic.partition("#") for topic in PAGES_OF)
    for page in PAGES_OF[f"{guide}#{anchor}"]
}
CONTENTS: Final = "README"
