"""The batch kernels against the reference, the exact counts of all hands, and an independent evaluator."""

import random
from itertools import combinations
from math import comb

import numpy as np
import phevaluator
import pytest
from numpy.typing import NDArray

from houseway.cards import JOKER, NAMES, cards
from houseway.ranking import joker, kernels, standard
from houseway.ranking.kernels_classes import suit_classes
from houseway.ranking.kernels_tables import card_keys, multisets


def dealt(deck: int, size: int, hands: int, seed: int, joker_share: float = 0.0) -> NDArray[np.uint8]:
    """Seeded random hands; a share of them has its last card replaced by the joker."""
    order = np.random.default_rng(seed).random((hands, deck)).argsort(axis=1)[:, :size].astype(np.uint8)
    order[: int(hands * joker_share)][(order[: int(hands * joker_share)] != JOKER).all(axis=1), -1] = JOKER
    return order


def best_by_reference(hand: list[int], with_joker: bool, wheel_lowest: bool) -> int:
    fives = combinations(hand, 5)
    if with_joker:
        return max(joker.rank_five(five, wheel_lowest) for five in fives)
    return max(map(standard.rank_five, fives))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_52_equals_the_reference(size: int) -> None:
    hands = dealt(52, size, 4_000, seed=653)
    values = kernels.scale(True).values[kernels.rank_52(hands)]
    assert values.tolist() == [best_by_reference(hand, False, True) for hand in hands.tolist()]


@pytest.mark.parametrize("wheel_lowest", [False, True])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_53_equals_the_reference(size: int, wheel_lowest: bool) -> None:
    hands = dealt(53, size, 400, seed=645, joker_share=0.5)
    values = kernels.scale(wheel_lowest).values[kernels.rank_53(hands, wheel_lowest)]
    assert values.tolist() == [best_by_reference(hand, True, wheel_lowest) for hand in hands.tolist()]


@pytest.mark.parametrize("suited", [4, 5, 6])
def test_53_equals_the_reference_on_flushes_with_the_joker(suited: int) -> None:
    """Four to six cards of a suit, the joker, and aces first among the rest: where the known trap lies."""
    pick = random.Random(suited)
    hands = []
    for _ in range(150):
        suit = pick.randrange(4)
        flush = pick.sample(range(suit, 52, 4), suited)
        aces = [card for card in (48, 49, 50, 51) if card not in flush]
        rest = pick.choice([aces, [card for card in range(52) if card not in flush]])
        hands.append([*flush, JOKER, *pick.sample(rest, 6 - suited)])
    values = kernels.scale(False).values[kernels.rank_53(np.array(hands, np.uint8))]
    assert values.tolist() == [best_by_reference(hand, True, False) for hand in hands]


def test_fast_python_equals_the_kernels_on_seeded_hands() -> None:
    hands = dealt(52, 7, 30_000, seed=7)
    values = kernels.scale(True).values[kernels.rank_52(hands)].tolist()
    assert values == [standard.rank_seven(hand) for hand in hands.tolist()]
    hands = dealt(53, 7, 3_000, seed=8, joker_share=0.3)
    values = kernels.scale(False).values[kernels.rank_53(hands)].tolist()
    assert values == [joker.best_five(hand)[0] for hand in hands.tolist()]


def test_every_class_of_five_cards_equals_the_reference() -> None:
    """All 2,598,960 hands of five, by suit classes; the counts are those of every book on poker."""
    hands, times = suit_classes(5)
    orders = kernels.rank_52(hands)
    values = kernels.scale(True).values[orders].tolist()
    for hand, value in zip(hands.tolist(), values, strict=True):
        assert standard.rank_five(hand) == value
    counts = np.bincount(kernels.scale(True).categories[orders], weights=times).astype(int).tolist()
    assert counts == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
    assert np.unique(orders).tolist() == list(range(1, 7463))


def test_exact_counts_of_seven_of_52() -> None:
    """RULES.md section 6, Ultimate Texas Hold 'Em; the three lowest from the total."""
    hands, times = suit_classes(7)
    counts = np.bincount(kernels.scale(True).categories[kernels.rank_52(hands)], weights=times).astype(int).tolist()
    assert counts[3:] == [6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]
    assert sum(counts) == comb(52, 7) == 133_784_560


@pytest.mark.parametrize("size", [5, 6, 7])
def test_52_equals_phevaluator(size: int) -> None:
    """phevaluator ranks 1 (best) to 7462: the same order from the other end, whatever the number of cards."""
    hands = dealt(52, size, 20_000, seed=size)
    orders = kernels.rank_52(hands).tolist()
    assert orders == [7463 - phevaluator.evaluate_cards(*[NAMES[card] for card in hand]) for hand in hands.tolist()]


