"""The solved game, kept in the user's cache folder under the law, the engine and the payouts it was solved for."""

from __future__ import annotations

import json
import os
from datetime import date
from hashlib import sha256
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

from houseway.problems import InputError, Problem, shown
from houseway.regulation import UTH, law_for, law_hash
from houseway.version import __version__

from .payouts import Payouts, payouts_of
from .solved import Folds, Solution, UnbalancedSolution

if TYPE_CHECKING:
    from pathlib import Path

    from houseway.regulation import Law

MOST_KEPT = 8  # files; the oldest go first
_PREFIX = "uth-solution-"
_FORMAT = 2  # of the file


def _key(payouts: Payouts) -> dict[str, Any]:
    return {"format": _FORMAT, "engine": __version__, "law": law_hash(), "payouts": payouts.digest()}


def _path(payouts: Payouts) -> Path | None:
    """Where a solution is kept; None where nothing is to be kept (``HOUSEWAY_CACHE=off``)."""
    from houseway.ranking.kernels_cache import folder

    where = folder()
    name = sha256(json.dumps(_key(payouts), sort_keys=True).encode()).hexdigest()[:24]
    return where / f"{_PREFIX}{name}.json" if where is not None else None


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _folds(held: Any) -> Folds:
    """What was kept of the folded hands. TypeError, or a LookupError, where it has another form."""
    return Folds(*(_tuples(held[name]) for name in Folds._fields))


def load(payouts: Payouts) -> Solution | None:
    """The solution that was kept for these payouts, or None: no file, a damaged one, one of another law or engine.

    A file begins with the SHA-256 of what follows; and what it holds must pass the solution's own check.
    """
    path = _path(payouts)
    if path is None:
        return None
    try:
        digest, _, text = path.read_text("utf-8").partition("\n")
        if sha256(text.encode()).hexdigest() != digest:
            return None
        held = json.loads(text)
        if held["key"] != _key(payouts):
            return None
        solution = Solution(payouts, _tuples(held["hands"]), _tuples(held["tallies"]), _folds(held["folds"]))
        solution.check_balance()
    except (OSError, ValueError, LookupError, TypeError, UnbalancedSolution):
        return None
    return solution


def save(solution: Solution) -> bool:
    """Keep a solution, whole or not at all. False where the folder cannot be written: it is solved again next time."""
    path = _path(solution.payouts)
    if path is None:
        return False
    folds = solution.folds._asdict()
    text = json.dumps({"key": _key(solution.payouts), "hands": solution.hands, "tallies": solution.tallies, "folds": folds})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(
            "w", dir=path.parent, prefix=path.stem, suffix=".part", delete=False, encoding="utf-8", newline="\n"
        ) as part:
            part.write(f"{sha256(text.encode()).hexdigest()}\n{text}")
        os.replace(part.name, path)  # whoever reads meanwhile finds no file or the whole of it
        by_age = sorted(path.parent.glob(f"{_PREFIX}*.json"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in by_age[MOST_KEPT:]:
            old.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def all_kept(on: date | None = None) -> bool:
    """Whether there is a file of the solved game for every blind paytable of that day's law. It is not read for this."""
    law = law_for(UTH, on)
    paths = [_path(payouts_of(law, letter)) for letter in law.tables["blind"]]
    return all(path is not None and path.exists() for path in paths)


def solutions(on: date | None = None, recompute: bool = False) -> dict[str, Solution]:
    """The game under best play with each blind paytable, by letter, under the law of a day (None: the newest).

    Solved when it is first asked for and then kept; ``recompute`` solves it again. Raises InputError for a day before the
    oldest version of the law.
    """
    law = law_for(UTH, on)
    return _solutions(law, list(law.tables["blind"]), recompute)


def solution(blind: str = "A", on: date | None = None, recompute: bool = False) -> Solution:
    """The game with the blind paytable of that letter alone; as ``solutions``, and an InputError for an unknown letter."""
    law = law_for(UTH, on)
    if blind not in law.tables["blind"]:
        allowed = " or ".join(law.tables["blind"])
        raise InputError([Problem("wagers.blind.paytable", "is not a paytable of the law", shown(blind), allowed)])
    return _solutions(law, [blind], recompute)[blind]


def _solutions(law: Law, letters: list[str], recompute: bool) -> dict[str, Solution]:
    payouts = {letter: payouts_of(law, letter) for letter in letters}
    found = {} if recompute else {letter: kept for letter, each in payouts.items() if (kept := load(each)) is not None}
    missing = [letter for letter in letters if letter not in found]
    if missing:
        from .solving import solve_each

        for letter, solved in zip(missing, solve_each([payouts[letter] for letter in missing]), strict=True):
            save(solved)
            found[letter] = solved
    return {letter: found[letter] for letter in letters}
