"""What is worked out once and remembered, worked out anew: the tables of ranks, a way's plans, the shipped files."""

from __future__ import annotations

import pathlib

import pytest

from house_way.test_rows import HANDS, _ranks
from houseway.cards import RANK_OF, cards, names
from houseway.games import house_way
from houseway.games.house_way.policy import _windows, all_parts, two_ranks
from houseway.games.house_way.reading import parse
from houseway.ranking.joker import rank_two

DATA = pathlib.Path(house_way.__file__).parent / "data"
ACE, KING, QUEEN, TEN = 12, 11, 10, 8


def anew(name: str) -> house_way.HouseWay:
    """The shipped way, with nothing remembered."""
    return parse((DATA / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


@pytest.mark.parametrize("name", house_way.NAMES)
def test_every_row_by_a_way_that_remembers_nothing(name: str) -> None:
    way = anew(name)
    for ways, seven, low, row in HANDS:
        if name in ways:
            setting = way.set(cards(seven))
            assert (sorted([RANK_OF[card] for card in setting.low]), setting.row) == (_ranks(low), row), seven


def test_what_was_learnt_is_kept() -> None:
    way = anew("standard")
    first = way.set(cards("Ks Kh 9d 7c 5s 4h 2d"))
    assert way.set(cards("Kd Kc 9d 7c 5s 4h 2d")).row == first.row
    assert list(way._known) == [(KING, KING, 7, 5, 3, 2, 0)]


def test_of_equal_high_hands_the_joker_and_the_higher_suits_stay_high() -> None:
    """Three aces, the joker among them, no pair low beside a made hand: ace and ten low. The high hand, a pair of aces, is
    the same whichever ace goes low, so the joker and the ace of spades stay."""
    setting = anew("standard").set(cards("Jk As Ac Tc 9c 8c 4d"))
    assert (names(setting.high), names(setting.low)) == ("Jk As 9c 8c 4d", "Ac Tc")


def test_of_equal_low_hands_the_one_with_the_highest_high_hand() -> None:
    """Jack and a nine low leave a straight flush with the nine of clubs high, a straight with the nine of spades."""
    setting = anew("foxwoods").set(cards("Jk Jd Tc 9s 9c 8c 6c"))
    assert (names(setting.high), names(setting.low)) == ("Jk Tc 9c 8c 6c", "Jd 9s")


def test_a_low_hand_of_two_ranks_is_worth_what_its_cards_are() -> None:
    """A card is four times its rank and its suit."""
    for one in range(13):
        for other in range(13):
            assert two_ranks(one, other) == rank_two((4 * one, 4 * other + 1)), (one, other)


@pytest.mark.parametrize(
    ("held", "most"),
    [
        ("A K Q J T", 5),
        ("A 2 3 4 5", 5),  # the ace is also below the two
        ("K A 2 3 4", 4),  # and no straight goes round it
        ("Q K A 2 3", 3),
        ("9 8 7 6 4", 4),
        ("2 3 4 5", 4),
        ("2 3 4 6", 4),
        ("2 4 6 8 T", 3),
        ("A 6", 1),
        ("A 5", 2),
        ("A T", 2),
        ("A 9", 1),
        ("2 2 2", 1),
        ("2 2 6 6", 2),
        ("2 7 Q", 1),
    ],
)
def test_the_most_ranks_of_five_in_a_row(held: str, most: int) -> None:
    assert _windows(["23456789TJQKA".index(rank) for rank in held.split()]) == most


def test_a_plan_for_each_of_49_283_combinations_of_seven_ranks() -> None:
    """Four of a rank at most, five of aces with the joker: then the other two are any two of twelve ranks, 12 + 66 hands."""
    assert sum(1 for parts, counts in all_parts() if counts[0] == 5) == 78
    plans = dict(anew("standard").plans())
    assert len(plans) == 49_283
    for ranks, low, row in [
        ((ACE, ACE, ACE, ACE, ACE, KING, KING), (KING, KING), "five aces: low = K-K if the pair is K"),
        ((ACE, ACE, ACE, ACE, ACE, KING, QUEEN), (ACE, ACE), "five aces: low = A-A"),
        ((KING, KING, 7, 7, 7, 5, 0), (KING, KING), "three of a kind and one pair: low = the pair"),
        ((7, 6, 4, 3, 2, 1, 0), (6, 4), "no pair: low = the second and third highest"),
    ]:
        assert (plans[ranks].low, plans[ranks].row) == (low, row)


def test_the_shipped_ways_are_read_from_their_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_way, "_known", {})
    for name in house_way.NAMES:
        way = house_way.get(name)
        assert (way.name, way.digest) == (name, anew(name).digest)
        assert house_way.get(name) is way
    assert list(house_way._known) == list(house_way.NAMES)
