"""The ranking of a convention of 400 people and 353 games: a hand moves it, and its page."""

from time import perf_counter, process_time

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import ANNA
from tournaments.demo.services import create_convention
from tournaments.models import ScoreSheet
from tournaments.rankings import computing
from tournaments.results.ruling.services import correct_hand

pytestmark = [pytest.mark.bench, pytest.mark.django_db]

MOST_BYTES, MOST_SECONDS = 100_000, 2
#: A worker looks for rankings that are out of date once a second.
WAIT = 1


def test_a_hand_moves_the_totals_of_a_convention(client, say, django_assert_max_num_queries):
    at = timezone.now()
    began = process_time()
    event = create_convention(speed=60, password="a password", at=at).event
    say(f"\nconvention: {process_time() - began:.0f} s of the processor to make it")
    ranking = event.rankings.order_by("pk").first()
    page = reverse("ranking", args=[event.slug, ranking.slug])
    client.get(page)
    began = process_time()
    size = len(client.get(page).content)
    say(f"ranking page: {size / 1000:.0f} KB, {process_time() - began:.2f} s to render")
    assert size <= MOST_BYTES

    played = ScoreSheet.objects.filter(table__round__tournament__slug="1846")
    sheet = played.select_related("table").order_by("pk").first()
    data = {"points": [points + place for place, points in enumerate(sheet.data["points"])]}
    correct_hand(sheet.table, 1, data, by=ANNA, at=at, reason="Counted again")
    assert ranking.pk in computing.stale()  # beside it the competition of 18xx, which 1846 is in
    began, wall = process_time(), perf_counter()
    with django_assert_max_num_queries(22):
        computing.refresh(ranking.pk, at=at)
    took, wall = process_time() - began, perf_counter() - wall
    say(f"totals: {took:.2f} s of the processor, {wall:.2f} s, after at most {WAIT} s of waiting")
    assert took + WAIT <= MOST_SECONDS
