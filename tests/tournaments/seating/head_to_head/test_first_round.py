"""Ratings or seeds of the roster order the first round of a format for two instead of lots."""

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_event, make_tournament
from tests.tournaments.seating.head_to_head.playing import P, head_to_head, seat
from tournaments.events.services import change_tournament
from tournaments.models import Player, Tournament
from tournaments.registration import errors
from tournaments.registration.roster_import import import_roster
from tournaments.registration.services import edit_player
from tournaments.seating.services import discard_round
from tournaments.standings.next_round.services import reseat_round

# The decisions are Python, whatever stores them: ../test_services.py seats on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON}
First = Tournament.FirstRound


def ordered(pairing, field, texts):
    """A tournament whose players have these texts in a field of the roster, and who they are."""
    tournament = head_to_head(pairing, len(texts), first_round=field)
    entries = list(tournament.entries.order_by("pk").select_related("player"))
    for entry, text in zip(entries, texts, strict=True):
        setattr(entry.player, field, text)
        entry.player.save()
    return tournament, entries


def numbers(tournament, entries):
    found = dict(tournament.entries.values_list("pk", "seed"))
    return [found[entry.pk] for entry in entries]


@pytest.mark.parametrize(
    ("pairing", "field", "texts"),
    [
        (P.SINGLE, First.RATING, ["900", "2100", "1500", ""]),
        *(
            pytest.param(pairing, First.RATING, ["900", "2100", "1500", ""], marks=pytest.mark.long)
            for pairing in (P.FIELD, P.DUTCH, P.ROUND_ROBIN, P.DOUBLE)
        ),
        (P.FIELD, First.SEED, ["3", "1", "2", ""]),
    ],
)
def test_the_numbers_follow_the_roster_and_those_without_one_come_last(pairing, field, texts):
    tournament, entries = ordered(pairing, field, texts)
    draft = seat(tournament)
    assert numbers(tournament, entries) == [3, 1, 2, 4]
    reseat_round(draft, **WHO)
    assert numbers(tournament, entries) == [3, 1, 2, 4]


def test_equal_ratings_are_drawn_by_the_lots_of_the_tournament():
    tournament, entries = ordered(P.FIELD, First.RATING, ["1500"] * 6)
    Tournament.objects.update(first_round=First.LOT)
    tournament.refresh_from_db()
    discard_round(seat(tournament), **WHO)
    lots = numbers(tournament, entries)
    tournament.entries.update(seed=None)
    change_tournament(tournament, first_round="rating", **WHO)
    seat(Tournament.objects.get())
    assert numbers(tournament, entries) == lots != sorted(lots)


# The first test proposes a first round again, the second changes its order.
@pytest.mark.long
def test_a_draft_that_was_drawn_follows_the_roster_once_the_tournament_says_so():
    tournament, entries = ordered(P.DUTCH, First.RATING, ["900", "2100", "1500", "1200"])
    Tournament.objects.update(first_round=First.LOT)
    tournament.refresh_from_db()
    draft = seat(tournament)
    change_tournament(tournament, first_round="rating", **WHO)
    draft.refresh_from_db()
    reseat_round(draft, **WHO)
    assert numbers(tournament, entries) == [4, 1, 2, 3]


@pytest.mark.parametrize(
    "first",
    [First.RATING, *(pytest.param(one, marks=pytest.mark.long) for one in (First.LOT, First.SEED))],
)
def test_the_draft_and_the_page_before_it_say_what_ordered_the_first_round(client, first):
    tournament = head_to_head(P.DUTCH, 4, first_round=first)
    client.force_login(make_conductor(tournament.event))
    said = {
        "lot": "The order before the first round is drawn by lot.",
        "rating": "is that of the ratings, the highest first. People with the same rating",
        "seed": "is that of the seeds on the roster, 1 first.",
    }[first]
    before = reverse("round-seat", args=[tournament.event.slug, tournament.slug])
    assert said in client.get(before).text
    assert said in client.get(seat(tournament).get_absolute_url(), {"own": "page"}).text


def test_a_roster_file_brings_ratings_and_seeds():
    event = make_event()
    make_tournament(event)
    import_roster(event, b"Name,Elo,Seed\nAda,1840,2\nBo,,1\nCy,good,3\n", **WHO)
    found = list(Player.objects.order_by("name").values_list("name", "rating", "seed"))
    assert found == [("Ada", "1840", "2"), ("Bo", "", "1")]


def test_a_rating_is_a_whole_number():
    player = head_to_head(P.DUTCH, 2).event.players.first()
    with pytest.raises(errors.NoWholeNumber, match=r"“18\.5” is not a whole number"):
        edit_player(player, rating="18.5", **WHO)
