"""Advice equals brute force at every street; suits and the order of cards do not matter; all problems are told at once."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact_uth import brute
from houseway.cards import NAMES, cards, names
from houseway.exact.ultimate_texas_holdem import advice
from houseway.problems import InputError
from houseway.submission import Submission, parse

SUBMISSIONS: dict[str, Submission] = {
    letter: parse(f'game = "ultimate-texas-holdem"\nwagers.blind.paytable = "{letter}"') for letter in "AB"
}


def written(of: list[int]) -> str:
    return " ".join(NAMES[card] for card in of)


def half_antes(choice: advice.Choice, ways: int) -> int:
    """A choice's total in half antes over so many ways."""
    total = choice.expected_value * 2 * ways
    assert total.denominator == 1
    return total.numerator


def advised(own: list[int], board: list[int], dead: list[int], letter: str) -> advice.Advice:
    return advice.advise(written(own), written(board), written(dead), SUBMISSIONS[letter])


@pytest.mark.parametrize("letter", ["A", "B"])
def test_river_equals_brute_force(letter: str) -> None:
    rng, counts = random.Random(f"river {letter}"), np.empty(6, np.int64)
    for state in range(120):
        own, board, dead = brute.deal(rng, 5, 0 if state % 2 else rng.randrange(13))
        free = brute.free_of(own, board, dead)
        fold, once, _ = brute.river_values(np.array(own), np.array(board), free, brute.BLINDS[letter], counts)
        found = advised(own, board, dead, letter)
        ways = free.size * (free.size - 1) // 2
        assert [half_antes(choice, ways) for choice in found.choices] == [fold, once]
        assert found.showdown is not None
        flat = [
            found.showdown[word][who]
            for who in ("dealer_qualifies", "dealer_does_not_qualify")
            for word in ("win", "tie", "lose")
        ]
        assert flat == counts.tolist()


@pytest.mark.parametrize("letter", ["A", "B"])
def test_flop_equals_brute_force(letter: str) -> None:
    rng = random.Random(f"flop {letter}")
    for state in range(120):
        own, board, dead = brute.deal(rng, 3, 0 if state < 30 else rng.randrange(1, 25))
        free = brute.free_of(own, board, dead)
        check, double, _, _ = brute.flop_values(np.array(own), np.array(board), free, brute.BLINDS[letter])
        found = advised(own, board, dead, letter)
        n = free.size
        ways = n * (n - 1) // 2 * (n - 2) * (n - 3) // 2
        assert [half_antes(choice, ways) for choice in found.choices] == [check, double]


@pytest.mark.parametrize("letter", ["A", "B"])
def test_before_the_flop_with_dead_cards_equals_brute_force(letter: str) -> None:
    """Few cards are left alive, so that every flop, turn, river and dealer hand can be played out one by one."""
    rng = random.Random(f"first {letter}")
    for _ in range(30):
        own, _, dead = brute.deal(rng, 0, rng.randrange(35, 44))
        free = brute.free_of(own, dead)
        check, three, four = brute.first_values(np.array(own), free, brute.BLINDS[letter])
        found = advised(own, [], dead, letter)
        n = free.size
        ways = n * (n - 1) * (n - 2) // 6 * (n - 3) * (n - 4) // 2 * (n - 5) * (n - 6) // 2
        assert [half_antes(choice, ways) for choice in found.choices] == [check, three, four]


def test_before_the_flop_played_out_equals_the_stored_table() -> None:
    """The enumeration that dead cards need, with none, against the table that the solver made."""
    payouts = advice.advise("As Ks").payouts
    for own in ("As Ks", "7d 2c", "9h 9c", "Kd 4c"):
        mine = cards(own)
        played = advice._with_dead_cards(payouts, mine, ())
        stored = [half_antes(choice, advice.HAND_SIZE) for choice in advice.advise(own).choices]
        assert list(played) == stored


def test_known_values() -> None:
    """Two aces: 4x wins 75,535,105,760 antes in 20,975,724,000; nothing on the board beats a royal flush."""
    aces = advice.advise("As Ah")
    assert [(c.name, c.total, c.ways) for c in aces.choices] == [
        ("check", 45_998_170_800, 20_975_724_000),
        ("3x", 60_766_638_280, 20_975_724_000),
        ("4x", 75_535_105_760, 20_975_724_000),
    ]
    royal = advice.advise("As Ks", "Qs Js Ts 2c 2d")
    # the dealer qualifies with the board's pair: ante 1, blind 500, play 1
    assert royal.best.name == "1x"
    assert royal.best.expected_value == 502
    flopped = advice.advise("As Ks", "Qs Js Ts")
    assert flopped.best.name == "2x"
    assert flopped.best.expected_value > 502


