"""Verbs of the ledger for what somebody did: each as it is stored, and its sentence.

A stored entry is sealed and never changes. So a verb that is renamed here stays in EARLIER as it
was written before, and is read and shown like its successor.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Verb(TextChoices):
    """One thing that can be done at an event; its label goes on from the name of who did it."""

    ADD_PLAYER = "add player", _("added a player")
    ADD_PRIZE = "add prize", _("added a prize")
    ADD_RANKING_CLASS = "add ranking class", _("set up a class of a ranking")
    ADD_ROOM = "add room", _("added a room")
    ADD_SEASON_OWNER = "add season owner", _("made someone an owner of a season")
    ADD_STAFF = "add staff", _("gave someone a role")
    ADD_TO_SEASON = "add to season", _("let a tournament count for a season")
    ADD_WEBHOOK = "add webhook", _("added a webhook")
    ADJUST = "adjust", _("gave a penalty, a bye or a warning")
    ADJUST_IN_SEASON = "adjust in season", _("gave a penalty or a disqualification in a season")
    AGREE_TO_PLAY_ON = "agree to play on", _("agreed to play past the end")
    ALLOW_TOGETHER = "allow together", _("lifted a kept-apart pair")
    ANNOUNCE = "announce", _("announced something")
    ANNOUNCE_EVENT = "announce event", _("announced the event")
    ANNUL_ROUND = "annul round", _("annulled a round")
    ANSWER_CALL = "answer call", _("answered a call")
    ASK_FOR_PICK_UP = "ask for pick-up", _("asked for a pick-up game")
    ASK_ABOUT_PEOPLE = "ask about people", _("asked again whether two players are one person")
    BEGIN_NEXT_SEASON = "begin next season", _("began the next season")
    BOOK = "book", _("signed up for a session")
    BRING_EVENT = "bring event", _("imported the event")
    CALL_CONDUCTOR = "call conductor", _("called a conductor")
    CANCEL_BOOKING = "cancel booking", _("gave up a place in a session")
    CANCEL_SESSION = "cancel session", _("cancelled a session")
    CANCEL_TOURNAMENT = "cancel tournament", _("cancelled the tournament")
    CHANGE_EVENT = "change event", _("changed the event")
    CHANGE_ANNOUNCEMENT = "change announcement", _("changed an announcement")
    CHANGE_HALL_TABLE = "change hall table", _("changed a table of the hall")
    CHANGE_RANKING = "change ranking", _("changed a ranking")
    CHANGE_RANKING_CLASS = "change ranking class", _("changed a class of a ranking")
    CHANGE_ROOM = "change room", _("changed a room")
    CHANGE_SEASON = "change season", _("changed a season")
    CHANGE_SESSION = "change session", _("changed a session")
    CHANGE_STAFF = "change staff", _("changed a role")
    CHANGE_TITLE = "change title", _("changed a game of the event")
    CHANGE_TOURNAMENT = "change tournament", _("changed the tournament")
    CHECK_IN = "check in", _("checked in")
    CHECK_IN_MANY = "check in many", _("checked in several players")
    CHOOSE_SCHEME = "choose scheme", _("chose a points scheme")
    CLOCK_CUTOFF = "clock: cutoff", _("moved the cutoff")
    CLOCK_END = "clock: end", _("ended the slot early")
    CLOCK_EXTRA = "clock: extra", _("gave extra time")
    CLOCK_PAUSE = "clock: pause", _("paused the clock")
    CLOCK_PLAN = "clock: plan", _("planned the start of the next round")
    CLOCK_RESTART = "clock: restart", _("restarted the clock")
    CLOCK_RESUME = "clock: resume", _("resumed the clock")
    CLOCK_RULES = "clock: rules", _("changed the timing")
    CLOCK_START = "clock: start", _("started the slot")
    CLOCK_UNDO = "clock: undo", _("undid a change of the clock")
    CLOSE_CALL = "close call", _("closed a call")
    CLOSE_ROUND = "close round", _("closed the round")
    CLOSE_SEAT = "close seat", _("closed a seat on a phone")
    COME_TO_SESSION = "come to session", _("came to a session")
    CONFIRM_FIXTURE = "confirm fixture", _("agreed to the result of a fixture")
    CONFIRM_HAND = "confirm hand", _("agreed to a hand")
    COPY_EVENT = "copy event", _("set the event up as a copy of another one")
    COUNT_FOR_RANKING = "count for ranking", _("chose the tournaments that count for a ranking")
    CORRECT_HAND = "correct hand", _("corrected a hand")
    CREATE_EVENT = "create event", _("created the event")
    CREATE_TOURNAMENT = "create tournament", _("created a tournament")
    DEAL_HAND = "deal hand", _("dealt a hand")
    DECIDE_MATCH = "decide match", _("decided who advances")
    DECIDE_TIE = "decide tie", _("decided between people who were equal")
    DECIDE_TIE_IN_SEASON = (
        "decide tie in season",
        _("decided between people who were equal in a season"),
    )
    DEFINE_TITLE = "define title", _("defined a game")
    DELETE_PLAYER = "delete player", _("deleted a player")
    DELETE_TOURNAMENT = "delete tournament", _("deleted a tournament")
    DISCARD_FIXTURES = "discard fixtures", _("discarded the fixtures")
    DISCARD_ROUND = "discard round", _("discarded the draft of a round")
    DISPUTE_FIXTURE = "dispute fixture", _("objected to the result of a fixture")
    DISPUTE_HAND = "dispute hand", _("objected to a hand")
    DROP = "drop", _("dropped a player")
    MARK_MISSING = "mark missing", _("marked a player as missing")
    EDIT_PLAYER = "edit player", _("changed a player")
    END_GAME = "end game", _("ended the game")
    END_HAND_EARLY = "end hand early", _("ended a hand")
    END_OFFER = "end offer", _("let an offered place end that was not taken in time")
    END_WAITING = "end waiting", _("took someone with a place at that time out of a queue")
    ENTER = "enter", _("registered for a tournament")
    ENTER_MANY = "enter many", _("registered several players")
    ERASE_PLAYER = "erase player", _("erased a player's name and data")
    EXCHANGE_RESULTS = "exchange results", _("exchanged the results of two players")
    FINISH_TOURNAMENT = "finish tournament", _("finished the tournament")
    FIX_TABLE = "fix table", _("fixed a player's table")
    GAME_GOES_ON = "game goes on", _("resumed the game")
    GIVE_PRIZE = "give prize", _("said who got a prize")
    GIVE_UP_PLAN = "give up plan", _("discarded the plan of all rounds")
    IMPORT_ROSTER = "import roster", _("imported a roster")
    IMPORT_TIMETABLE = "import timetable", _("imported a timetable")
    JOIN_PARTY = "join party", _("joined a party of friends")
    JOIN_QUEUE = "join queue", _("joined the queue for a session")
    KEEP_APART = "keep apart", _("kept two players apart")
    KEEP_PLAN = "keep plan", _("adopted a plan of all rounds")
    KEEP_SEATING = "keep seating", _("kept the seating although results had changed")
    LEAVE_PARTY = "leave party", _("left a party of friends")
    LEAVE_SESSION = "leave session", _("left a session")
    LINK_DIVISIONS = "link divisions", _("changed the division above a season")
    LOCK_SEAT = "lock seat", _("locked a seat")
    MAKE_FIXTURES = "make fixtures", _("made the fixtures")
    INVITE = "invite", _("invited someone")
    MAKE_PARTY = "make party", _("made a party of friends")
    MAKE_RECOVERY_LINK = "make recovery link", _("made a recovery link")
    MERGE_PEOPLE = "merge people", _("merged two players")
    MISS_SESSION = "miss session", _("lost a place in a session by playing past the end")
    MOVE_GAME = "move game", _("moved a game to another table")
    MOVE_SEAT = "move seat", _("moved a player")
    NEW_BADGE = "new badge", _("gave a player a new badge and PIN")
    NUMBER_TABLES = "number tables", _("numbered the tables of a room")
    OFFER_PLACE = "offer place", _("offered someone in the queue a place in a session")
    OPEN_RANKING = "open ranking", _("set up a ranking")
    OPEN_SEAT = "open seat", _("opened a seat on a phone")
    OPEN_TABLE = "open table", _("opened a table")
    ORDER_ROOMS = "order rooms", _("changed the order of the rooms")
    PASS_OFFER = "pass offer", _("passed on a place in a session")
    PAIR_FIXTURES = "pair fixtures", _("paired the next week")
    PLAN_SESSION = "plan session", _("planned a session")
    PLAYS_AS = "plays as", _("set who plays as which player")
    POSTPONE_FIXTURE = "postpone fixture", _("postponed a fixture")
    PROMOTE = "promote", _("gave someone in the queue a place in a session")
    PUBLISH_NOW = "publish now", _("had the event published to another site at once")
    PUBLISH_TO_SITE = "publish to site", _("had the event publish itself to another site")
    STOP_PUBLISHING = "stop publishing", _("stopped publishing the event to another site")
    PUBLISH_ROUND = "publish round", _("published the seating")
    PUBLISH_TIMETABLE = "publish timetable", _("published the timetable")
    READ_SEATING_IN = "read seating in", _("seated the round from a list")
    RECOVER_ACCOUNT = "recover account", _("used a recovery link")
    REFUSE_PICK_UP = "refuse pick-up", _("refused a pick-up game")
    REGISTER_TEAM = "register team", _("registered a team")
    REINSTATE = "reinstate", _("brought a player back")
    REINSTATE_TOURNAMENT = "reinstate tournament", _("let a cancelled tournament take place")
    RELEASE_NO_SHOWS = "release no-shows", _("released the places of people who did not come")
    REMOVE_FROM_SEASON = "remove from season", _("let a tournament no longer count for a season")
    REMOVE_PRIZE = "remove prize", _("removed a prize")
    REMOVE_RANKING_CLASS = "remove ranking class", _("removed a class of a ranking")
    REMOVE_ROOM = "remove room", _("removed a room")
    REMOVE_SEASON_OWNER = "remove season owner", _("let someone no longer own a season")
    REMOVE_STAFF = "remove staff", _("removed a role")
    REMOVE_TITLE = "remove title", _("removed a game of the event")
    REMOVE_WEBHOOK = "remove webhook", _("removed a webhook")
    REOPEN_TOURNAMENT = "reopen tournament", _("reopened the tournament")
    REPAIR_SEATING = "repair seating", _("repaired the seating")
    REPORT_FIXTURE = "report fixture", _("entered the result of a fixture")
    REPORT_HAND = "report hand", _("entered a hand")
    RESEAT_ROUND = "reseat round", _("reseated the round")
    RESTORE_SESSION = "restore session", _("let a cancelled session take place")
    RESTORE_ROUND = "restore round", _("took back the annulment of a round")
    RULE_FIXTURE = "rule fixture", _("decided a fixture")
    RULE_HAND = "rule hand", _("ruled on a hand")
    RUN_EVENT_HERE = "run event here", _("took over running the event on this site")
    RUN_EVENT_THERE = "run event there", _("let the other site run the event")
    SEAT_HELPER = "seat helper", _("seated a helper")
    SEAT_LATE_ARRIVAL = "seat late arrival", _("seated a late arrival")
    SEAT_NEXT_IN_LINE = "seat next in line", _("seated the next in line")
    SEAT_ROUND = "seat round", _("seated a round")
    SEAT_SESSION = "seat session", _("seated a session")
    SEAT_SEMIFINALS = "seat semifinals", _("seated the semifinals")
    SEND_MESSAGES = "send messages", _("asked for messages on a phone")
    SEPARATE_PERSON = "separate person", _("split a person into two players")
    SERVE_ARCHIVE = "serve archive", _("had the public pages served from the archive")
    SET_SEATING_NEED = "set seating need", _("noted where a player has to sit")
    SET_TEAM = "set team", _("set a player's team")
    SHOW_SIGN_IN_LINK = "show sign-in link", _("showed a sign-in link")
    START_PICK_UP = "start pick-up", _("started a pick-up game")
    START_SLOT = "start slot", _("started the slot")
    SEND_LETTER_AGAIN = "send letter again", _("had a letter sent again")
    START_WEBHOOK = "start webhook", _("started a webhook again")
    STOP_MESSAGES = "stop messages", _("stopped messages on a phone")
    STOP_SERVING_ARCHIVE = (
        "stop serving archive",
        _("had the public pages shown as they are now"),
    )
    STOP_WEBHOOK = "stop webhook", _("stopped a webhook whose receiver is gone")
    SUBSTITUTE_IN_FIXTURE = "substitute in fixture", _("used a substitute in a fixture")
    SWAP_SEATS = "swap seats", _("swapped two seats")
    TAKE_OFFER = "take offer", _("took an offered place in a session")
    TAKE_BACK = "take back", _("withdrew a penalty or bye")
    TAKE_BACK_IN_SEASON = (
        "take back in season",
        _("withdrew a penalty or a disqualification in a season"),
    )
    TAKE_BACK_PLAY_ON = "take back: play on", _("withdrew from playing past the end")
    TAKE_BACK_SEAT = "take back seat", _("gave a seat back to whoever began in it")
    TAKE_EARLIER_SEATING = "take earlier seating", _("took an earlier seating")
    TAKE_OUT_OF_SEATING = "take out of seating", _("took a player out of the seating")
    TAKE_OVER_SEAT = "take over seat", _("let someone take over a seat")
    TELL_PEOPLE_APART = (
        "tell people apart",
        _("said that two players are different people"),
    )
    UNDO_AT_TABLE = "undo at table", _("undid the last change at a table")
    UNDO_CHECK_IN = "undo check in", _("undid a check-in")
    UNDO_SEATING = "undo seating", _("undid the last change of the seating")
    UNLOCK_SEAT = "unlock seat", _("unlocked a seat")
    UNMERGE_PEOPLE = "unmerge people", _("undid joining two players")
    VOID_HAND = "void hand", _("voided a hand")
    UPDATE_FROM_FILE = "update from file", _("updated the event from a file")
    WAIT_HERE = "wait here", _("came to a full session, and waits for a place")
    WITHDRAW_ANNOUNCEMENT = "withdraw announcement", _("withdrew an announcement")
    WITHDRAW_INVITATION = "withdraw invitation", _("withdrew an invitation")
    WITHDRAW_PICK_UP = "withdraw pick-up", _("withdrew a pick-up game")
    WITHDRAW_TEAM = "withdraw team", _("took a team off a ranking")
    WITHDRAW_EVENT = "withdraw event", _("made the event a draft again")
    WRITE_CODE_OF_CONDUCT = "write code of conduct", _("edited the code of conduct")


#: What earlier releases wrote. Changes of the clock were in the words of a page, in two wordings.
EARLIER = {
    "clock: clock goes on": Verb.CLOCK_RESUME,
    "clock: clock paused": Verb.CLOCK_PAUSE,
    "clock: clock restarted": Verb.CLOCK_RESTART,
    "clock: clock resumed": Verb.CLOCK_RESUME,
    "clock: clock started anew": Verb.CLOCK_RESTART,
    "clock: cutoff moved": Verb.CLOCK_CUTOFF,
    "clock: extra time given": Verb.CLOCK_EXTRA,
    "clock: slot ended early": Verb.CLOCK_END,
    "clock: slot started": Verb.CLOCK_START,
    "clock: start planned": Verb.CLOCK_PLAN,
    "clock: timing changed": Verb.CLOCK_RULES,
    "clock: undone": Verb.CLOCK_UNDO,
    "decide heat": Verb.DECIDE_MATCH,
    "mend seating": Verb.REPAIR_SEATING,
}


def read_verb(stored: str) -> Verb | None:
    """The verb that a stored entry means; None for one that only another release knows."""
    if stored in EARLIER:
        return EARLIER[stored]
    return Verb(stored) if stored in Verb.values else None


def spellings_of(stored: str) -> list[str]:
    """All that a verb is stored as: what it is written as now, and what it was before."""
    verb = read_verb(stored)
    if verb is None:
        return [stored]
    return [verb.value, *(earlier for earlier, now in EARLIER.items() if now == verb)]


def verb_in_words(stored: str) -> str:
    """Say what was done, in the reader's language. An unknown verb is shown as it is stored."""
    verb = read_verb(stored)
    return stored if verb is None else str(verb.label)
