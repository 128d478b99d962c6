"""Short ways to play the same people at several events."""

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tests.tournaments.standings.hands import play_round
from tournaments.ledger import Actor
from tournaments.models import Entry, Player, Tournament
from tournaments.seasons.services import add_tournament, create_season
from tournaments.standings.computing import services

LATER = NOON + minutes(30)


def make_season(owner, **fields):
    """A season that an account owns, or nobody."""
    return create_season(by=Actor(str(owner), user=owner), at=LATER, **fields)


def count(season, tournament, **how):
    """Let a tournament count for a season."""
    return add_tournament(season, tournament, by=ANNA, at=LATER, **how)


def enter(tournament, *names):
    """Entries of people by name, known to the event by it."""
    event = tournament.event
    known = {player.identity: player for player in event.players.all()}
    people = [
        known.get(identity) or Player(event=event, name=name, identity=identity)
        for name in names
        for identity in [f"name:{name.lower()}|"]
    ]
    Player.objects.bulk_create(player for player in people if player.pk is None)
    moments = {"entered_at": NOON, "status_at": NOON}
    return Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, status="checked_in", **moments)
        for player in people
    )


def play(event_name, names, *rounds, status="finished", event=None, **fields):
    """A tournament, of an event of its own; ``rounds`` are points in the order of ``names``."""
    tournament = make_tournament(event or make_event(event_name), status=status, **fields)
    entries = enter(tournament, *names)
    for number, points in enumerate(rounds, start=1):
        table = [(e, p) for e, p in zip(entries, points, strict=True) if p is not None]
        started = NOON + minutes(1000 * Tournament.objects.count() + 200 * number)
        play_round(tournament, [table], number=number, started_at=started)
    services.refresh(tournament.pk, at=LATER)
    return tournament
