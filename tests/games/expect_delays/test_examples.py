"""Every example that expect-delays.txt prints, played with the house pack.

The letters of the Lines in the printed examples cannot be relied on (the two examples contradict
each other), so each is played on Lines that fit what the text says of them.
"""

from tests.games.expect_delays.positions import UPTOWN, at_table, moves, on, play, why_not


def test_run_the_line_example():
    """Heading "Run the Line": two cards of one Line, one of them with a second symbol."""
    state = at_table(C="c.t....", S="c.t...", hands=("c cs st", "o ot so"))
    play(state, "run C with c cs")
    assert on(state, "C") == "..c.t.."
    assert on(state, "S") == ".c.t.."
    assert (state.left, state.view(UPTOWN)["hands"]) == (1, [["st"], 3])


def test_action_phase_example():
    """Heading "Action Phase Example": a Run of three cards, a Disembark for 0 points, a Tourist,
    a Transfer that halves the opponent's Fare Swipes, and the Action Phase is over."""
    state = at_table(
        advisory="fare-inspection",
        swipes=(0, 4),
        C="c......",
        S="c.....",
        hands=("c c co", "o ot st"),
    )
    play(state, "run C with c c co")
    assert on(state, "C") == "...c..."
    play(state, "disembark S0 tourist O")
    assert (state.points, on(state, "S"), on(state, "O")) == ([0, 0], "......", "t......")
    assert state.swipes == [0, 2]
    assert state.actors() == (-1,)


def test_its_show_time():
    """Heading "Cards & Components": the one advisory printed in full."""
    state = at_table(advisory="its-show-time", S="c.....", O=".....c.", T="c.....")
    play(state, "disembark S0 tourist O")
    assert moves(state, "") == ["advisory eject O5", "advisory eject T0"]
    assert why_not(state, "pass") == "transfer-first"
    play(state, "advisory eject O5")
    assert (state.pool, state.points) == ([3, 2], [0, 0])
    assert (on(state, "O"), state.tourists) == ("t......", 5)
    assert moves(state, "disembark") == []


def test_swipes_beside_a_card():
    """Heading "Out of Service": the number on the card is what is gained."""
    for card, swipes in (("c", 2), ("cs", 1), ("co", 1)):
        assert play(at_table(), f"out of service {card}").swipes == [swipes, 2]
