"""Content packs: what the house pack holds, and what is wrong with a pack that is not good."""

import pytest

from games import packs
from games.expect_delays import loading
from games.expect_delays.pack import EFFECTS, SETTINGS, WITH_AMOUNT
from games.kernel import UnknownActionError
from games.packs import PackError
from tests.games.expect_delays.positions import GAME, game_of, house


class TestTheHousePack:
    """Heading "Components", and what the rulebook says of cards and Stops elsewhere."""

    def test_has_the_components_of_the_rulebook(self):
        pack = loading.load()
        assert sum(card.copies for card in pack.cards) == 16
        assert sum(advisory.copies for advisory in pack.advisories) == 18
        assert (pack.fare_swipes, pack.tourists, pack.commuters) == (8, 6, 3)
        assert (pack.start, pack.hand, pack.target) == ((0, 2), 3, 10)
        assert (pack.calm.board_cost, pack.calm.actions, pack.calm.run_cards) == (2, 2, 3)

    def test_gives_each_player_two_lines_that_begin_at_a_stop_of_no_points(self):
        lines = loading.load().lines
        assert [line.owner for line in lines] == [0, 0, 1, 1]
        assert [line.points[0] for line in lines] == [0, 0, 0, 0]
        assert any(0 in line.transfers for line in lines)

    def test_puts_each_symbol_on_six_cards(self):
        pack = loading.load()
        for number in range(4):
            assert sum(card.copies for card in pack.cards if number in card.lines) == 6

    def test_has_six_advisories_of_each_kind_and_every_effect_and_setting(self):
        advisories = loading.load().advisories
        kinds = [advisory.kind for advisory in advisories]
        assert [kinds.count(kind) for kind in ("new_action", "transfer", "event")] == [6, 6, 6]
        effects = {advisory.action for advisory in advisories}
        effects |= {advisory.transfer for advisory in advisories}
        assert effects == {0, *EFFECTS.values()}
        calm = loading.load().calm
        for name in SETTINGS:
            assert any(getattr(each, name) != getattr(calm, name) for each in advisories), name

    def test_says_that_it_is_invented(self):
        pack = loading.load()
        assert "invented" in pack.title
        assert "INVENTED" in pack.source

    def test_is_the_same_for_both_players_but_for_the_letters(self):
        lines = loading.load().lines
        assert [line.points for line in lines[:2]] == [line.points for line in lines[2:]]
        assert [line.transfers for line in lines[:2]] == [line.transfers for line in lines[2:]]


def faults(data):
    with pytest.raises(PackError) as caught:
        loading.read(packs.Pack(data, "test"))
    return [(fault.where, fault.code) for fault in caught.value.faults]


