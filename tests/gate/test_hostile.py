"""Inputs that mean harm: answered at once, with problems, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

import houseway
from gate.rounds import pgp_round, uth_round

SUBMISSION: dict[str, Any] = {
    "game": "ultimate-texas-holdem",
    "effective": "2015-07-01",
    "certificate_holder": "Example Casino",
    "wagers": {"ante": {}, "blind": {"paytable": "A"}},
}
MANY = {f"antee{number}": "5" for number in range(100_000)}
AT_ONCE = 3.0  # seconds of the processor; a fifth of it is enough


def answered(round_: Any, submission: Any = None) -> tuple[houseway.Problem, ...]:
    """The problems of an input, which must come at once."""
    start = time.process_time()
    with pytest.raises(houseway.InputError) as refused:
        houseway.settle(round_, submission)
    assert time.process_time() - start < AT_ONCE
    problems = refused.value.problems
    assert 0 < len(problems) <= 200
    assert all(len(str(problem)) < 2_000 for problem in problems)
    return problems


def deep(times: int) -> dict[str, Any]:
    outer: dict[str, Any] = {}
    inner = outer
    for _ in range(times):
        inner["wagers"] = {}
        inner = inner["wagers"]
    return outer


def test_a_hundred_thousand_unknown_keys_everywhere() -> None:
    round_ = uth_round()
    round_["dealer"] |= MANY
    round_["meters"] |= MANY
    for player in round_["players"]:
        player |= MANY
        player["wagers"] = {**player["wagers"], **MANY}
        player["paid"] = MANY
    assert len(answered({**round_, **MANY})) == 200


def test_of_very_many_unknown_keys_fifty_are_named_and_the_rest_counted() -> None:
    round_ = uth_round()
    round_["players"][0]["wagers"] |= MANY
    problems = answered(round_)
    assert [problem.nearest for problem in problems] == ["ante"] * 50 + [None]
    assert problems[-1].where == "players[0].wagers"
    assert problems[-1].found == "99,950 more"


@pytest.mark.parametrize("where", [(), ("wagers",), ("wagers", "ante"), ("switches",), ("limits",)])
def test_a_hundred_thousand_unknown_keys_in_a_submission(where: tuple[str, ...]) -> None:
    inner: dict[str, Any] = dict(MANY)
    for key in reversed(where):
        inner = {key: inner}
    answered(uth_round(), {**SUBMISSION, **inner})


ENDLESS: dict[str, tuple[str, Callable[[], Any]]] = {
    "a list of no cards": ("cards", lambda: ["xx"] * 1_000_000),
    "a string of no cards": ("cards", lambda: "xx " * 1_000_000),
    "one word for cards": ("cards", lambda: "As" * 1_000_000),
    "lists of lists of cards": ("cards", lambda: [["As"] * 1_000] * 1_000),
    "an amount in a text": ("wagers", lambda: {"ante": "9" * 1_000_000}),
    "an amount in a number": ("wagers", lambda: {"ante": 10**100_000}),
    "an amount nested deeply": ("wagers", lambda: {"ante": deep(100_000)}),
    "wagers nested deeply": ("wagers", lambda: deep(100_000)),
    "a seat": ("seat", lambda: 10**100_000),
    "a list of payments": ("paid", lambda: [[]] * 1_000_000),
    "a key": ("x" * 1_000_000, lambda: 1),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_values_without_end(name: str) -> None:
    key, value = ENDLESS[name]
    round_ = uth_round()
    round_["players"][0][key] = value()
    assert all(problem.where.startswith("players[0].") for problem in answered(round_))


def test_a_list_of_players_without_end() -> None:
    round_ = uth_round()
    round_["players"] = [{**round_["players"][0], **MANY}] * 100_000
    answered(round_)
    round_["players"] = [None] * 1_000_000
    assert len(answered(round_)) == 23


def test_an_order_without_end() -> None:
    round_ = uth_round()
    round_["payment_order"] = list(range(1_000_000))
    (problem,) = answered(round_)
    assert problem.where == "payment_order"


def test_submissions_that_are_nested_deeply_or_hold_themselves() -> None:
    answered(uth_round(), {**SUBMISSION, "limits": deep(100_000)})
    around: dict[str, Any] = {**SUBMISSION}
    around["switches"] = around
    answered(uth_round(), around)
    answered(uth_round(), {**SUBMISSION, "wagers": {"ante": {"minimum": 10**100_000}, "blind": {"paytable": "A"}}})


def test_a_round_that_holds_itself() -> None:
    round_ = uth_round()
    round_["dealer"] = round_
    round_["meters"] = round_["players"]
    answered(round_)


WRONG_CONTAINERS: list[Any] = [[], {}, (), [[]], "", 0, 1.5, True, b"", {"seat": 1}, [1], object(), {1}, range(2), None]


def _holders(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
        found.append((value, key))
        if isinstance(entry, (dict, list)):
            found += _holders(entry)
    return found


@pytest.mark.parametrize("make", [uth_round, pgp_round])
def test_a_wrong_container_in_every_place(make: Any) -> None:
    """Every value of a round, in turn, replaced by every wrong container: problems, or a settlement where it means nothing."""
    for place in range(len(_holders(make()))):
        for wrong in WRONG_CONTAINERS:
            round_ = make()
            round_["bank" if "bank" in round_ else "payment_order"] = None
            holder, key = _holders(round_)[place]
            holder[key] = wrong
            try:
                result = houseway.settle(round_)
            except houseway.InputError:
                continue
            assert wrong is None or wrong in (0, True, {}, ""), (key, wrong)
            assert result.lines or not result.round.seats[0].wagers
