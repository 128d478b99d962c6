"""A convention of three tournaments, and rankings of it."""

from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament
from tests.tournaments.standings.hands import play_round
from tournaments.models import Entry, Ranking, Round
from tournaments.rankings import services

WHO = {"by": ANNA, "at": NOON}
PROFILE_OF_TWO = {
    "name": "Best of the show",
    "categories": "1: Long games\n2: Short games\n3: Cards",
    "by_title": False,
    "required": 2,
    "scheme": "close-game",
    "final_bonus": "0.3 0.2",
    "tie_breaks": ["wins", "iron", "results"],
    "team_from": 3,
    "team_to": 4,
}


def make_ranking(event, **values) -> Ranking:
    return services.open_ranking(event, **(PROFILE_OF_TWO | values), **WHO)


def convention():
    """Three tournaments of three categories with the same four people; the first has a final."""
    event = make_event()
    first = make_tournament(event, name="Rails")
    entries = make_entries(first, 4)
    long = [entries]
    for name in ("Streets", "Cards"):
        other = make_tournament(event, name=name)
        long.append(
            Entry.objects.bulk_create(
                Entry(
                    tournament=other,
                    player=one.player,
                    status=Entry.Status.CHECKED_IN,
                    entered_at=NOON,
                    status_at=NOON,
                )
                for one in entries
            )
        )
    rails, streets, cards = long
    play_round(first, [list(zip(rails, (90, 80, 40, 10), strict=True))], number=1)
    play_round(
        first, [list(zip(rails, (50, 60, 10, 20), strict=True))], number=2, kind=Round.Kind.FINAL
    )
    play_round(streets[0].tournament, [list(zip(streets, (5, 50, 70, 20), strict=True))], number=1)
    play_round(cards[0].tournament, [list(zip(cards[:3], (30, 29, 5), strict=True))], number=1)
    return event, long


def counted(event, long, **values) -> Ranking:
    ranking = make_ranking(event, **values)
    keys = [entries[0].tournament.pk for entries in long]
    return services.count_tournaments(ranking, dict(zip(keys, "123", strict=False)), **WHO)
