"""Classes, teams and prizes of an event's ranking."""

from copy import deepcopy
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament, minutes
from tests.tournaments.rankings.conventions import PROFILE_OF_TWO, counted, make_ranking
from tests.tournaments.standings.hands import play_round
from tournaments.errors import ChangedMeanwhile, ChangedSinceSeen
from tournaments.models import Entry, LedgerEntry, Player, Round
from tournaments.privacy.services import erase
from tournaments.rankings import computing
from tournaments.rankings import services as rankings
from tournaments.rankings.honours import errors, queries, services
from tournaments.seen import digest

# Honours are counted in Python: test_rankings.py stores rankings on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

WHO = {"by": ANNA, "at": NOON}
BEFORE = {"by": ANNA, "at": NOON - minutes(10)}


def people(event):
    return list(event.players.order_by("pk"))


def names(*players):
    return "\n".join(one.shown_name for one in players)


def two_games():
    """Six people, and a game of each of two categories, both of which began at noon."""
    event = make_event()
    long = make_tournament(event, name="Rails")
    entries = make_entries(long, 6)
    short = make_tournament(event, name="Streets")
    again = Entry.objects.bulk_create(
        Entry(tournament=short, player=one.player, status=Entry.Status.CHECKED_IN,
              entered_at=NOON, status_at=NOON)
        for one in entries
    )  # fmt: skip
    play_round(long, [list(zip(entries, (9, 8, 7, 6, 5, 4), strict=True))], number=1)
    play_round(short, [list(zip(again, (1, 2, 3, 4, 5, 6), strict=True))], number=1)
    ranking = counted(event, [entries, again], scheme="house")
    return event, ranking


@pytest.fixture(scope="module")
def two_once(module_database):
    """Made once; what a test does with it is rolled back."""
    return two_games()


@pytest.fixture
def two(two_once):
    return deepcopy(two_once)


@pytest.fixture
def event():
    """Another one, whose conductor sets everything up."""
    return make_event("Spring Meet")


def shown(ranking):
    computing.refresh(ranking.pk, at=NOON)
    return queries.honours(ranking)


class TestTeams:
    def test_count_the_best_of_any_member_that_began_after_they_registered(self, two):
        event, ranking = two
        one, two, three, *others = people(event)
        began = Round.objects.order_by("started_at").first().started_at
        early = {"by": ANNA, "at": began - minutes(1)}
        services.register_team(ranking, name="Reds", members=names(one, two, three), **early)
        late = {"by": ANNA, "at": began}
        services.register_team(ranking, name="Blues", members=names(*others), **late)
        reds, blues = shown(ranking).teams
        # The first of Rails has 4, the fourth of Streets 4 - 3 * 3/5.
        assert (reds.team.name, reds.team.place) == ("Reds", 1)
        assert Fraction(reds.team.total) == 4 + 4 - Fraction(9, 5)
        assert [(part.category, part.player) for part in reds.parts] == [
            ("Long games", one),
            ("Short games", three),
        ]
        assert reds.parts[0].table.round.tournament.name == "Rails"
        assert (blues.team.total, blues.parts, blues.team.place) == ("0", [], None)

    def test_are_noted_on_the_roster_so_that_they_sit_apart(self, two):
        event, ranking = two
        members = people(event)[:3]
        members[0].team = "Club"
        members[0].save()
        team = services.register_team(ranking, name=" The  Reds", members=names(*members), **WHO)
        noted = Player.objects.filter(event=event, team="The Reds").order_by("pk")
        assert list(noted) == members
        services.withdraw_team(team, **WHO)
        noted = Player.objects.exclude(team="").values_list("pk", "team")
        assert list(noted) == [(members[0].pk, "Club")]
        assert shown(ranking).teams == []

    def test_have_as_many_members_as_the_profile_says(self, two):
        event, ranking = two
        two = names(*people(event)[:2])
        with pytest.raises(errors.TeamSize, match="from 3 to 4 members"):
            services.register_team(ranking, name="Pair", members=two, **WHO)
        rankings.change_ranking(ranking, team_from=2, team_to=2, **WHO)
        services.register_team(ranking, name="Pair", members=two, **WHO)
        with pytest.raises(errors.TeamSize):
            services.register_team(ranking, name="Trio", members=names(*people(event)[2:5]), **WHO)

    def test_share_nobody_and_no_name(self, two):
        event, ranking = two
        first, others = people(event)[:3], people(event)[2:]
        services.register_team(ranking, name="Reds", members=names(*first), **WHO)
        with pytest.raises(errors.AlreadyInTeam) as refused:
            services.register_team(ranking, name="Blues", members=names(*others), **WHO)
        assert others[0].shown_name in str(refused.value)
        with pytest.raises(errors.NameTaken):
            services.register_team(ranking, name="REDS", members=names(*others[1:]), **WHO)
        with pytest.raises(errors.NobodyCalled):
            services.register_team(ranking, name="Blues", members="Nobody of this name", **WHO)

    def test_name_people_as_they_are_told_apart(self, two):
        event, ranking = two
        same = [
            Player.objects.create(event=event, name="Sam Lee", home_town=town, identity=town)
            for town in ("Leeds", "York")
        ]
        same = [Player.objects.get(pk=one.pk) for one in same]
        with pytest.raises(errors.SeveralCalled):
            services.add_class(ranking, name="Novices", rule="", members="sam  lee", **WHO)
        made = services.add_class(ranking, name="Novices", rule="", members=names(*same), **WHO)
        assert [one.player for one in made.members.order_by("player")] == same


