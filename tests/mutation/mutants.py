"""The mutants of a source: where something can be flipped, under a name that survives edits."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SILENT = frozenset({"__repr__", "strict"})
"""Functions, and arguments by keyword, that no rule rests on."""


class Mutant(NamedTuple):
    """``number`` finds it again in the same source; ``name`` outlives edits elsewhere in it."""

    number: int
    name: str
    line: int


class Site(NamedTuple):
    """A node that can be flipped, and which of its parts."""

    where: str
    node: ast.AST
    part: int


def mutants(source: str) -> list[Mutant]:
    """Every mutant of a source, in the order of the text."""
    found: list[Mutant] = []
    names: Counter[str] = Counter()
    for number, site in enumerate(_sites(ast.parse(source))):
        node = site.node
        before, line = _words(node), getattr(node, "lineno", 0)
        twin = copy.deepcopy(node)
        _flip(twin, site.part)
        name = f"{site.where}: {before} -> {_words(twin)}"
        names[name] += 1
        if names[name] > 1:
            name += f" #{names[name]}"
        found.append(Mutant(number, name, line))
    return found


def mutate(source: str, number: int) -> ast.Module:
    """The source with one thing flipped."""
    tree = ast.parse(source)
    site = next(one for index, one in enumerate(_sites(tree)) if index == number)
    _flip(site.node, site.part)
    return ast.fix_missing_locations(tree)


def of_files(files: list[Path]) -> list[tuple[Path, Mutant]]:
    """The mutants of several sources."""
    return [(file, mutant) for file in files for mutant in mutants(file.read_text("utf-8"))]


def _words(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:90]


def _sites(tree: ast.Module) -> Iterator[Site]:
    yield from _walk(tree, "")


def _walk(node: ast.AST, where: str) -> Iterator[Site]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        if node.name in SILENT:
            return
        where = f"{where}.{node.name}".lstrip(".")
    yield from _of_node(node, where)
    for child in _children(node):
        yield from _walk(child, where)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The code that runs: no annotations, decorators, imports for the type checker, or texts."""
    if isinstance(node, ast.AnnAssign):
        yield from filter(None, (node.value,))
    elif isinstance(node, ast.FunctionDef):
        yield from node.args.defaults
        yield from filter(None, node.args.kw_defaults)
        yield from node.body
    elif isinstance(node, ast.ClassDef):
        yield from node.body
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        yield from node.orelse
    elif isinstance(node, ast.keyword) and node.arg in SILENT:
        return
    elif not (isinstance(node, ast.JoinedStr | ast.Assert) or _is_sentence(node)):
        yield from ast.iter_child_nodes(node)


def _is_sentence(node: ast.AST) -> bool:
    names = ("Refusal", "Issue")
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in names


def _of_node(node: ast.AST, where: str) -> Iterator[Site]:
    if isinstance(node, ast.Compare):
        yield from (Site(where, node, i) for i, op in enumerate(node.ops) if type(op) in COMPARE)
    elif any(
        (
            isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in ARITHMETIC,
            isinstance(node, ast.BoolOp | ast.IfExp),
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub),
            isinstance(node, ast.Constant) and type(node.value) in (int, bool),
        )
    ):
        yield Site(where, node, 0)


def _flip(node: ast.AST, part: int) -> None:
    if isinstance(node, ast.Compare):
        node.ops[part] = COMPARE[type(node.ops[part])]()
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = ARITHMETIC[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node.op = ast.UAdd()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else _more(node.value)


def _more(value: object) -> int:
    return value + 1 if isinstance(value, int) else 1
