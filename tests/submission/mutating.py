"""Mutated submission files: each with what must be said of it and on which line, or noise that must not bring a traceback.

Two kinds. *Meant*: one value or key of a compliant submission is made wrong before it is written in a random style of TOML;
the writer knows the line. *Noise*: the bytes of a written file are damaged; whatever is said must stand on a line of the
file, by its own text.
"""

from __future__ import annotations

import random
import re
import string
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from houseway.problems import InputError
from houseway.submission import Examination, examine_bytes
from submission.emitting import Document, Path, Raw, emit
from submission.samples import COMPLIANT, example

PROBLEM, VIOLATION, NOTICE = "problem", "violation", "notice"
BASES = [example(name) for name in COMPLIANT]


class Case(NamedTuple):
    """A mutated file: its bytes, what was done, and for a meant mutation the kind of answer, its place and its line."""

    data: bytes
    done: str
    kind: str | None
    path: Path
    line: int


def cases(seed: int, count: int) -> Iterator[Case]:
    """``count`` mutated files, the same for the same seed."""
    dice = random.Random(seed)
    for turn in range(count):
        yield meant(dice) if turn % 2 else noise(dice)


# --- meant mutations


def leaves(table: dict[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def holder(table: dict[str, Any], path: Path) -> dict[str, Any]:
    """The table that holds a path's last key."""
    for part in path[:-1]:
        table = table[part]  # type: ignore[index]
    return table


def meant(dice: random.Random) -> Case:
    form = deepcopy(dice.choice(BASES))
    path, value = dice.choice(list(leaves(form)))
    change = dice.choice([wrong_type, wrong_key, unlawful, missing])
    done, kind, place = change(dice, form, path, value)
    document = emit(form, dice)
    line = document.line(place)
    text = document.text.replace("\n", "\r\n") if dice.random() < 0.2 else document.text
    return Case(text.encode(), done, kind, place, line)


WRONG = [Raw("1979-05-27T07:32:00Z"), Raw("0x10"), Raw("1e3"), Raw("nan"), Raw("07:32:00"), True, {"a": 1}, [[]], 5, -3, 2.5]


def wrong_type(dice: random.Random, form: dict[str, Any], path: Path, value: Any) -> tuple[str, str, Path]:
    """A value of a type that the key cannot have."""
    of = holder(form, path)
    if path[-1] == "amounts":
        index = dice.randrange(len(value))
        value[index] = dice.choice([True, "x", -1, 0.5, Raw("1979-05-27"), [1]])
        return f"{path}[{index}] = {value[index]}", PROBLEM, (*path, index)
    money = path[-1] in ("minimum", "maximum_payout", "initial", "reset")
    flag = path[-1] in ("magic_card", "lucky_bonus")
    fits = (5,) if money else (True,) if flag else ()
    raw = dice.choice([bad for bad in WRONG if bad not in fits and not (money and bad == Raw("0x10"))])
    of[path[-1]] = raw  # type: ignore[index]
    return f"{path} = {raw}", PROBLEM, path


def wrong_key(dice: random.Random, form: dict[str, Any], path: Path, value: Any) -> tuple[str, str, Path]:
    """A key, or one of the tables around it, misspelt."""
    at = dice.randrange(len(path))
    of, key = holder(form, path[: at + 1]), str(path[at])
    known = {"magic_card", "lucky_bonus"}
    while True:
        place = dice.randrange(len(key))
        letter = dice.choice([*string.ascii_lowercase, "_", "é", " "])
        before, after = key[:place], key[place + 1 :]
        new = dice.choice([before + after, before + letter + key[place] + after, before + letter + after])
        if new and new not in of and new not in known:
            break
    items = list(of.items())
    of.clear()
    of.update((new if name == key else name, inner) for name, inner in items)
    return f"{path[: at + 1]} -> {new!r}", PROBLEM, (*path[:at], new)


UNLAWFUL: dict[str, list[Any]] = {
    "paytable": ["E", "Z", "AA", "Ä"],
    "initial": ["0", "1999.99", "0.01"],
    "reset": ["0", "1999.99", "0.01"],
    "maximum_payout": ["0", "49999.99", 1],
    "effective": [Raw("1999-12-31"), "2014-12-12"],
    "variant": ["Fortune", "dragon"],
    "house_way": ["foxwood", "Standard"],
    "vigorish_rounding": ["exactly", "up"],
}


def unlawful(dice: random.Random, form: dict[str, Any], path: Path, value: Any) -> tuple[str, str, Path]:
    """A value that is understood and not lawful; where the key has none, the key is misspelt instead."""
    of, key = holder(form, path), str(path[-1])
    if path[0] == "switches":
        of[key] = "perhaps"
        return f"{path} = perhaps", VIOLATION, path
    if key == "amounts" and form["game"] == "ultimate-texas-holdem":
        index = dice.randrange(len(value) + 1)
        value.insert(index, dice.choice(["2.00", "4.99", 10]))
        return f"{path}[{index}] = {value[index]}", VIOLATION, (*path, index)
    if key == "paytable" and path[1] == "insurance":
        of[key] = "A" if form["variant"] == "fortune" else dice.choice("CDE")
        return f"{path} = {of[key]}", VIOLATION, path
    if key not in UNLAWFUL:
        return wrong_key(dice, form, path, value)
    of[key] = dice.choice(UNLAWFUL[key])
    return f"{path} = {of[key]}", VIOLATION, path


WANTED = (
    "effective",
    "variant",
    "house_way",
    "vigorish_rounding",
    "paytable",
    "initial",
    "reset",
    "certificate_holder",
    "amounts",
)


def missing(dice: random.Random, form: dict[str, Any], path: Path, value: Any) -> tuple[str, str, Path]:
    """A key that the law wants is left out: told at the line of its table."""
    key = str(path[-1])
    uth = form["game"] == "ultimate-texas-holdem"
    del holder(form, path)[key]
    if key == "game":
        return "no game", PROBLEM, path
    if key == "rate_of_progression":
        return f"no {path}", VIOLATION if uth else NOTICE, path
    if key == "certificate_holder" or (key == "amounts" and uth):
        return f"no {path}", NOTICE, path
    if key == "amounts" and "limits" in form:
        return f"no {path}", VIOLATION, (*path[:-1], "minimum")
    if key == "minimum" and path[1] != "pai_gow" and "limits" in form and path[1] not in ("five_card_bonus", "progressive"):
        return f"no {path}", VIOLATION, path
    if key in WANTED and key != "amounts":
        return f"no {path}", VIOLATION, path
    holder(form, path)[key] = value  # nothing asks for it
    return wrong_key(dice, form, path, value)


# --- noise


def noise(dice: random.Random) -> Case:
    document: Document = emit(dice.choice(BASES), dice)
    data = bytearray(document.text.encode())
    done = []
    for _ in range(dice.choice([1, 1, 1, 2, 5, 20])):
        harm: Callable[[random.Random, bytearray], str] = dice.choice([flip, insert, delete, truncate, double, swap, splice])
        done.append(harm(dice, data))
    return Case(bytes(data), ", ".join(done), None, (), 0)


def flip(dice: random.Random, data: bytearray) -> str:
    if data:
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return "flip"


def insert(dice: random.Random, data: bytearray) -> str:
    piece = dice.choice(
        [b"\n", b'"', b"'", b"[", b"]", b"{", b"}", b"=", b".", b"#", b",", b"\\", b"\0", b"\xff", b'"""', b"9", b" "]
    )
    at = dice.randrange(len(data) + 1)
    data[at:at] = piece
    return f"insert {piece!r}"


def delete(dice: random.Random, data: bytearray) -> str:
    at = dice.randrange(len(data) + 1)
    del data[at : at + dice.choice([1, 1, 2, 10])]
    return "delete"


def truncate(dice: random.Random, data: bytearray) -> str:
    if dice.random() < 0.3:
        del data[dice.randrange(len(data) + 1) :]
    return "truncate"


def double(dice: random.Random, data: bytearray) -> str:
    lines = bytes(data).split(b"\n")
    at = dice.randrange(len(lines))
    data[:] = b"\n".join([*lines[:at], lines[at], *lines[at:]])
    return "double a line"


def swap(dice: random.Random, data: bytearray) -> str:
    lines = bytes(data).split(b"\n")
    a, b = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    data[:] = b"\n".join(lines)
    return "swap lines"


def splice(dice: random.Random, data: bytearray) -> str:
    other = emit(dice.choice(BASES), dice).text.encode().split(b"\n")
    lines = bytes(data).split(b"\n")
    at = dice.randrange(len(lines))
    data[:] = b"\n".join([*lines[:at], *dice.choices(other, k=dice.randint(1, 3)), *lines[at:]])
    return "splice"


# --- what must be true of the answer


class Wrong(AssertionError):
    """An answer that is not what the mutation asks for."""


def judge(case: Case) -> str:
    """Raises Wrong where the answer to a mutated file is not right; returns what was answered.

    Any other exception than InputError goes through: it is the traceback that must not be.
    """
    try:
        examined = examine_bytes(case.data, "f.toml")
    except InputError as error:
        if case.kind is not None:
            raise Wrong(f"{case.done}: refused as unreadable: {error}") from None
        if len(error.problems) != 1 or not error.problems[0].where.startswith("f.toml"):
            raise Wrong(f"{case.done}: {error.problems}") from None
        _inside(case, error.problems[0].where)
        return "unreadable"
    if case.kind is not None:
        _as_meant(case, examined)
    else:
        _by_the_text(case, examined)
    return "compliant" if examined.compliant else "problems" if examined.problems else "findings"


def _as_meant(case: Case, examined: Examination) -> None:
    where = _dotted(case.path)
    if case.kind == PROBLEM:
        wanted = f"f.toml:{case.line}: {where}"
        said = [problem.where for problem in examined.problems]
        if wanted not in said:
            raise Wrong(f"{case.done}: {wanted} is not among {said}\n{case.data.decode()}")
        return
    found = [(f.severity, f.where, f.line) for f in examined.findings]
    if (case.kind, where, case.line) not in found:
        raise Wrong(f"{case.done}: {case.kind} {where} line {case.line} is not among {found}\n{case.data.decode()}")
    if examined.problems:
        raise Wrong(f"{case.done}: problems of form {examined.problems}")


def _dotted(path: Path) -> str:
    said = ""
    for part in path:
        if isinstance(part, int):
            said += f"[{part}]"
        else:
            plain = part.isascii() and part.replace("_", "").replace("-", "").isalnum()
            said += ("." if said else "") + (part if plain else f'"{part}"')
    return said


def _inside(case: Case, where: str) -> int | None:
    """The line of a place, which must be one of the file's."""
    number = where.removeprefix("f.toml").lstrip(":").partition(":")[0]
    if not number:
        return None
    if not 1 <= int(number) <= case.data.count(b"\n") + 1:
        raise Wrong(f"{case.done}: {where} is not in the file")
    return int(number)


def _by_the_text(case: Case, examined: Examination) -> None:
    """Noise that is still TOML: each answer stands on a line that names its key or a table around it."""
    text = case.data.decode("utf-8-sig").replace("\r\n", "\n")
    table = tomllib.loads(text)
    lines = text.split("\n")
    answers = [(p.where.partition(": ")[2], _inside(case, p.where)) for p in examined.problems]
    answers += [(f.where, f.line) for f in examined.findings]
    for where, line in answers:
        if line is None or not 1 <= line <= len(lines):
            raise Wrong(f"{case.done}: {where} on line {line}")
        if where.endswith("]") or "?" in where or "…" in where:  # an item on a line of its own; a key that is not printed whole
            continue
        deepest = _deepest(table, where)
        if deepest is None:
            if line != 1:
                raise Wrong(f"{case.done}: {where} is nowhere, but line {line} was told")
        elif not _names(lines[line - 1], deepest):
            raise Wrong(f"{case.done}: {where}: line {line} does not name {deepest!r}: {lines[line - 1]!r}")


def _deepest(table: Any, where: str) -> str | None:
    """The last key of a dotted place that the document really has; None for none."""
    found = None
    for quoted, bare in re.findall(r'"((?:[^"\\]|\\.)*)"|([^."]+)', where):
        part = re.sub(r"\\(.)", r"\1", quoted) or bare
        if not isinstance(table, dict) or part not in table:
            return found
        found, table = part, table[part]
    return found


def _names(line: str, key: str) -> bool:
    """Whether a line has a key in it, as it is or with an escape."""
    return key in line or "\\u" in line or "\\U" in line