class TestAPackOfOnesOwn:
    """Every fault is reported, with its place."""

    @pytest.mark.parametrize(
        ("path", "value", "fault"),
        [
            (("limits", "hand"), 0, ("limits.hand", "range")),
            (("limits", "actions"), 9, ("limits.actions", "range")),
            (("limits", "board_cost"), "2", ("limits.board_cost", "type")),
            (("limits", "target"), 0, ("limits.target", "range")),
            (("limits", "swipes_at_start", "uptown"), 7, ("limits.swipes_at_start", "too-many")),
            (("limits", "speed"), 1, ("limits.speed", "unknown")),
            (("components", "train_cards"), 17, ("components.train_cards", "count")),
            (("components", "advisories"), 17, ("components.advisories", "count")),
            (("components", "fare_swipes"), 0, ("components.fare_swipes", "range")),
            (("components", "tourists"), -1, ("components.tourists", "range")),
            (("pack", "title"), "", ("pack.title", "empty")),
            (("pack", "version"), 0, ("pack.version", "range")),
            (("line", 0, "player"), "midtown", ("line.0.player", "choice")),
            (("line", 0, "stops"), [1, 2], ("line.0.stops", "stops")),
            (("line", 1, "stops"), [0, 1, 99], ("line.1.stops.2", "range")),
            (("line", 0, "transfers"), [7], ("line.0.transfers.0", "range")),
            (("line", 0, "id"), "S", ("line.1.id", "twice")),
            (("line", 0, "id"), "C2", ("line.0.id", "name")),
            (("line", 0, "player"), "downtown", ("line", "two-lines")),
            (("card", 0, "lines"), ["X"], ("card.0.lines.0", "choice")),
            (("card", 0, "lines"), [], ("card.0.lines", "symbols")),
            (("card", 0, "lines"), ["C", "S", "O"], ("card.0.lines", "symbols")),
            (("card", 0, "id"), "s", ("card.1.id", "twice")),
            (("card", 0, "id"), "a b", ("card.0.id", "name")),
            (("card", 0, "copies"), 0, ("card.0.copies", "range")),
            (("card", 0, "swipes"), -1, ("card.0.swipes", "range")),
            (("advisory", 0, "effect"), "explode", ("advisory.0.effect", "choice")),
            (("advisory", 0, "kind"), "rumour", ("advisory.0.kind", "choice")),
            (("advisory", 0, "amount"), 0, ("advisory.0.amount", "range")),
            (("advisory", 2, "amount"), 1, ("advisory.2.amount", "unknown")),
            (("advisory", 0, "set"), {"actions": 3}, ("advisory.0.set", "unknown")),
            (("advisory", 12, "set"), {}, ("advisory.12.set", "empty")),
            (("advisory", 12, "set"), {"weather": 1}, ("advisory.12.set.weather", "unknown")),
            (("advisory", 12, "set"), {"actions": 0}, ("advisory.12.set.actions", "range")),
            (("advisory", 12, "effect"), "walk", ("advisory.12.effect", "unknown")),
            (("advisory", 0, "id"), "bag-check", ("advisory.1.id", "twice")),
        ],
    )
    def test_a_fault_has_its_place(self, path, value, fault):
        data = house()
        inner = data
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        assert fault in faults(data)

    def test_all_faults_are_told_at_once(self):
        data = house()
        data["limits"]["hand"] = 9
        data["card"][3]["copies"] = 0
        del data["line"][2]["stops"]
        found = faults(data)
        assert {
            ("limits.hand", "range"),
            ("card.3.copies", "range"),
            ("line.2.stops", "missing"),
        } <= (set(found))

    def test_too_few_cards_or_advisories(self):
        data = house()
        data["card"], data["advisory"] = data["card"][:1], data["advisory"][:1]
        found = faults(data)
        assert ("card", "too-few") in found
        assert ("advisory", "too-few") in found

    def test_an_empty_file_is_told_what_belongs_there(self):
        where = {place for place, _ in faults({})}
        assert {"pack", "components", "limits", "line"} <= where

    def test_two_advisories_are_enough(self):
        data = house()
        data["advisory"] = data["advisory"][:2]
        data["components"]["advisories"] = 2
        assert len(game_of(data).model.advisories) == 2

    def test_an_amount_is_read(self):
        pack = loading.load()
        assert [each.amount for each in pack.advisories if each.amount] == [1, 1, 2]
        assert {"take_swipes", "levy_swipes"} == WITH_AMOUNT

    def test_an_event_cannot_allow_more_cards_than_a_hand_has(self):
        data = house()
        data["limits"]["hand"] = 2
        data["advisory"][16]["set"] = {"run_cards": 3}
        assert game_of(data).model.advisories[16].run_cards == 2

    def test_the_digest_follows_the_content(self):
        data = house()
        data["line"][0]["stops"][6] = 5
        assert game_of(data).digest != GAME.digest
        assert game_of(house()).digest == GAME.digest


class TestTheGame:
    def test_is_for_two(self):
        for players in (1, 3):
            with pytest.raises(ValueError, match="2 players"):
                GAME.new(players)
        assert list(GAME.players) == [2]

    def test_has_no_options(self):
        with pytest.raises(ValueError, match="fast"):
            GAME.new(2, fast=True)

    def test_knows_its_moves_by_their_texts(self):
        assert str(GAME.parse("run C with c cs")) == "run C with c cs"
        assert repr(GAME.parse("pass")) == "<pass>"
        with pytest.raises(UnknownActionError, match="fly C"):
            GAME.parse("fly C")

    def test_has_no_moves_that_can_never_be_made(self):
        """No more cards than a hand has, no more of a kind than there are."""
        assert {len(action.cards) for action in GAME.actions} == {0, 1, 2, 3}
        assert "deal co co c" not in {str(action) for action in GAME.actions}
        assert len(GAME.actions) == 473

    def test_lists_legal_moves_in_the_order_of_their_ids(self):
        """All moves are numbered Line by Line; test_contract sees the lists."""
        assert [action.id for action in GAME.actions] == list(range(len(GAME.actions)))


@pytest.mark.parametrize(
    "text", ["deal ot\not st", "deal ot ot st ", "deal  ot ot st", "deal ot\tst"]
)
def test_one_space_stands_between_cards_and_nothing_else(text):
    with pytest.raises(UnknownActionError):
        GAME.parse(text)


def test_the_order_of_cards_is_free():
    deal = next(
        one for one in GAME.actions if str(one).startswith("deal ") and len(set(one.cards)) > 1
    )
    word, *cards = str(deal).split(" ")
    assert GAME.parse(" ".join([word, *reversed(cards)])) is deal
