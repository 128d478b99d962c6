"""The mutants of a source: every flip once, each under a name of its own."""

from __future__ import annotations

import ast

from tests.mutation.mutants import mutants, mutate

SOURCE = '''
def fee(age, member):
    """Prose is left alone: 3 + 4."""
    if age < 12 and not member:
        return Refusal("young", f"{age + 1} is needed", "Fees")
    total: int = 0
    total += 5 if member else -9
    return max(total - 1, 1)
'''


def names(source: str) -> list[str]:
    return [mutant.name for mutant in mutants(source)]


def test_every_comparison_sum_word_and_number_can_be_flipped():
    assert names(SOURCE) == [
        "fee: age < 12 and (not member) -> age < 12 or not member",
        "fee: age < 12 -> age <= 12",
        "fee: 12 -> 13",
        "fee: not member -> +bool(member)",
        "fee: 0 -> 1",
        "fee: total += 5 if member else -9 -> total -= 5 if member else -9",
        "fee: 5 if member else -9 -> -9 if member else 5",
        "fee: 5 -> 6",
        "fee: -9 -> +9",
        "fee: 9 -> 10",
        "fee: total - 1 -> total + 1",
        "fee: 1 -> 2",
        "fee: 1 -> 2 #2",
    ]


def test_a_mutant_is_the_source_with_that_one_thing_flipped():
    plain = ast.unparse(ast.parse(SOURCE))
    for mutant in mutants(SOURCE):
        text = ast.unparse(mutate(SOURCE, mutant.number))
        changed = [
            (a, b) for a, b in zip(plain.splitlines(), text.splitlines(), strict=True) if a != b
        ]
        assert len(changed) == 1, mutant.name


def test_a_name_outlives_edits_elsewhere():
    assert names(SOURCE + "\n\ndef other():\n    return 1\n")[:-1] == names(SOURCE)


def test_what_no_rule_rests_on_is_left_alone():
    assert names("def __repr__(self):\n    return 1 + 1\n") == []
    assert names("zip(a, b, strict=True)\nassert x == 1\nIssue(str(1), 'code', '')\n") == []
    assert names("if TYPE_CHECKING:\n    X = 1\n") == []
