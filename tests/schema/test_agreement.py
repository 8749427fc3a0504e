"""Schema and reader agree on mutated rounds and submissions: what one refuses for form the other refuses too, as far as a
schema can say it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import houseway
from gate.mutating import case_of, changed
from houseway.problems import InputError, Problem
from houseway.settlement.reading import read
from houseway.submission import parse
from schema.test_schemas import faults
from second.filing import PGP, UTH
from second.generate import generate

# What no schema can say: it compares one place with another, counts in another spelling, or knows the calendar.
BEYOND = (
    "is also in", "is also players[", "is there twice", "is not among the seven", "must name every seat once",
    "is more than any", "is not a date", "is not a time", "must be a short text",
)  # fmt: skip
BEYOND_IN_SUBMISSIONS = (
    "is more than any amount", "is more than the whole wager", "is no day of the calendar", "amount is no wager", "is too long",
)  # fmt: skip


def as_a_file_may_hold_it(value: Any) -> bool:
    """Whether a value came out of JSON as a schema's library sees it: no floats, no numbers without end, keys of text."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and as_a_file_may_hold_it(entry) for key, entry in value.items())
    if isinstance(value, list):
        return all(map(as_a_file_may_hold_it, value))
    return value is None or isinstance(value, (str, bool)) or (isinstance(value, int) and abs(value) < 10**18)


@pytest.mark.parametrize("start", range(0, 2_400, 400))
def test_rounds(start: int) -> None:
    agreed = 0
    for seed in range(start, start + 400, 2):
        round_ = case_of(seed).round
        if not as_a_file_may_hold_it(round_):
            continue
        problems, wrong = read(round_).problems, faults("round", round_)
        if problems and not wrong:
            beyond = [problem for problem in problems if any(words in problem.message for words in BEYOND)]
            assert beyond == problems, f"seed {seed}: the reader alone refuses {problems}"
        if wrong and not problems:  # the schema knows a little of the table, too; but nothing that is settled is refused
            with pytest.raises(InputError):
                houseway.settle(round_)
        agreed += bool(problems) == bool(wrong)
    assert agreed > 120


def form_problems(submission: Any) -> list[Problem]:
    """What the reader refuses of a submission."""
    try:
        parse(submission)
    except InputError as error:
        return list(error.problems)
    return []


@pytest.mark.parametrize("game", [UTH, PGP])
def test_submissions(game: str) -> None:
    agreed = {True: 0, False: 0}
    for seed in range(600):
        submission = generate(game, seed, False)[1]
        if submission is None:
            continue
        dice = Random(seed)
        for _ in range(dice.choice([1, 1, 2])):
            submission = changed(dice, submission)
        if not as_a_file_may_hold_it(submission):
            continue
        wrong, problems = faults("submission", submission), form_problems(submission)
        if problems and not wrong:
            beyond = [p for p in problems if any(words in p.message for words in BEYOND_IN_SUBMISSIONS)]
            assert beyond == problems, f"seed {seed}: the reader alone refuses {problems}"
            continue
        assert bool(problems) == bool(wrong), f"seed {seed}: the schema alone refuses {wrong}: {submission}"
        agreed[not wrong] += 1
    assert min(agreed.values()) > 40


PLAYER = {"seat": 1, "cards": "As Ah", "wagers": {"ante": "5", "blind": "5"}}
ROUND = {"game": UTH, "board": "Kh Qd 9c 5s 2h", "dealer": {"cards": "Kc 7d"}, "players": [PLAYER]}
BANKED = {
    "game": PGP, "dealer": {"cards": "Kd Kc 9s 8s 4h 3c 2d"}, "bank": {"seat": 1, "co_bank": True},
    "players": [{"seat": 1, "cards": "Jk As Kh Qh 7d 6c 2s", "wagers": {}}],
}  # fmt: skip


def seat(number: object) -> dict[str, Any]:
    return {**ROUND, "players": [{**PLAYER, "seat": number}]}


def trips(amount: object) -> dict[str, Any]:
    return {**ROUND, "players": [{**PLAYER, "wagers": {"ante": "5", "blind": "5", "trips": amount}}]}


def meter(reading: object) -> dict[str, Any]:
    return {**ROUND, "meters": {"progressive": reading}}


def house(wager: object) -> dict[str, Any]:
    return {**BANKED, "bank": {"seat": 1, "co_bank": True, "house_wager": wager}}


def test_both_take_the_last_allowed_value() -> None:
    rounds = [ROUND, BANKED, seat(99), house("0"), house(None)]
    rounds += [trips(amount) for amount in ("1000000000000.00", " 5.5 ", 0, None, "000.00")]
    rounds += [meter(reading) for reading in ("0.00000001", "0", None, 10_000)]
    for keys in ({"round_id": "x" * 200}, {"round_id": 7}, {"void": None}, {"time": "21:04"}, {"lucky_position": 99}):
        rounds.append({**ROUND, **keys})
    for round_ in rounds:
        assert faults("round", round_) == []
        assert read(round_).problems == []


def test_both_refuse_one_beyond_it() -> None:
    rounds = [seat(number) for number in (0, 100, "1", None)]
    rounds += [trips(amount) for amount in ("-1", "5.", ".5", "5.555", "1" * 14, True, [], "five")]
    rounds += [meter(reading) for reading in ("0.000000001", "-1", "")]
    for keys in (
        {"round_id": ""}, {"round_id": "x" * 201}, {"void": 0}, {"bank": None}, {"players": []}, {"payment_order": []},
        {"lucky_position": 100}, {"lucky_position": "Dealer"}, {"magic_card": "Jk"}, {"dealer": {}}, {"board": None},
    ):  # fmt: skip
        rounds.append({**ROUND, **keys})
    rounds += [{**BANKED, **keys} for keys in ({"board": None}, {"magic_card": None}, {"bank": {"co_bank": True}})]
    for round_ in rounds:
        assert faults("round", round_), round_
        assert read(round_).problems, round_


def test_the_schema_knows_that_a_co_bank_has_no_wager_of_the_house() -> None:
    assert faults("round", house("25"))
    with pytest.raises(InputError):
        houseway.settle(house("25"))