def test_scale_has_a_value_for_every_order() -> None:
    for wheel_lowest in (False, True):
        values, categories = kernels.scale(wheel_lowest)
        assert len(values) == len(categories) == 7464
        assert (np.diff(values.astype(np.int64)) > 0).all()
        assert (categories == values >> 20).all()
    lowest = set(kernels.scale(True).values.tolist())
    second = set(kernels.scale(False).values.tolist())
    assert lowest - second == {0x4_3_2_1_0_0, 0x8_3_2_1_0_0}
    assert second - lowest == {0x4_C_3_2_1_0, 0x8_C_3_2_1_0}


@pytest.mark.parametrize(
    ("size", "with_joker", "count"),
    [(5, False, 6_175), (5, True, 7_995), (6, False, 18_395), (6, True, 24_570), (7, False, 49_205), (7, True, 67_600)],
)
def test_every_multiset_has_a_slot_of_its_own(size: int, with_joker: bool, count: int) -> None:
    hashed = kernels.slots(size, with_joker)
    assert len(multisets(size, with_joker)) == len(hashed.multisets) == count
    assert np.unique(hashed.slot).size == count
    assert hashed.slot.max() < hashed.size


def test_places_say_the_ranks_and_the_flush() -> None:
    hands = dealt(53, 7, 5_000, seed=3, joker_share=0.4)
    slot, suited = kernels.places_53(hands)
    hashed = kernels.slots(7, True)
    ranks_of = {int(s): tuple(ranks) for s, ranks in zip(hashed.slot, hashed.multisets.tolist(), strict=True)}
    flushes = 0
    for hand, at, mask in zip(hands.tolist(), slot.tolist(), suited.tolist(), strict=True):
        assert ranks_of[at] == tuple(sorted(13 if card == JOKER else card >> 2 for card in hand))
        wild = JOKER in hand
        flush = 0
        for suit in range(4):
            of_suit = [card >> 2 for card in hand if card != JOKER and card & 3 == suit]
            if len(of_suit) + wild >= 5:
                flush = sum(1 << rank for rank in of_suit) | wild << 13
        assert mask == flush
        flushes += flush > 0
    assert flushes > 100


def test_keys_of_shared_cards_add_up() -> None:
    keys = card_keys()
    table = kernels.rank_table(7, False, True)
    board, hole = cards("9s 9d 9c 8h 8d"), cards("4c 3c")
    shared, own = keys[list(board)].sum(), keys[list(hole)].sum()
    key = np.array([kernels.START, shared, own]).sum()  # the hash runs over the top, as it should
    slot = kernels.slot_of(key, table.displacement, table.shift, np.uint32(table.orders.size - 1))
    assert kernels.flush_suit(key) == -1
    assert kernels.scale(True).values[table.orders[slot]] == standard.rank_seven(board + hole)


@pytest.mark.parametrize("suit", range(4))
def test_flush_suit(suit: int) -> None:
    keys = card_keys()
    five = [4 * rank + suit for rank in (0, 3, 5, 8, 12)]
    others = [4 * rank + (suit + 1 & 3) for rank in (1, 2)]
    assert kernels.flush_suit(kernels.START + keys[five + others].sum()) == suit
    assert kernels.flush_suit(kernels.START + keys[five[:4] + others + [JOKER]].sum()) == suit
    assert kernels.flush_suit(kernels.START + keys[five[:4] + others].sum()) == -1


def test_any_layout_of_the_same_cards() -> None:
    hands = dealt(52, 7, 100, seed=1)
    right = kernels.rank_52(hands).tolist()
    assert kernels.rank_52(np.asfortranarray(hands)).tolist() == right
    assert kernels.rank_52(np.repeat(hands, 2, axis=0)[::2]).tolist() == right
    assert kernels.rank_52(hands[:, ::-1]).tolist() == right
    assert kernels.rank_52(hands[:0]).tolist() == []


@pytest.mark.parametrize("wrong", [np.zeros((3, 4), np.uint8), np.zeros((3, 7), np.int64), np.zeros(7, np.uint8)])
def test_other_shapes_and_types_are_refused(wrong: NDArray[np.uint8]) -> None:
    for rank in (kernels.rank_52, kernels.rank_53, kernels.places_53):
        with pytest.raises(ValueError, match="cards must be uint8"):
            rank(wrong)


def test_bytes_that_are_no_cards_read_nothing_beyond_the_tables() -> None:
    noise = np.random.default_rng(9).integers(0, 256, (20_000, 7), np.uint8)
    for orders in (kernels.rank_52(noise), kernels.rank_53(noise)):
        assert orders.max() <= 7463
    slot, suited = kernels.places_53(noise)
    assert slot.max() < kernels.slots(7, True).size
    assert suited.max() < 1 << 14