def test_a_tie_on_the_board_is_played_and_a_tie_between_choices_puts_out_less() -> None:
    board = advice.advise("2c 3d", "As Ks Qs Js Ts")
    assert board.showdown == {
        "win": {"dealer_qualifies": 0, "dealer_does_not_qualify": 0},
        "tie": {"dealer_qualifies": 990, "dealer_does_not_qualify": 0},
        "lose": {"dealer_qualifies": 0, "dealer_does_not_qualify": 0},
    }
    assert (board.best.name, board.best.expected_value) == ("1x", 0)
    even = board.__class__(
        board.law,
        board.payouts,
        board.cards,
        board.board,
        (),
        (advice.Choice("fold", 0, 1), advice.Choice("1x", 0, 990)),
        None,
        (),
    )
    assert even.best.name == "fold"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.permutations(range(4)), st.sampled_from([0, 3, 5]), st.integers(0, 9))
def test_suits_and_order_do_not_matter(seed: int, suits: list[int], street: int, out: int) -> None:
    own, board, dead = brute.deal(random.Random(seed), street, 0 if street == 0 else out)
    plain = advised(own, board, dead, "A")
    renamed = [[card & ~3 | suits[card & 3] for card in reversed(part)] for part in (own, board, dead)]
    assert [c.expected_value for c in advised(*renamed, "A").choices] == [c.expected_value for c in plain.choices]


def test_the_hands_of_two_suits_before_the_flop() -> None:
    for one, other in permutations(range(4), 2):
        offsuit = advised([48 + one, 44 + other], [], [], "A")
        assert offsuit.choices == advice.advise("As Kd").choices
    assert advised([48, 44], [], [], "A").choices == advice.advise("As Ks").choices


def test_more_money_for_a_straight_makes_table_a_the_better() -> None:
    a, b = (advised([*cards("9s 8s")], [*cards("7d 6c 2h")], [], letter) for letter in "AB")
    for ours, theirs in zip(a.choices, b.choices, strict=True):
        assert ours.expected_value > theirs.expected_value


def test_json() -> None:
    told = advice.advise("5s Kd", "Ah 7c 2d 5h 7d").to_dict()
    assert told["street"] == "on the river"
    assert told["choices"] == [
        {"choice": "fold", "expected_value": "-1980/990", "decimal": "-2.000000000000", "costs": "2.487878787879"},
        {"choice": "1x", "expected_value": "483/990", "decimal": "0.487878787879", "costs": "0.000000000000"},
    ]
    assert told["best"] == "1x"
    assert told["blind_paytable"] == "A"
    assert sum(sum(split.values()) for split in told["dealer_hands"].values()) == 990


def test_a_half_ante_is_written_over_twice_the_ways() -> None:
    assert advice._choice("1x", 7, 990, 2) == advice.Choice("1x", 7, 1980)
    assert advice._choice("1x", 8, 990, 2) == advice.Choice("1x", 4, 990)


def test_a_fold_that_loses_more_is_said() -> None:
    tables = 'wagers.blind.paytable = "A"\nwagers.trips.paytable = "A"'
    filed = parse(f'game = "ultimate-texas-holdem"\n{tables}\nswitches.trips_on_fold = "lose"')
    found = advice.advise("As Kd", submission=filed)
    assert found.notices == (
        "A fold also loses the trips wager here (switch trips_on_fold = lose); that is not in the values.",
    )


def problems(*of: str, submission: Submission | None = None) -> list[str]:
    with pytest.raises(InputError) as raised:
        advice.advise(*of, submission=submission)
    return [str(problem) for problem in raised.value.problems]


def test_every_problem_at_once() -> None:
    found = problems("As As Jk", "Ah 7x 2d", "Ah", submission=parse('game = "pai-gow-poker"'))
    assert [text.partition(":")[0] for text in found] == ["cards", "cards", "cards", "board", "dead", "submission.game"]


def test_numbers_of_cards() -> None:
    assert problems("As") == ["cards: has the wrong number of cards; found 1; allowed 2 cards"]
    assert problems("As Kd", "Ah 7c 2d 5h") == ["board: has the wrong number of cards; found 4; allowed 0, 3 or 5 cards"]
    most = names([card for card in range(52) if card not in (*cards("As Kd"),)][:44])
    assert problems("As Kd", "", most) == [
        "dead: leaves too few cards for the board and the dealer; found 44; allowed at most 43"
    ]
    assert advice.advise("As Kd", "", " ".join(most.split()[:43])).choices


def test_a_submission_without_a_lawful_blind_table() -> None:
    text = 'game = "ultimate-texas-holdem"\nwagers.ante.minimum = "5.00"'
    assert problems("As Kd", submission=parse(text)) == [
        "submission.wagers.blind.paytable: is not a paytable of the law; found none; allowed A or B"
    ]


def test_expected_values_are_antes() -> None:
    """A flush pays 3 to 2: a value over an odd number of half antes stays exact."""
    for choice in advice.advise("As 9s", "Ks 7s 2d").choices:
        assert isinstance(choice.expected_value, Fraction)
        assert choice.expected_value == Fraction(choice.total, choice.ways)
