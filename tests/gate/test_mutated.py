"""Mutated rounds and submissions, a seeded part of the hundred thousand in ``prove/fuzz_rounds.py``; and what they found."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

import houseway
from gate.mutating import REFUSED, SETTLED, case_of, judge
from gate.processes import judge_process
from gate.rounds import pgp_round, uth_round

STEP = 500


@pytest.mark.parametrize("start", range(0, 6 * STEP, STEP))
def test_refused_with_problems_or_settled_rightly(start: int) -> None:
    answers: Counter[str] = Counter()
    for seed in range(start, start + STEP):
        case = case_of(seed)
        try:
            answers[judge(case)] += 1
        except Exception as error:
            raise AssertionError(f"{error}\n{case}") from error
    assert answers.total() == STEP
    assert answers[SETTLED] > STEP // 12  # the mutations are no noise only: what is still a round is settled, and rightly
    assert answers[REFUSED] > STEP // 3


@pytest.mark.parametrize("seed", range(1, 13, 2))
def test_through_the_command_line(seed: int) -> None:
    judge_process(case_of(seed))


# --- what mutation, and reading for it, have found


def test_a_payment_to_a_bank_that_is_no_number() -> None:
    """A signalling NaN was compared with 0, which raised decimal.InvalidOperation."""
    for word in ("NaN", "sNaN", "Infinity"):
        round_ = pgp_round()
        round_["players"][0]["paid"] = {"bank": Decimal(word)}
        with pytest.raises(houseway.InputError):
            houseway.settle(round_)


@pytest.mark.parametrize("value", [10**5_000, -(10**5_000)], ids=["above 0", "below 0"])
def test_a_number_of_thousands_of_digits_in_a_submission(value: int) -> None:
    """Such a number has no repr, and a submission was remembered by its repr."""
    submission: dict[str, Any] = {"game": "ultimate-texas-holdem", "wagers": {"ante": {"minimum": value}}}
    with pytest.raises(houseway.InputError) as refused:
        houseway.settle(uth_round(), submission)
    assert "wagers.ante.minimum" in [problem.where for problem in refused.value.problems]


def test_a_wager_without_a_paytable_where_violations_are_allowed() -> None:
    """A paytable that was not filed was looked up all the same, which raised KeyError."""
    submission = {"game": "ultimate-texas-holdem", "wagers": {"ante": {}, "blind": {}}}
    round_ = uth_round()
    round_["players"] = round_["players"][1:]
    with pytest.raises(houseway.InputError) as refused:
        houseway.settle(round_, submission, allow_violations=True)
    assert [problem.where for problem in refused.value.problems] == ["wagers.blind.paytable"]
