"""What the wagers of Ultimate Texas Hold 'Em look at: who is higher, whether the dealer qualifies, hand categories."""

from __future__ import annotations

from enum import IntEnum

from houseway.ranking import CATEGORY_SHIFT, PAIR


class Contest(IntEnum):
    """The player's best five of seven against the dealer's."""

    DEALER_HIGHER = 0
    TIE = 1
    PLAYER_HIGHER = 2


def contest(player_value: int, dealer_value: int) -> Contest:
    """Who is higher, by the values of both best hands. Suits never break ties."""
    if player_value > dealer_value:
        return Contest.PLAYER_HIGHER
    return Contest.TIE if player_value == dealer_value else Contest.DEALER_HIGHER


def qualifies(dealer_value: int) -> bool:
    """The dealer qualifies with a pair or better."""
    return dealer_value >> CATEGORY_SHIFT >= PAIR
