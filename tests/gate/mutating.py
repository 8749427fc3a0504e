"""Mutated rounds and submissions: refused with problems, or settled rightly. Seeded, and each can be made again.

Two kinds. *Structure*: keys, values and cards of a dict are changed, as a program might get them wrong. *Bytes*: the JSON text
of a round is damaged, as a file might be. What is still accepted must balance, must settle as its plain form does, and
must equal the tests' second settlement line by line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

import houseway
from differential.side_by_side import differences
from gate.normal import plain
from houseway.cards import NAMES
from houseway.cli.page import Page
from houseway.cli.settlement_text import write_comparison, write_settlement
from houseway.problems import MOST_PROBLEMS
from houseway.settlement.document import json_document
from houseway.settlement.reading import BOARD_SIZE, HAND_SIZE, KEYS, PLAYER_KEYS
from houseway.settlement.round import Round
from second.filing import PGP, UTH
from second.generate import generate

REFUSED, SETTLED = "refused", "settled"
COMPARED = 10  # one settled round in so many is also compared, and both are printed


class Case(NamedTuple):
    """A mutated input: a round, or the bytes of one, and a submission."""

    seed: int
    round: Any
    data: bytes | None
    submission: Any
    allow_violations: bool

    def __str__(self) -> str:
        given = self.data if self.data is not None else self.round
        return (
            f"seed {self.seed}\nround: {given!r}\nsubmission: {self.submission!r}\nviolations allowed: {self.allow_violations}"
        )


class Wrong(Exception):
    """An input that was answered wrongly."""


def case_of(seed: int) -> Case:
    """The mutated input of one seed."""
    dice = Random(seed)
    round_, submission = generate(dice.choice([UTH, PGP]), dice.randrange(10**6), rare=dice.random() < 0.4)
    if dice.random() < 0.15:
        pay(dice, round_)
    data = None
    if seed % 2:
        data = damaged(dice, json.dumps(round_, ensure_ascii=dice.random() < 0.5).encode())
    else:
        for _ in range(dice.choice([1, 1, 1, 2, 3, 5])):
            round_ = changed(dice, round_)
    if submission is not None and dice.random() < 0.25:
        for _ in range(dice.choice([1, 1, 2])):
            submission = changed(dice, submission)
    return Case(seed, round_, data, submission, dice.random() < 0.3)


def pay(dice: Random, round_: dict[str, Any]) -> None:
    """The round says what somebody was paid."""
    player = dice.choice(round_["players"])
    keys = [*player["wagers"], "envy", dice.choice(["magic_card", "bank", "vigorish", "lucky_bonus"])]
    player["paid"] = {key: dice.choice(["0", "5", "12.50", 10, "-5", "0.05"]) for key in keys if dice.random() < 0.7}


# --- changes of structure

Path = tuple[Any, ...]
STRANGE: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 52, 99, 100, 1.5, float("nan"), float("inf"), 10**30, 10**5000, -(10**5000),
    "", " ", "0", "-0", "-5", "5.", ".5", "5.005", "1e3", "1,000", "$5", "٣", "5 ", "NaN", "x" * 5000, "9" * 10_000,
    "\ud800", "a\nb", "\0", b"As", {"As"}, object(), date(2015, 8, 1), "2015-08-01", "2014-12-12", "2015-02-30",
    Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("5.00"), Decimal("1E+3"), Decimal("-1"), Decimal("1E-9"),
    [], {}, (), [[]], [None], {"": None}, {1: 2}, "As", "Jk", "As Ah", "dealer", [1], [1, 2], ["As"], {"seat": 1},
    {"ante": "5"}, range(3),
]  # fmt: skip


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place of a document, itself left out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inner:
        yield (*path, key)
        yield from places(entry, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def changed(dice: Random, value: Any) -> Any:
    """A copy with one thing changed."""
    if dice.random() < 0.003 or not isinstance(value, dict):
        return dice.choice([*STRANGE, [value], {"round": value}])
    value = deepcopy(value)
    found = list(places(value))
    if not found:
        return value
    path = dice.choice(found)
    with suppress(TypeError, AttributeError, LookupError, ValueError, ArithmeticError):
        dice.choice(CHANGES)(dice, value, path)  # where it does not fit what earlier ones left, the value stays as it is
    return value


def removed(dice: Random, value: Any, path: Path) -> None:
    del at(value, path[:-1])[path[-1]]


def strange(dice: Random, value: Any, path: Path) -> None:
    at(value, path[:-1])[path[-1]] = deepcopy_of(dice.choice(STRANGE))


def deepcopy_of(value: Any) -> Any:
    return deepcopy(value) if isinstance(value, (list, dict)) else value


def renamed(dice: Random, value: Any, path: Path) -> None:
    holder, key = at(value, path[:-1]), path[-1]
    spot = dice.randrange(len(key))
    new = dice.choice(
        [key[:spot] + key[spot + 1 :], key[:spot] + "e" + key[spot:], key.upper(), key.replace("_", "-"), key + "s", 7]
    )
    holder[new] = holder.pop(key)


def added(dice: Random, value: Any, path: Path) -> None:
    words = [
        *KEYS[UTH],
        *KEYS[PGP],
        *PLAYER_KEYS[UTH],
        *PLAYER_KEYS[PGP],
        "ante",
        "play",
        "trips",
        "red",
        "black",
        "co_bank",
        "x",
        "\0",
    ]
    holder = at(value, path[:-1])
    if isinstance(holder, dict):
        holder[dice.choice(words)] = deepcopy_of(dice.choice([*STRANGE, "5", "10", 1, True]))
    else:
        holder.append(deepcopy_of(dice.choice([*STRANGE, *holder])))


def swapped(dice: Random, value: Any, path: Path) -> None:
    other = dice.choice([place for place in places(value) if place[: len(path)] != path and path[: len(place)] != place])
    one, two = at(value, path), at(value, other)
    at(value, path[:-1])[path[-1]], at(value, other[:-1])[other[-1]] = two, one


def doubled(dice: Random, value: Any, path: Path) -> None:
    players = value["players"]
    players.append(deepcopy(dice.choice(players)))
    if dice.random() < 0.7:
        players[-1]["seat"] = dice.randrange(1, 10)


def reordered(dice: Random, value: Any, path: Path) -> None:
    order = [player["seat"] for player in value["players"]]
    dice.shuffle(order)
    value["payment_order"] = order if dice.random() < 0.8 else order[1:]


def dealt(dice: Random, value: Any, path: Path) -> None:
    """Other cards in a hand, or the same ones written in another way."""
    player = dice.choice([*value["players"], value["dealer"], value])
    key = dice.choice([key for key in ("cards", "low", "board") if key in player])
    words = player[key] if isinstance(player[key], list) else player[key].replace(",", " ").split()
    spot = dice.randrange(len(words))
    how = dice.randrange(6)
    if how == 0:
        held = str(value)
        words[spot] = dice.choice([name for name in NAMES if name not in held or dice.random() < 0.3])
    elif how == 1:
        words[spot] = dice.choice(
            [words[spot].swapcase(), words[spot].replace("T", "10"), " " + words[spot], words[spot] + "\ufe0f"]
        )
    elif how == 2:
        words.append(dice.choice(NAMES))
    elif how == 3:
        dice.shuffle(words)
    elif how == 4:
        words[spot] = dice.choice(["1s", "Xx", "", "🂡", "A", "10", "Joker", "AS♠"])
    player[key] = words if how == 5 or dice.random() < 0.3 else dice.choice([" ", ", ", ",", "  "]).join(words)


def wagered(dice: Random, value: Any, path: Path) -> None:
    """Another amount, or the same one written in another way."""
    wagers = dice.choice(value["players"])["wagers"]
    wager = dice.choice(list(wagers))
    amount = str(wagers[wager])
    wagers[wager] = dice.choice([
        amount + ("0" if "." in amount else ".0"), "0" + amount, f" {amount} ", Decimal(amount), "-" + amount, amount + "01",
        dice.choice(["0.01", "1", "5", "17.35", "99999999999.99", "1000000000001"]), float(amount), "0", None,
    ])  # fmt: skip


def flagged(dice: Random, value: Any, path: Path) -> None:
    """A seat or the round made void, folded, banking."""
    player = dice.choice(value["players"])
    how = dice.randrange(4)
    if how == 0:
        player["void"] = dice.choice([True, False, None])
    elif how == 1:
        value["void"] = dice.choice([True, False, None])
    elif how == 2:
        player["folded"] = dice.choice([True, False, None])
    else:
        value["bank"] = {
            "seat": dice.choice([player["seat"], 77]),
            "co_bank": dice.choice([True, False]),
            "house_wager": dice.choice(["0", "25"]),
        }
        if dice.random() < 0.7:
            player["wagers"].pop("pai_gow", None)


def nothing_said(dice: Random, value: Any, path: Path) -> None:
    """What may be left out is left out, or said to be nothing."""
    holder = dice.choice([value, value["dealer"], *value["players"]])
    key = dice.choice(
        [
            key
            for key in ("date", "meters", "low", "bank", "folded", "payment_order", "magic_card", "lucky_position")
            if key in holder
        ]
    )
    if dice.random() < 0.5:
        holder[key] = None
    else:
        del holder[key]


CHANGES: list[Callable[[Random, Any, Path], None]] = [
    removed, strange, strange, renamed, added, swapped, doubled,
    reordered, reordered, dealt, dealt, dealt, wagered, wagered, wagered, flagged, flagged, nothing_said,
]  # fmt: skip

# --- damage to bytes

TOKENS = [
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"null", b"true", b"NaN", b"Infinity", b"-", b"1e999999999", b"0.1e-7",
    b"\\ud800", b"\\", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xc3", b"[" * 3000, b'{"a":' * 3000, b"9" * 5000,
    b"0." + b"0" * 5000 + b"1", b"/*x*/", b"'", b"\n", b" ", b'"seat"', b'"ante": "5"', b'"void": true', b'"As"', b'"Jk"',
    b"10", b"\xe2\x99\xa0",
]  # fmt: skip


def damaged(dice: Random, data: bytes) -> bytes:
    """The bytes with one to four accidents."""
    for _ in range(dice.choice([1, 1, 1, 2, 4])):
        start = dice.randrange(len(data) + 1)
        end = min(len(data), start + dice.choice([0, 1, 1, 2, 5, 20, 200]))
        how = dice.randrange(9)
        if how == 0:
            data = data[:start] + data[end:]
        elif how == 1:
            data = data[:start] + dice.choice(TOKENS) + data[end:]
        elif how == 2:
            data = data[:start] + dice.choice(TOKENS) + data[start:]
        elif how == 3:
            data = data[:start] + data[start:end] * 2 + data[end:]
        elif how == 4:
            data = data[:start]
        elif how == 5 and start < len(data):
            data = data[:start] + bytes([data[start] ^ 1 << dice.randrange(8)]) + data[start + 1 :]
        elif start < len(data):  # one digit or letter for another
            digits = [spot for spot, byte in enumerate(data) if 48 <= byte < 58 or (how == 8 and 97 <= byte < 123)]
            start = dice.choice(digits) if digits else start
            data = (
                data[:start] + bytes([dice.choice(b"0123456789" if how < 8 else b"0123456789AKQJTcdhs .-")]) + data[start + 1 :]
            )
    return data


# --- the verdict


def judge(case: Case) -> str:
    """``refused`` or ``settled``; raises Wrong for anything else, and whatever the program should not have raised."""
    try:
        round_ = json_document(case.data, "round.json") if case.data is not None else case.round
        result = houseway.settle(round_, case.submission, allow_violations=case.allow_violations)
    except houseway.InputError as error:
        return _refused(error)
    _settled(case, result)
    if case.seed % COMPARED == 0:
        comparison = houseway.compare(round_, case.submission, allow_violations=case.allow_violations)
        json.dumps(comparison.to_dict(), ensure_ascii=False).encode()
        page = Page()
        write_settlement(page, result)
        write_comparison(page, comparison)
        str(page).encode()
    return SETTLED


def _refused(error: houseway.InputError) -> str:
    if not 0 < len(error.problems) <= MOST_PROBLEMS:
        raise Wrong(f"{len(error.problems)} problems")
    for problem in error.problems:
        texts = [problem.where, problem.message, problem.found or "", problem.allowed or "", problem.nearest or ""]
        if not problem.message or not all(isinstance(text, str) and text.isprintable() for text in texts):
            raise Wrong(f"a problem that cannot be printed: {problem!r}")
        if len(str(problem)) > 2000:
            raise Wrong(f"a problem of {len(str(problem))} characters")
    json.dumps(error.to_dict(), ensure_ascii=False).encode()
    return REFUSED


def _settled(case: Case, result: houseway.Settlement) -> None:
    told = result.to_dict()
    json.dumps(told, ensure_ascii=False).encode()
    check_sums(told)
    again = houseway.settle(plain(result.round), case.submission, allow_violations=case.allow_violations).to_dict()
    if again != told:
        raise Wrong(f"settles otherwise in its plain form:\n{json.dumps(told)}\n{json.dumps(again)}")
    submission = None if result.submission.is_default else result.submission.to_dict()
    if submission is not None and case.allow_violations and houseway.check(result.submission):
        return  # what was never lawful, the second settlement does not know
    if not fully_dealt(result.round):
        return  # nor cards that are not there, which a void hand may do without
    offered = {name: reading for name, reading in result.round.meters.items() if name in result.submission.offered}
    wrong = differences(plain(replace(result.round, meters=offered)), submission)  # the second knows no others
    if wrong:
        raise Wrong("differs from the second settlement:\n" + "\n".join(wrong))


def fully_dealt(round_: Round) -> bool:
    """Whether every hand has all its cards."""
    hands = [round_.dealer_cards, *(seat.cards for seat in round_.seats)]
    whole = all(len(hand) == HAND_SIZE[round_.game] for hand in hands)
    return whole and (round_.game == PGP or len(round_.board) == BOARD_SIZE)


def check_sums(told: dict[str, Any]) -> None:
    """Line, seat, meters and house add up, in the text of the result itself."""
    nets = Decimal(0)
    for player in told["players"]:
        own = Decimal(0)
        for line in player["lines"]:
            net = Decimal(line["returned"]) + Decimal(line["paid"]) - Decimal(line["vigorish"]) - Decimal(line["wagered"])
            if net != Decimal(line["net"]):
                raise Wrong(f"a line does not add up: {line}")
            own += net
        if own != Decimal(player["net"]):
            raise Wrong(f"seat {player['seat']} does not add up")
        nets += own
    grown = sum(Decimal(meter["closing"]) - Decimal(meter["opening"]) for meter in told["meters"])
    if nets + grown + Decimal(told["house_net"]) != 0:
        raise Wrong("players, meters and house do not add up to zero")