class TestClasses:
    def test_rank_their_members_among_themselves(self, two):
        event, ranking = two
        one, two, three, *_others = people(event)
        new = make_entries(event.tournaments.get(name="Rails"), 1)[0].player
        services.add_class(
            ranking, name="Novices", rule="first time", members=names(three, new, two), **WHO
        )
        (novices,) = shown(ranking).classes
        # Everybody has 5 in all; the second has 4 - 3/5 and 1 + 3/5.
        assert [(placed.who, placed.place) for placed in novices.placed] == [(two, 1), (three, 2)]
        assert novices.others == [new]
        assert one not in [placed.who for placed in novices.placed]

    def test_change_without_undoing_what_somebody_else_changed(self, two):
        event, ranking = two
        one, two, *_others = people(event)
        made = services.add_class(ranking, name="Novices", rule="", members=names(one), **WHO)
        seen = queries.values_of_class(made)
        services.change_class(made, seen=seen, **(seen | {"members": names(one, two)}), **WHO)
        services.change_class(made, seen=seen, **(seen | {"name": "Rookies"}), **WHO)
        made = ranking.classes.get()
        assert (made.name, made.members.count()) == ("Rookies", 2)
        with pytest.raises(ChangedMeanwhile):
            services.change_class(made, seen=seen, **(seen | {"members": names(two)}), **WHO)
        with pytest.raises(ChangedSinceSeen):
            services.remove_class(made, seen=digest(seen), **WHO)
        services.remove_class(made, seen=digest(queries.values_of_class(made)), **WHO)
        assert not ranking.classes.exists()

    def test_lose_whoever_is_erased_and_teams_keep_a_place_without_a_name(self, two):
        event, ranking = two
        one, two, three, *_others = people(event)
        services.add_class(ranking, name="Juniors", rule="", members=names(one, two), **WHO)
        services.register_team(ranking, name="Reds", members=names(one, two, three), **WHO)
        Round.objects.update(status=Round.Status.CLOSED)
        erase(one, by=ANNA, at=NOON)
        (juniors,) = shown(ranking).classes
        assert [placed.who for placed in juniors.placed] == [two]
        (reds,) = queries.honours(ranking).teams
        assert one in reds.members
        assert one.name not in names(*reds.members)


