"""Mutation testing of the rules: each small fault put into one module must be noticed by the tests' own figures.

For every mutant a fresh process settles a fixed corpus (handed cases, recorded traces as text, every row of every paytable,
and generated rounds whose right lines the second settlement has worked out beforehand), with the fault in place. A mutant
that changes nothing the corpus can see survives and is printed.

    python tools/mutants.py [--module games/pai_gow_poker/rules.py ...] [--sample N] [--rounds N]

Operators: comparisons and arithmetic exchanged, and/or, not, numbers moved by one, texts changed, true/false, conditions
turned, returns and assignments and calls dropped.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "houseway"
MODULES = (
    "games/ruling.py", "games/ultimate_texas_holdem/features.py", "games/ultimate_texas_holdem/rules.py",
    "games/pai_gow_poker/features.py", "games/pai_gow_poker/rules.py", "games/house_way/policy.py", "progressive.py",
    "settlement/meters.py", "settlement/paying.py", "settlement/ultimate_texas_holdem.py", "settlement/pai_gow_poker.py",
    "settlement/pai_gow_words.py", "settlement/words.py", "settlement/payments.py", "settlement/result.py",
)  # fmt: skip
SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def _faults(node: ast.AST) -> list[str]:
    """The faults that can be put into one node."""
    if isinstance(node, ast.Compare):
        return [f"op{at}" for at, op in enumerate(node.ops) if type(op) in SWAPPED]
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)):
        return ["op"] if type(node.op) in SWAPPED else []
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        return ["drop"]
    if isinstance(node, ast.Constant) and node.value is not None and not isinstance(node.value, bytes):
        return ["value"] if node.value is not ... else []
    if isinstance(node, (ast.If, ast.IfExp)):
        return ["turn"]
    if isinstance(node, ast.Return) and node.value is not None:
        return ["none"]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ["remove"]
    return []


def _is_text_of_code(tree: ast.Module) -> set[int]:
    """Nodes that are no behaviour: docstrings, annotations, ``__all__``, what is imported for types only."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            skipped.update(id(part) for part in ast.walk(body[0]))
        for name in ("annotation", "returns"):
            if getattr(node, name, None) is not None:
                skipped.update(id(part) for part in ast.walk(getattr(node, name)))
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            skipped.update(id(part) for part in ast.walk(node))
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id in ("__all__", "__slots__") for t in node.targets
        ):
            skipped.update(id(part) for part in ast.walk(node))
        if isinstance(node, ast.Raise):  # the texts of errors that no input raises
            skipped.update(id(part) for part in ast.walk(node))
    return skipped


def mutants(source: str) -> list[tuple[int, int, str]]:
    """Every fault as (number of the node, line, kind)."""
    tree = ast.parse(source)
    skipped = _is_text_of_code(tree)
    found = []
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in skipped:
            found += [(number, getattr(node, "lineno", 0), kind) for kind in _faults(node)]
    return found


