"""A person is erased: no row of the database has their name, and the record still holds."""

import json
import re

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tests.tournaments.seasons.gatherings import count, make_season
from tournaments.events.ledger.sealing import broken_seal, seal_all
from tournaments.ledger import Actor
from tournaments.models import (
    LedgerEntry,
    LedgerSeal,
    Phone,
    Player,
    Role,
    Season,
    Standing,
    StoredAnswer,
)
from tournaments.privacy import errors
from tournaments.privacy.rules import Eraser
from tournaments.privacy.services import alias_of, erase
from tournaments.registration.services import edit_player, walk_in
from tournaments.results.calls.services import call_conductor
from tournaments.results.calls.services import close as close_call
from tournaments.results.confirming.services import confirm_sheet, dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round, end_game, rule_sheet
from tournaments.seasons.computing import services as seasons
from tournaments.standings.computing import services as standings
from tournaments.standings.ruling.services import adjust

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
LATER = NOON + minutes(200)
SECRETS = ("Quillfeather", "Quilfether", "zephq", "Quillhaven", "quill.example", "Quillteam")


@pytest.fixture
def zephyrine():
    """Somebody who did all that a player can do, under two names, in a tournament of a season."""
    tournament = make_tournament()
    event = tournament.event
    facts = {"handle": "zephq", "home_town": "Quillhaven", "email": "zephq@quill.example"}
    player = walk_in(event, [tournament], name="Zephyrine Quilfether", **facts, by=ANNA, at=NOON)
    player = edit_player(player, name="Zephyrine Quillfeather", by=ANNA, at=NOON)
    player.team, player.household, player.notes = "Quillteam", "Quillhaven", "is Quillfeather's"
    player.save()
    others = make_entries(tournament, 2)
    round_ = make_round(tournament, [[player.entries.get(), *others]])
    table = round_.tables.get()
    _play(player, table)
    seat = table.seats.get(position=2)
    words = "Ask Zephyrine Quillfeather"
    call = call_conductor(seat, "other", words=words, by=ANNA, at=NOON + minutes(50))
    close_call(call, by=Actor(name=player.name), at=NOON + minutes(55), remark="Done")
    end_game(table, by=ANNA, at=NOON + minutes(60), reason="Zephyrine Quillfeather had to leave")
    close_round(round_, by=ANNA, at=NOON + minutes(120))
    adjust(others[0], "warning", by=ANNA, at=LATER, reason="spoke to Zephyrine Quillfeather")
    season = make_season(None, name="League", rule="best-results", counts_running=True)
    count(season, tournament)
    standings.refresh(tournament.pk, at=LATER)
    seasons.refresh(season, at=LATER)
    seal_all(now=LATER)
    answer = {"caller": "token", "route": "/", "key": "a-key", "claim": "it", "fingerprint": "it"}
    StoredAnswer.objects.create(
        **answer, body='{"player": "Zephyrine Quillfeather"}', created_at=LATER
    )
    return player


def _play(player, table):
    at = NOON + minutes(10)
    me = Actor(name=player.name, device="device-of-zephyrine", player=player)
    rival = table.seats.get(position=2).entry.player
    other = Actor(name=rival.name, player=rival)
    phone_of(Client(), player)
    for number in (1, 2):
        deal_hand(table, number, by=me, at=at + minutes(10 * number))
        hand = QuickHand(points={1: 20, 2: 5, 3: 0}, went_out=1)
        at_end = at + minutes(10 * number + 5)
        report_hand(table, number, hand, by=me, at=at_end, key=f"a-key-of-zephyrine-{number}")
    said = QuickHand(points={1: 20, 2: 6, 3: 0}, went_out=1)
    dispute_sheet(table, 2, said, by=other, at=at + minutes(30), reason=f"{player.name} is wrong")
    rule_sheet(table, 2, said, by=ANNA, at=at + minutes(31), reason=f"as {player.name} says")
    confirm_sheet(table, 1, by=other, at=at + minutes(32))


def rows_with(*words):
    """Where the database has one of these words: model and row."""
    found = []
    for model in apps.get_models():
        for row in QuerySet(model).values():
            text = json.dumps(row, default=str)
            found += [(model.__name__, word, text) for word in words if word in text]
    return found


def places(tournament_id):
    rows = Standing.objects.filter(tournament=tournament_id).order_by("rank")
    return [(row.entry_id, row.place, row.score) for row in rows]


def test_no_row_has_the_name_or_anything_else_of_the_person(zephyrine):
    assert {model for model, *_rest in rows_with(*SECRETS)} >= {
        *(
            "Player",
            "LedgerEntry",
            "SheetVersion",
            "Call",
            "Adjustment",
            "SeasonStanding",
            "StoredAnswer",
        ),
    }
    erased = erase(zephyrine, by=ANNA, at=LATER)
    assert rows_with(*SECRETS, zephyrine.badge) == []
    assert erased.name == alias_of(zephyrine) == f"Player {zephyrine.pk}"
    assert not Phone.objects.exists()


def test_results_and_places_stay(zephyrine):
    tournament_id = zephyrine.entries.get().tournament_id
    before = places(tournament_id)
    erase(zephyrine, by=ANNA, at=LATER)
    assert places(tournament_id) == before
    row = Season.objects.get().standings.get(name=alias_of(zephyrine))
    assert row.events == 1


