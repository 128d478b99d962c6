"""Events of many clubs make the same season at a federation, in whatever order they arrive."""

import os
import random
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from tests.builders import ANNA, make_conductor, make_event
from tests.examples import ALL
from tests.tournaments.federation.clubs import versions_of
from tests.tournaments.seasons.gatherings import LATER, make_season
from tournaments import copies
from tournaments.api.tokens import make_token
from tournaments.models import Event, Player, Season
from tournaments.seasons.careers.ratings import rated_games, rating_list
from tournaments.seasons.computing import services as computing
from tournaments.seasons.services import add_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
EVENTS = int(os.environ.get("ROUNDHOUSE_CLUB_EVENTS", "6" if ALL else "3"))
#: A federation looks at its season so often while events arrive.
LOOKS = 2
#: The answers to a part of a file: nothing of it is stored.
CUT_OFF = {400, 422}


class Federation:
    """A site with one season, of every tournament of every event that was published to it."""

    def __init__(self, client):
        self.client = client
        owner = make_conductor(make_event("Office"))
        self.season = make_season(
            owner, name="League", rule="best-results", best=5, counts_running=True
        )
        self.token = make_token(owner, "laptops", ["organize"], at=timezone.now())[1]

    def put(self, number, content):
        """The status of the answer to the file of an event, or to a part of it."""
        answer = self.client.put(
            f"/api/v1/events/{UUID(int=number + 1)}/file/",
            content,
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.token}"},
        )
        if answer.status_code == 201:
            (tournament,) = Event.objects.get(uid=UUID(int=number + 1)).tournaments.all()
            add_tournament(self.season, tournament, by=ANNA, at=LATER)
        return answer.status_code

    def gathered(self):
        """The season and the ratings, in words that are the same at every site."""
        computing.refresh_stale(at=LATER)
        season = Season.objects.get(pk=self.season.pk)
        uid_of = dict(season.parts.values_list("tournament_id", "tournament__event__uid"))
        rows = [
            (row.who, row.name, row.place, row.total, row.events, row.wins,
             sorted(
                (uid_of[one.pop("tournament")], sorted(one.items())) for one in row.results
             ))
            for row in season.standings.all()
        ]  # fmt: skip
        ratings = [
            (game, one.who, one.place, one.mean, one.deviation, one.games, one.last)
            for game in rated_games()
            for one in rating_list(game)
        ]
        erased = sorted(Player.objects.filter(name__startswith="Player ").values_list("name"))
        return sorted(rows, key=repr), sorted(ratings, key=repr), erased


def deliveries(files, rng):
    """Each version several times and in any order, whole or cut off; the last one whole once."""
    for number, versions in enumerate(files):
        for content in versions:
            for _time in range(rng.randint(0, 2)):
                whole = rng.random() < 0.7
                yield number, content if whole else content[: rng.randrange(len(content))]
        yield number, versions[-1]


@pytest.mark.timeout(0)
@pytest.mark.long("postgresql")  # seasons and ratings are added up in Python
def test_events_that_arrive_in_any_order_several_times_and_cut_off_make_the_same_season(client):
    rng = random.Random(1000)
    files = [versions_of(number, rng) for number in range(EVENTS)]
    before = transaction.savepoint()
    at_once = Federation(client)
    for number, versions in enumerate(files):
        assert at_once.put(number, versions[-1]) == 201
    expected = at_once.gathered()
    transaction.savepoint_rollback(before)
    copies.forget()

    federation = Federation(client)
    sent = [*deliveries(files, rng)]
    rng.shuffle(sent)
    answers = {}
    for at, (number, content) in enumerate(sent):
        status = federation.put(number, content)
        answers[status] = answers.get(status, 0) + 1
        if content not in files[number]:
            assert status in CUT_OFF
        if at % (len(sent) // LOOKS) == 0:
            federation.gathered()
    assert {200, 201, 409} < answers.keys() <= {200, 201, 409} | CUT_OFF
    for found, wanted in zip(federation.gathered(), expected, strict=True):
        assert [one for one in found if one not in wanted] == []
        assert len(found) == len(wanted)
    assert len(expected[0]) > 15
