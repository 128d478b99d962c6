"""A hand of a phone, from the deal to the standings, on whatever connection there is."""

from django.test import Client
from django.utils import timezone

from tests.builders import make_entries, make_round, make_tournament, phone_of
from tournaments.models import SheetVersion, Standing
from tournaments.standings.computing.services import refresh


def play_a_hand() -> None:
    """Deal and report one, the report twice with one key; it counts once."""
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    table = make_round(tournament, [entries], started_at=timezone.now()).tables.get()
    phone = Client(headers={"if-match": '"1"'})
    phone_of(phone, entries[0].player)
    place = f"/api/v1/tables/{table.code}"

    def post(path: str, content: dict) -> int:
        headers = {"idempotency-key": f"{path}-0123456789abcdef"}
        json_ = "application/json"
        return phone.post(f"{place}/{path}/", content, json_, headers=headers).status_code

    points = [{"seat": seat, "points": 5 * seat} for seat in range(1, 5)]
    hand = {"number": 1, "points": points, "went_out": 1}
    assert [post("deal", {"number": 1}), post("hands", hand)] == [201, 201]
    assert post("hands", hand) in {200, 201}  # the same key again
    refresh(tournament.pk, at=timezone.now())
    assert Standing.objects.filter(tournament=tournament).count() == 4
    versions = SheetVersion.objects.order_by("number").values_list("act", flat=True)
    assert list(versions) == ["deal", "report"]