def test_the_name_is_gone_from_every_page_and_file(client, zephyrine):
    erase(zephyrine, by=ANNA, at=LATER)
    event, tournament = zephyrine.event, zephyrine.entries.get().tournament
    client.force_login(make_conductor(event))
    here = [event.slug, tournament.slug]
    for address in (
        *(reverse(name, args=here) for name in ("standings", "standings-csv", "hands-csv")),
        *(reverse(name, args=[event.slug]) for name in ("roster", "ledger", "event-json")),
        reverse("season", args=["league"]),
        reverse("player", args=[event.slug, zephyrine.pk]),
        reverse("player-export", args=[event.slug, zephyrine.pk]),
    ):
        response = client.get(address)
        content = b"".join(response) if response.streaming else response.content
        assert response.status_code == 200, address
        assert not re.search(rb"Quillf|Quilfether|zephq|Quillhaven", content), address


def test_the_seals_hold_and_so_does_the_digest_that_somebody_noted_down(zephyrine):
    noted = list(LedgerSeal.objects.order_by("number").values_list("number", "digest"))
    erase(zephyrine, by=ANNA, at=LATER)
    assert broken_seal(zephyrine.event) is None
    now = list(LedgerSeal.objects.order_by("number").values_list("number", "digest"))
    assert now[: len(noted)] == noted
    call_command("check_ledger")
    entry = LedgerEntry.objects.get(verb="erase player")
    assert entry.seal is not None
    assert set(entry.after["seals"]) == {str(number) for number, _digest in noted}


@pytest.mark.parametrize("what", ["an entry", "a seal", "both"])
def test_the_ledger_cannot_be_changed_under_the_cover_of_an_erasure(zephyrine, what):
    erase(zephyrine, by=ANNA, at=LATER)
    entry = LedgerEntry.objects.exclude(seal=None).order_by("pk").first()
    if what != "a seal":
        QuerySet(LedgerEntry).filter(pk=entry.pk).update(subject="somebody else")
    if what != "an entry":
        QuerySet(LedgerSeal).filter(pk=entry.seal_id).update(rewritten="0" * 64)
    assert broken_seal(zephyrine.event) == entry.seal
    with pytest.raises(CommandError):
        call_command("check_ledger")


def test_erasing_twice_changes_nothing_more(zephyrine):
    erase(zephyrine, by=ANNA, at=LATER)
    count = LedgerEntry.objects.count()
    erase(Player.objects.get(pk=zephyrine.pk), by=ANNA, at=LATER)
    assert LedgerEntry.objects.count() == count


def test_two_can_be_erased_one_after_the_other(zephyrine):
    other = zephyrine.event.players.exclude(pk=zephyrine.pk).first()
    for player in (zephyrine, other):
        erase(player, by=ANNA, at=LATER)
    assert rows_with("Quillfeather'", other.identity) == []
    assert broken_seal(zephyrine.event) is None


def test_nobody_is_erased_while_they_play(zephyrine):
    make_round(zephyrine.entries.get().tournament, [[zephyrine.entries.get()]], number=2)
    with pytest.raises(errors.StillPlays):
        erase(zephyrine, by=ANNA, at=LATER)
    assert Player.objects.get(pk=zephyrine.pk).name == zephyrine.name


def test_an_owner_hands_out_and_erases_after_repeating_the_name(client, zephyrine):
    event = zephyrine.event
    client.force_login(make_conductor(event))
    stored = client.get(reverse("player-export", args=[event.slug, zephyrine.pk])).json()
    assert stored["player"][0]["email"] == "zephq@quill.example"
    assert len(stored["acts at tables"]) >= 4
    assert stored["ledger"]
    assert zephyrine.badge not in json.dumps(stored)
    where = reverse("player-privacy", args=[event.slug, zephyrine.pk])
    refused = client.post(where, {"name": "Zephyrine"}).content.decode()
    assert "Type the name exactly as shown above" in refused
    done = client.post(where, {"name": zephyrine.name}, follow=True).content.decode()
    assert alias_of(zephyrine) in done
    assert "Quillfeather" not in done


def test_a_conductor_who_is_no_owner_may_not(client, zephyrine):
    client.force_login(make_conductor(zephyrine.event, "c@example.org", role=Role.CONDUCTOR))
    where = reverse("player-privacy", args=[zephyrine.event.slug, zephyrine.pk])
    assert client.post(where, {"name": zephyrine.name}).status_code == 403


def test_only_whole_names_are_replaced():
    eraser = Eraser({"Ann Lee", "ann@example.org"}, "Player 17")
    assert eraser.text("Ann Lee, Ann Leeds and Joann Lee") == "Player 17, Ann Leeds and Joann Lee"
    assert eraser.value({"who": ["Ann Lee", 3], "Ann Lee": None}) == {
        "who": ["Player 17", 3],
        "Player 17": None,
    }
    assert Eraser({""}, "x").text("nothing") == "nothing"


def test_the_pages_take_a_known_number_of_queries(client, zephyrine, django_assert_max_num_queries):
    event = zephyrine.event
    client.force_login(make_conductor(event))
    with django_assert_max_num_queries(0):
        Client().get(reverse("privacy"))
    with django_assert_max_num_queries(7):
        client.get(reverse("player-privacy", args=[event.slug, zephyrine.pk]))
    with django_assert_max_num_queries(25):
        client.get(reverse("player-export", args=[event.slug, zephyrine.pk]))
