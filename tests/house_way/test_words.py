"""What each phrase of a house way means (docs/house-ways.md): ranks as bits from the two up, terms, conditions."""

from __future__ import annotations

import pytest

from houseway.games import house_way
from houseway.games.house_way import reading
from houseway.games.house_way.reading import MOST_LETTERS
from houseway.games.house_way.words import NotUnderstood, Step, holds, rank, step
from houseway.problems import InputError

ACE, KING, TWO_TO_SIX = 1 << 12, 1 << 11, 0b11111
TWO_PAIRS = ("higher pair", "lower pair", "s1", "s2", "s3")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("split", Step("split", False, ("lower pair", "lower pair"), ())),
        ("low = s1 s2", Step("low = s1 s2", False, ("s1", "s2"), ())),
        ("best made hand with any low", Step("best made hand with any low", True, (), ())),
        ("best made hand with a pair low", Step("best made hand with a pair low", True, ("pair",), ())),
        ("best made hand with low at least a pair", Step("best made hand with low at least a pair", True, ("pair",), ())),
        ("best made hand with low at least ace-high", Step("best made hand with low at least ace-high", True, (12,), ())),
        ("best made hand with low at least s1 s2", Step("best made hand with low at least s1 s2", True, ("s1", "s2"), ())),
        (
            "low = s1 s2 if s1 is a king or ace and both pairs are 2 to 6",
            Step(
                "low = s1 s2 if s1 is a king or ace and both pairs are 2 to 6", False, ("s1", "s2"),
                (("s1", ACE | KING), ("higher pair", TWO_TO_SIX), ("lower pair", TWO_TO_SIX)),
            ),
        ),
    ],
)  # fmt: skip
def test_a_step_with_two_pairs(text: str, expected: Step) -> None:
    assert step(text, TWO_PAIRS) == expected


def test_four_of_a_kind_is_split_two_and_two() -> None:
    four = ("four", "s1", "s2", "s3")
    assert step("split two and two if s1 is an ace", four) == Step(
        "split two and two if s1 is an ace", False, ("four", "four"), (("s1", ACE),)
    )


def test_what_a_hand_holds_is_of_any_rank_unless_it_says_which() -> None:
    assert holds("no pair") == ("no pair", ((1, 1, 1, 1, 1, 1, 1),), 0b1111111111111)
    assert holds("one pair, J or better") == ("one pair, J or better", ((2, 1, 1, 1, 1, 1),), 0b1111 << 9)
    assert holds("five aces")[1] == ((5, 2), (5, 1, 1))


def test_a_rank_of_two_letters_is_near_to_none() -> None:
    for word, near in (("ki", None), ("kin", "king")):
        with pytest.raises(NotUnderstood) as error:
            rank(word)
        assert (error.value.problem.found, error.value.problem.nearest) == (word, near)


def test_a_low_hand_names_every_group_that_there_is() -> None:
    with pytest.raises(NotUnderstood) as error:
        step("low = s1 s9", TWO_PAIRS)
    assert error.value.problem.allowed == "two of s1, s2, s3, a rank; or a pair out of: higher pair, lower pair"


ROW = '[[row]]\nholds = "no pair"\nset = ["{step}"]\n'


def test_the_longest_step_is_read_and_one_letter_more_is_not() -> None:
    head = 'name = "own"\nversion = "1"\n'
    longest = "low = s2".ljust(MOST_LETTERS - 2) + "s3"
    assert reading.parse(head + ROW.format(step=longest)).rows[0].steps[0].text == "low = s2 s3"
    with pytest.raises(InputError, match="is not a step"):
        reading.parse(head + ROW.format(step=longest + " "))


def test_a_way_of_no_description_has_an_empty_one() -> None:
    head = 'name = "own"\nversion = "1"\n'
    row = ROW.format(step="low = s2 s3")
    assert reading.parse(head + row).description == ""
    assert reading.parse(head + 'description = " a way "\n' + row).description == "a way"


def test_a_text_of_no_name_is_called_a_house_way() -> None:
    for parse in (house_way.parse, reading.parse):
        with pytest.raises(InputError) as error:
            parse("name = ")
        assert error.value.problems[0].where == "house way"
