"""Tables that fill themselves."""

from games.memo import Memo


def test_a_memo_fills_itself_and_forgets_when_it_is_large():
    memo = Memo(lambda key: [key])
    first = memo[1]
    assert memo[1] is first
    for n in range(Memo.MOST):
        memo[n + 2]
    assert len(memo) == 1
    assert memo[1] == [1]