class TestPrizes:
    def test_are_due_to_whoever_stands_at_their_place_and_given_to_whoever_gets_them(self, two):
        event, ranking = two
        one, two, *_others = people(event)
        rankings.change_ranking(ranking, tie_breaks=[], **WHO)
        overall = services.add_prize(ranking, of="overall", place=2, label="A whistle", **WHO)
        services.add_prize(ranking, of="iron", place=7, label="An anvil", **WHO)
        # Each of the six has 5 in all, so they share all places.
        found = {shown.prize.label: shown.due for shown in shown(ranking).prizes}
        assert found == {"A whistle": people(event), "An anvil": []}
        services.give_prize(overall, two, reason="a play-off", seen={"to": ""}, **WHO)
        (given,) = [it for it in queries.honours(ranking).prizes if it.prize == overall]
        assert (given.winner, given.prize.given_at) == (two, NOON)
        with pytest.raises(ChangedMeanwhile):
            services.give_prize(overall, one, reason="a lot", seen={"to": ""}, **WHO)
        services.give_prize(overall, None, seen={"to": str(two.pk)}, **WHO)
        assert ranking.prizes.get(pk=overall.pk).given_at is None

    def test_among_equals_are_decided_with_a_reason_that_everybody_reads(self, client, two):
        event, ranking = two
        one, two, *_others = people(event)
        hat = services.add_prize(ranking, of="overall", place=1, label="A hat", **WHO)
        rankings.change_ranking(ranking, tie_breaks=[], **WHO)
        computing.refresh(ranking.pk, at=NOON)
        with pytest.raises(errors.PrizeNeedsReason) as refused:
            services.give_prize(hat, two, **WHO)
        assert one.shown_name in str(refused.value)
        given = services.give_prize(hat, two, reason=" a  play-off ", **WHO)
        assert (given.given_by, given.reason) == (ANNA.name, "a play-off")
        said = LedgerEntry.objects.filter(event=event, verb="give prize").get()
        assert (said.actor, said.after["reason"]) == (ANNA.name, "a play-off")
        page = client.get(f"/e/{event.slug}/ranking/{ranking.slug}/honours/").text
        assert "a play-off" in page
        assert ANNA.name in page
        # A word corrected later is a decision of whoever corrects it; taken back, nothing is left.
        services.give_prize(hat, two, reason="by lot", seen=queries.values_given(given), **WHO)
        assert ranking.prizes.get().reason == "by lot"
        services.give_prize(hat, None, **WHO)
        taken = ranking.prizes.get()
        assert (taken.given_by, taken.reason, taken.player) == ("", "", None)

    def test_need_a_reason_for_somebody_who_is_not_there_and_none_for_the_only_one(self, two):
        event, ranking = two
        streets = event.tournaments.get(name="Streets")
        entries = streets.entries.order_by("player_id")
        play_round(streets, [list(zip(entries, (9, 8, 7, 6, 5, 4), strict=True))], number=2)
        computing.refresh(ranking.pk, at=NOON)
        hat = services.add_prize(ranking, of="overall", place=1, label="A hat", **WHO)
        (first,) = queries.due_for(hat)
        other = next(who for who in people(event) if who != first)
        with pytest.raises(errors.PrizeNeedsReason):
            services.give_prize(hat, other, **WHO)
        assert services.give_prize(hat, first, **WHO).reason == ""
        assert services.give_prize(hat, other, reason="the first has left", **WHO).player == other

    def test_is_due_to_nobody_once_it_was_removed(self, two):
        _event, ranking = two
        hat = services.add_prize(ranking, of="overall", place=1, label="A hat", **WHO)
        type(hat).objects.all().delete()
        assert queries.due_for(hat) == []

    def test_that_nobody_has_can_have_no_reason(self, two):
        _event, ranking = two
        services.add_prize(ranking, of="overall", place=1, label="A hat", **WHO)
        with pytest.raises(IntegrityError), transaction.atomic():
            ranking.prizes.update(reason="a lot")

    def test_of_teams_go_to_teams_and_others_to_people(self, two):
        event, ranking = two
        one, two, three, *_others = people(event)
        team = services.register_team(ranking, name="Reds", members=names(one, two, three), **WHO)
        cup = services.add_prize(ranking, of="teams", place=1, label="A cup", **WHO)
        hat = services.add_prize(ranking, of="iron", place=1, label="A hat", **WHO)
        stranger = make_entries(make_tournament(make_event(name="Elsewhere")), 1)[0].player
        for prize, to in ((cup, one), (hat, team), (hat, stranger)):
            with pytest.raises(errors.WrongWinner):
                services.give_prize(prize, to, **WHO)
        services.give_prize(cup, team, **WHO)
        with pytest.raises(errors.HasPrizes):
            services.withdraw_team(team, **WHO)
        services.remove_prize(cup, **WHO)
        services.withdraw_team(team, **WHO)

    def test_of_a_class_name_one_of_this_ranking(self, two):
        event, ranking = two
        other = make_ranking(event, **(PROFILE_OF_TWO | {"name": "Other"}))
        novices = services.add_class(other, name="Novices", rule="", members="", **WHO)
        wrong = [
            {"of": "class", "of_class": novices.pk},
            {"of": "class"},
            {"of": "juniors"},
        ]
        for values in wrong:
            with pytest.raises(errors.NoSuchClass):
                services.add_prize(ranking, place=1, label="A hat", **values, **WHO)
        services.add_prize(other, of="class", of_class=novices.pk, place=1, label="A hat", **WHO)
        with pytest.raises(errors.HasPrizes):
            services.remove_class(novices, **WHO)
        said = LedgerEntry.objects.filter(event=event, verb="add prize").get()
        assert said.after == {"prize": "A hat", "of": "class", "place": 1, "class": "Novices"}