def mutated(source: str, number: int, kind: str) -> str:
    """The source with one fault."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    node: Any = nodes[number]
    if kind.startswith("op") and isinstance(node, ast.Compare):
        at = int(kind[2:])
        node.ops[at] = SWAPPED[type(node.ops[at])]()
    elif kind == "op":
        node.op = SWAPPED[type(node.op)]()
    elif kind == "drop":
        _replace(tree, node, node.operand)
    elif kind == "value":
        value = node.value
        node.value = (not value) if isinstance(value, bool) else value + 1 if isinstance(value, int) else value + "XX"
    elif kind == "turn":
        node.test = ast.UnaryOp(ast.Not(), copy.deepcopy(node.test))
    elif kind == "none" or kind == "remove":
        node.value = ast.Constant(None)
    return ast.unparse(ast.fix_missing_locations(tree))


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if item is old else item for item in value]


class _Faulty(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from a changed text."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self.name, self.path, self.text = name, path, text

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname != self.name:
            return None
        where = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self, submodule_search_locations=where)

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        exec(compile(self.text, str(self.path), "exec"), module.__dict__)


def corpus(rounds: int) -> list[tuple[Any, Any, Any]]:
    """Rounds, submissions and the lines that the second settlement finds; worked out without houseway."""
    from second import settle
    from second.generate import generate

    found: list[tuple[Any, Any, Any]] = []
    for case in json.loads((ROOT / "tests/cases/handed.json").read_text(encoding="utf-8")):
        right = "refused" if case.get("error") else settle(case["round"], case["submission"])
        found.append((case["round"], case["submission"], right))
    for game in ("ultimate-texas-holdem", "pai-gow-poker"):
        for seed in range(rounds):
            round_, submission = generate(game, 50_000 + seed, rare=seed % 3 > 0)
            found.append((round_, submission, settle(round_, submission)))
    return found


def noticed(entries: list[tuple[Any, Any, Any]]) -> bool:
    """Whether anything in the corpus comes out otherwise than it should."""
    import houseway
    from differential import side_by_side

    for round_, submission, right in entries:
        if right == "refused":
            try:
                houseway.settle(round_, submission)
            except houseway.InputError:
                continue
            return True
        side_by_side.second_settle = lambda *_, right=right: right  # type: ignore[assignment]
        if side_by_side.differences(round_, submission):
            return True
    from games import test_every_row
    from traces import traces

    for short, kept in traces.kept().items():
        for number, (round_, submission) in enumerate(kept, 1):
            if traces.text(round_, submission) != (traces.HERE / f"{short}-{number:02d}.txt").read_text(encoding="utf-8"):
                return True
            houseway.settle(round_, submission).to_dict()
    for row in test_every_row._rows():
        test_every_row.test_row(*row)
    for drawn in ("magic_card", "lucky_bonus"):
        test_every_row.test_bonuses(drawn, "five_card_bonus_player", 10000 if drawn == "magic_card" else 2500)
    return _exhaustive()


def _exhaustive() -> bool:
    """The rules on every combination of their features: the tests of ``tests/games/test_rules.py``, called directly."""
    from games import test_rules

    for name, test in vars(test_rules).items():
        if name.startswith("test_"):
            for arguments in _arguments(test):
                test(**arguments)
    return False


def _arguments(test: Any) -> list[dict[str, Any]]:
    """Every combination of a test's parameters."""
    found: list[dict[str, Any]] = [{}]
    for mark in getattr(test, "pytestmark", []):
        names, values = mark.args
        keys = names.split(",") if isinstance(names, str) else list(names)
        rows = [dict(zip(keys, (value,) if len(keys) == 1 else value, strict=True)) for value in values]
        found = [{**one, **row} for one in found for row in rows]
    return found


def killed(path: str, text: str, entries: list[tuple[Any, Any, Any]], seconds: int) -> bool:
    """Whether a mutant is noticed: by a wrong figure, by an error, or by not coming to an end."""
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        name = "houseway." + path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        sys.meta_path.insert(0, _Faulty(name, SOURCE / path, text))
        try:
            os._exit(1 if noticed(entries) else 0)
        except BaseException:
            os._exit(1)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) != 0
        time.sleep(0.005)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return True


def main() -> None:
    """Print each module's figures and its survivors; exit 1 where fewer than nine in ten were noticed."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--module", nargs="*", default=list(MODULES))
    asked.add_argument("--sample", type=int, default=0, help="this many mutants a module, chosen by a fixed seed; 0: all")
    asked.add_argument("--rounds", type=int, default=150, help="generated rounds a game")
    given = asked.parse_args()
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]
    entries = corpus(given.rounds)
    if not killed("version.py", (SOURCE / "version.py").read_text() + "\nraise ImportError", entries, 60):
        raise SystemExit("a module that cannot be imported is not noticed")
    began = time.monotonic()
    if killed("version.py", (SOURCE / "version.py").read_text(), entries, 300):
        raise SystemExit("the corpus does not pass without a fault")
    limit = int(10 + 5 * (time.monotonic() - began))
    all_found, all_killed = 0, 0
    for path in given.module:
        source = (SOURCE / path).read_text(encoding="utf-8")
        found = mutants(source)
        if given.sample and len(found) > given.sample:
            found = sorted(random.Random(path).sample(found, given.sample))
        survivors = []
        for number, line, kind in found:
            if not killed(path, mutated(source, number, kind), entries, limit):
                survivors.append(f"    {path}:{line}: {kind}: {source.splitlines()[line - 1].strip()}")
        dead = len(found) - len(survivors)
        all_found, all_killed = all_found + len(found), all_killed + dead
        print(f"{path}: {dead} of {len(found)} noticed", *survivors, sep="\n", flush=True)
    print(f"together: {all_killed} of {all_found} noticed, {all_killed / all_found:.1%}")
    raise SystemExit(0 if all_killed >= 0.9 * all_found else 1)


if __name__ == "__main__":
    main()
