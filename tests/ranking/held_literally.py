"""What seven of the 53 cards hold, read off the cards without any evaluator: for the tests and the full proof."""

from houseway.cards import JOKER
from houseway.ranking import (
    FIVE_ACES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
)
from houseway.ranking import kernels_held as kh

STRAIGHTS = [{12, 0, 1, 2, 3}] + [set(range(low, low + 5)) for low in range(9)]
SEVENS = [{12, 0, 1, 2, 3, 4, 5}] + [set(range(low, low + 7)) for low in range(7)]
ROYAL = {8, 9, 10, 11, 12}


def literally(hand: list[int]) -> int:
    """The word of one hand, as ``kernels_held`` describes it."""
    wild = JOKER in hand
    natural = [card for card in hand if card != JOKER]
    ranks = [card >> 2 for card in natural] + [12] * wild
    count = {rank: ranks.count(rank) for rank in range(13)}
    kinds = set()
    if count[12] == 5:
        kinds.add(FIVE_ACES)
    if any(n >= 4 for n in count.values()):
        kinds.add(FOUR_OF_A_KIND)
    threes = [rank for rank, n in count.items() if n >= 3]
    twos = [rank for rank, n in count.items() if n >= 2]
    if threes:
        kinds.add(THREE_OF_A_KIND)
        if len(twos) >= 2:
            kinds.add(FULL_HOUSE)
    if twos:
        kinds.add(PAIR)
    if len(twos) >= 2:
        kinds.add(TWO_PAIR)
    if any(len(run - {card >> 2 for card in natural}) <= wild for run in STRAIGHTS):
        kinds.add(STRAIGHT)
    word = kh.THREE_PAIR * (len(twos) >= 3) | max(ranks) << kh.RANK_AT | kh.HAS_JOKER * wild
    word |= sum(card & 3 in (1, 2) for card in natural) << kh.RED_AT
    for suit in range(4):
        of_suit = {card >> 2 for card in natural if card & 3 == suit}
        if len(of_suit) + wild >= 5:
            kinds.add(FLUSH)
        lacking = [(run, len(run - of_suit)) for run in STRAIGHTS]
        held = False
        for run, lacks in lacking:
            if lacks <= wild:
                held = True
                kinds.add(ROYAL_FLUSH if run == ROYAL else STRAIGHT_FLUSH)
            if lacks == 0:
                word |= kh.NATURAL_ROYAL if run == ROYAL else kh.NATURAL_STRAIGHT_FLUSH
                word |= kh.NATURAL_ACE_FIVE * (run == STRAIGHTS[0])
        if any(len(run - of_suit) == wild and len(of_suit) + wild == 7 for run in SEVENS):
            word |= kh.SEVEN_STRAIGHT_FLUSH
        if held:
            for other in range(4):
                beside = {card >> 2 for card in natural if card & 3 == other and other != suit}
                word |= kh.KING_QUEEN_BESIDE * (beside >= {11, 10})
                word |= kh.ACE_KING_BESIDE * (beside >= {12, 11})
                word |= kh.ACE_QUEEN_BESIDE * (beside >= {12, 10})
    return word | sum(1 << kind for kind in kinds)