class TestThePages:
    def address(self, ranking, more=""):
        return f"/e/{ranking.event.slug}/ranking/{ranking.slug}/honours/{more}"

    def test_a_conductor_sets_everything_up_and_everybody_reads_it(self, client, owner, event):
        one, two, three = (
            entry.player for entry in make_entries(make_tournament(event, name="Rails"), 3)
        )
        ranking = make_ranking(event)
        forms = {
            "classes/new/": {"name": "Novices", "rule": "first time", "members": names(one)},
            "teams/new/": {"name": "Reds", "members": names(one, two, three)},
            "prizes/new/": {"of": "teams", "place": 1, "label": "A cup"},
        }
        for address, values in forms.items():
            answer = client.post(self.address(ranking, address), values)
            assert answer.url.startswith(self.address(ranking))
        cup = ranking.prizes.get()
        page = client.get(self.address(ranking, f"prizes/{cup.pk}/")).text
        assert "Reds" in page
        team = ranking.teams.get()
        client.post(self.address(ranking, f"prizes/{cup.pk}/"), {"to": str(team.pk)})
        assert ranking.prizes.get().team == team
        refused = client.post(self.address(ranking, "teams/new/"), forms["teams/new/"])
        assert "This ranking already has “Reds”." in refused.text
        client.logout()
        page = client.get(self.address(ranking)).text
        for words in ("A cup", "Novices", "first time", "Reds", one.shown_name):
            assert words in page
        assert "For conductors" not in page
        assert self.address(ranking) in client.get(ranking.get_absolute_url()).text

    @pytest.mark.long
    def test_more_people_and_teams_take_no_more_queries(self, client, same_queries, two):
        event, ranking = two
        tournament = event.tournaments.get(name="Rails")

        def add(count, team):
            entries = make_entries(tournament, count)
            number = tournament.rounds.count() + 1
            play_round(tournament, [[(one, 5) for one in entries]], number=number)
            members = names(*(one.player for one in entries[:3]))
            services.add_class(ranking, name=f"Class {team}", rule="", members=members, **WHO)
            services.register_team(ranking, name=team, members=members, **BEFORE)
            services.add_prize(ranking, of="teams", place=1, label=f"Cup {team}", **WHO)
            computing.refresh(ranking.pk, at=NOON)

        place = f"/api/v1/events/{event.slug}/rankings/{ranking.slug}/"
        addresses = [self.address(ranking)]
        addresses += [f"{place}{name}/" for name in ("classes", "teams", "prizes")]
        add(3, "Reds")
        client.get(self.address(ranking))
        for count, team in ((4, "Blues"), (5, "Greens")):
            for address in addresses:
                with same_queries(address, at_most=14):
                    client.get(address)
            add(count, team)

    def test_programs_read_them(self, client, two):
        event, ranking = two
        one, two, three, *others = people(event)
        services.add_class(ranking, name="Novices", rule="", members=names(one), **WHO)
        team = services.register_team(
            ranking, name="Reds", members=names(one, two, three), **BEFORE
        )
        services.register_team(ranking, name="Blues", members=names(*others), **WHO)
        cup = services.add_prize(ranking, of="teams", place=1, label="A cup", **WHO)
        services.give_prize(cup, team, **WHO)
        computing.refresh(ranking.pk, at=NOON)
        place = f"/api/v1/events/{event.slug}/rankings/{ranking.slug}/"
        read = {
            name: client.get(f"{place}{name}/").json()["results"][0]
            for name in ("classes", "teams", "prizes")
        }
        assert [it["player_id"] for it in read["classes"]["members"]] == [one.pk]
        team.refresh_from_db()
        assert (read["teams"]["place"], read["teams"]["total"]) == (1, team.total)
        assert {part["player"] for part in read["teams"]["parts"]} <= {one.pk, two.pk, three.pk}
        assert (read["prizes"]["team_id"], read["prizes"]["player_id"]) == (team.pk, None)
