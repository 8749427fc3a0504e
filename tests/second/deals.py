"""Cards dealt so that what is rare happens often. Every function takes a random.Random and deals only from what is left."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from . import cards as c

RUN = "A" + c.RANKS  # A-2-3-...-K-A
ROYAL, WHEEL = "TJQKA", "A2345"


def suited(ranks: str, suit: str) -> list[str]:
    return [rank + suit for rank in ranks]


def mixed(rng: Random, ranks: str) -> list[str]:
    """One card of each rank, suits at random; a rank named twice gets two suits."""
    found: list[str] = []
    for rank in ranks:
        found.append(rng.choice([rank + suit for suit in c.SUITS if rank + suit not in found]))
    return found


def two_suits(rng: Random) -> tuple[str, str]:
    first, second = rng.sample(c.SUITS, 2)
    return first, second


def ranks(rng: Random, count: int, without: str = "") -> list[str]:
    return rng.sample([rank for rank in c.RANKS if rank not in without], count)


def joker_for(rng: Random, cards: list[str]) -> list[str]:
    """The same cards with the joker in the place of one."""
    if c.JOKER in cards:
        return cards
    at = rng.randrange(len(cards))
    return [*cards[:at], *cards[at + 1 :], c.JOKER]


# --- Pai gow: beginnings of seven cards; what is missing is dealt at random


def seven_run(rng: Random) -> list[str]:
    start = rng.randrange(8)
    cards = suited(RUN[start : start + 7], rng.choice(c.SUITS))
    return cards if rng.random() < 0.5 else joker_for(rng, cards)


def royal_and_two(rng: Random) -> list[str]:
    suit, other = two_suits(rng)
    royal, beside = suited(ROYAL, suit), suited(rng.choice(["KQ", "AK", "AQ"]), other)
    royal = rng.choice([royal, royal, joker_for(rng, royal)])
    return royal + (joker_for(rng, beside) if rng.random() < 0.1 else beside)


def royal(rng: Random) -> list[str]:
    cards = suited(ROYAL, rng.choice(c.SUITS))
    return cards if rng.random() < 0.5 else joker_for(rng, cards)


def royal_with_aces(rng: Random) -> list[str]:
    suit = rng.choice(c.SUITS)
    return [*suited("AQJT", suit), *["A" + other for other in rng.sample([s for s in c.SUITS if s != suit], 2)], c.JOKER]


def wheel_and_two(rng: Random) -> list[str]:
    suit, other = two_suits(rng)
    beside = rng.choice([suited("AQ", other), suited("AQ", other), [c.JOKER], suited("K", other), ["Q" + suit]])
    return suited(WHEEL, suit) + beside


def wheel_with_joker(rng: Random) -> list[str]:
    return joker_for(rng, suited(WHEEL, rng.choice(c.SUITS)))


def straight_flush(rng: Random) -> list[str]:
    start = rng.randrange(10)
    cards = suited(RUN[start : start + 5], rng.choice(c.SUITS))
    return cards if rng.random() < 0.5 else joker_for(rng, cards)


def five_aces(rng: Random) -> list[str]:
    beside = rng.choice([[], mixed(rng, "KK"), mixed(rng, ranks(rng, 1, "A")[0] * 2)])
    return ["Ac", "Ad", "Ah", "As", c.JOKER, *beside]


def fours(rng: Random) -> list[str]:
    rank, second = ranks(rng, 2)
    cards = [rank + suit for suit in c.SUITS]
    if rank == "A" and rng.random() < 0.5:
        cards = joker_for(rng, cards)
    return cards + mixed(rng, second * rng.choice([1, 1, 2, 3]))


def full_house(rng: Random) -> list[str]:
    first, second, third = ranks(rng, 3)
    return rng.choice(
        [
            mixed(rng, first * 3 + second * 2),
            mixed(rng, first * 3 + second * 2 + third * 2),
            mixed(rng, first * 3 + second * 3),
            mixed(rng, "AA" + second * 2) + [c.JOKER] if second != "A" else mixed(rng, "AAKK") + [c.JOKER],
            mixed(rng, "222" + "AK") + mixed(rng, first * 2) if first not in "2AK" else mixed(rng, "QQQ22AK"),
        ]
    )


def threes(rng: Random) -> list[str]:
    first, *others = ranks(rng, 5)
    return mixed(rng, first * 3 + "".join(others)) if rng.random() < 0.7 else [*mixed(rng, "AA"), c.JOKER]


def threes_and_straight(rng: Random) -> list[str]:
    start = rng.randrange(10)
    five = RUN[start : start + 5]
    cards = mixed(rng, five + rng.choice(five) * 2)
    return cards if rng.random() < 0.6 else joker_for(rng, cards)


def flush(rng: Random) -> list[str]:
    suit = rng.choice(c.SUITS)
    cards = suited("".join(ranks(rng, rng.choice([5, 5, 6, 7]))), suit)
    return cards if rng.random() < 0.6 else joker_for(rng, cards)


def straight(rng: Random) -> list[str]:
    length = rng.choice([5, 5, 6, 7])
    start = rng.randrange(len(RUN) - length + 1)
    run = RUN[start : start + length]
    cards = mixed(rng, run) if len(set(run)) == length else mixed(rng, run[:-1])
    if rng.random() < 0.4:
        cards = joker_for(rng, cards)
    if rng.random() < 0.5 and len(cards) < 7:
        again = rng.choice([card for card in cards if card != c.JOKER])[0]
        cards += [card for card in mixed(rng, again * 4) if card not in cards][:1]
    return cards


def wheel_or_king_high(rng: Random) -> list[str]:
    """A straight (now and then a straight flush) of the two kinds whose order is a switch, perhaps beside near low hands."""
    five = rng.choice([WHEEL, "9TJQK"])
    cards = suited(five, rng.choice(c.SUITS)) if rng.random() < 0.3 else mixed(rng, five)
    if rng.random() < 0.3:
        cards = joker_for(rng, cards)
    return cards + (mixed(rng, rng.choice(["77", "67", "78", "68"])) if rng.random() < 0.6 else [])


def two_pairs(rng: Random) -> list[str]:
    first, second, *others = ranks(rng, 5)
    return mixed(rng, first * 2 + second * 2 + "".join(others))


def one_pair(rng: Random) -> list[str]:
    first, *others = ranks(rng, 6)
    return mixed(rng, first * 2 + "".join(others))


def three_pairs(rng: Random) -> list[str]:
    first, second, third = ranks(rng, 3, "A")
    if rng.random() < 0.3:
        return [*mixed(rng, "A" + first * 2 + second * 2), c.JOKER]
    return mixed(rng, first * 2 + second * 2 + third * 2)


def nothing(rng: Random) -> list[str]:
    """No pair, no straight, no flush, with a highest card from nine to ace (sometimes the joker)."""
    top = rng.randrange(7, 13)
    while True:
        held = sorted(rng.sample(range(top), 6)) + [top]
        cards = [c.RANKS[rank] + rng.choice(c.SUITS) for rank in held]
        if rng.random() < 0.15:
            cards[-1] = c.JOKER
        if c.best_of(cards)[0] == c.HIGH_CARD:
            return cards


def one_color(rng: Random) -> list[str]:
    suits = rng.choice(["dh", "cs"])
    cards = rng.sample([card for card in c.DECK52 if card[1] in suits], rng.choice([4, 5, 6, 7]))
    return cards if rng.random() < 0.6 else joker_for(rng, cards)


Beginning = Callable[[Random], list[str]]
EVERY: tuple[Beginning, ...] = (
    seven_run,
    royal_and_two,
    royal,
    royal_with_aces,
    wheel_and_two,
    wheel_with_joker,
    straight_flush,
    five_aces,
    fours,
    full_house,
    threes,
    threes_and_straight,
    flush,
    straight,
    two_pairs,
    one_pair,
    three_pairs,
    nothing,
    one_color,
)
# What a table of rare hands is made of: mostly everything, else one kind of rarity at several seats.
MOODS: tuple[tuple[Beginning, ...], ...] = (
    EVERY,
    EVERY,
    EVERY,
    EVERY,
    EVERY,
    (seven_run, seven_run, five_aces),
    (royal_and_two, seven_run),
    (royal_and_two, royal_and_two, wheel_and_two, royal),
    (nothing,),
    (nothing,),
    (wheel_or_king_high,),
    (three_pairs, two_pairs, one_pair, threes, fours),
    (two_pairs, straight, flush, threes_and_straight),
)


def turned(rng: Random, cards: tuple[str, ...], left: set[str]) -> list[str] | None:
    """A copy: the same ranks in other suits that are still in the deck."""
    found: list[str] = []
    for card in cards:
        if card == c.JOKER:
            return None
        free = [card[0] + suit for suit in c.SUITS if card[0] + suit in left and card[0] + suit not in found]
        if not free:
            return None
        found.append(rng.choice(free))
    return found


def pai_gow(rng: Random, hands: int, rare: bool) -> list[tuple[str, ...]]:
    """``hands`` hands of seven cards; the first is the dealer's."""
    left, dealt = set(c.DECK53), []
    beginnings: list[list[str]] = [[] for _ in range(hands)]
    mood = rng.choice(MOODS)
    for at in rng.sample(range(hands), hands):
        for _ in range(20 if rare and rng.random() < 0.75 else 0):
            begun = nothing(rng) if not at and rng.random() < 0.15 else rng.choice(mood)(rng)
            if rng.random() < 0.15 and at:
                begun = turned(rng, tuple(beginnings[0]), left) or []
            if set(begun) <= left and len(set(begun)) == len(begun):
                beginnings[at] = begun
                left -= set(begun)
                break
    rest = sorted(left)
    rng.shuffle(rest)
    for begun in beginnings:
        cards = begun + [rest.pop() for _ in range(7 - len(begun))]
        rng.shuffle(cards)
        dealt.append(tuple(cards))
    return dealt


# --- Hold 'em


def holdem(rng: Random, hands: int, rare: bool) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """``hands`` hands of two cards, the first the dealer's, and the board, flop first."""
    board: list[str] = []
    pairs: list[tuple[str, str]] = []
    if rare:
        board, pairs = rng.choice(FLOPS)(rng)
    left = sorted(set(c.DECK52) - set(board))
    rng.shuffle(left)
    dealt: list[tuple[str, ...] | None] = [None] * hands
    rng.shuffle(pairs)
    for at in rng.sample(range(hands), hands):
        wanted = next((pair for pair in pairs if pair[0] in left and pair[1] in left), None)
        if wanted and rng.random() < 0.6:
            dealt[at] = wanted
            left = [card for card in left if card not in wanted]
    hole = [two or (left.pop(), left.pop()) for two in dealt]
    return hole, tuple(board + [left.pop() for _ in range(5 - len(board))])


def runs_on_flop(rng: Random) -> tuple[list[str], list[tuple[str, str]]]:
    """A flop on which several two-card hands are royal or straight flushes."""
    suit, start = rng.choice(c.SUITS), rng.choice([*range(10), 9, 9, 9, 8])
    flop = rng.sample(suited(RUN[start : start + 5], suit), 3)
    pairs = []
    for at in range(10):
        run = suited(RUN[at : at + 5], suit)
        if set(flop) <= set(run):
            first, second = (card for card in run if card not in flop)
            pairs.append((first, second))
    return flop, pairs


def run_on_board(rng: Random) -> tuple[list[str], list[tuple[str, str]]]:
    """A straight flush for two cards and any three, or all five, of the board."""
    suit, start = rng.choice(c.SUITS), rng.choice([*range(10), 9, 9])
    run = suited(RUN[start : start + 5], suit)
    rng.shuffle(run)
    on_board = rng.choice([3, 4, 5])
    board = run[:on_board] + rng.sample([card for card in c.DECK52 if card not in run], 5 - on_board)
    rng.shuffle(board)
    others = [card for card in c.DECK52 if card not in board and card not in run]
    missing = run[on_board:]
    if len(missing) == 2:
        return board, [(missing[0], missing[1])]
    return board, [(missing[0], rng.choice(others))] if missing else []


def paired_flop(rng: Random) -> tuple[list[str], list[tuple[str, str]]]:
    first, second, third = ranks(rng, 3)
    flop = mixed(rng, rng.choice([first * 3, first * 2 + second, first * 2 + second, first + second + third]))
    pairs = []
    for _ in range(12):
        one, two = mixed(rng, rng.choice([first * 2, first * 2, second * 2, first + second, first + third]))
        pairs.append((one, two))
    return flop, [pair for pair in pairs if pair[0] not in flop and pair[1] not in flop]


def suited_flop(rng: Random) -> tuple[list[str], list[tuple[str, str]]]:
    suit = rng.choice(c.SUITS)
    cards = suited("".join(ranks(rng, 13)), suit)
    return cards[:3], [(cards[at], cards[at + 1]) for at in range(3, 12, 2)]


def joined_flop(rng: Random) -> tuple[list[str], list[tuple[str, str]]]:
    start = rng.randrange(10)
    run = list(RUN[start : start + 5])
    rng.shuffle(run)
    flop = mixed(rng, "".join(run[:3]))
    pairs = []
    for _ in range(6):
        one, two = mixed(rng, "".join(run[3:]))
        pairs.append((one, two))
    return flop, pairs


def nothing_much(rng: Random) -> tuple[list[str], list[tuple[str, str]]]:
    """A board without a pair, low hands beside it that often tie, and a dealer who often does not qualify."""
    board = mixed(rng, "".join(ranks(rng, 5)))
    low = [rank for rank in "2345678" if rank not in {card[0] for card in board}]
    pairs = []
    for _ in range(8):
        one, two = mixed(rng, "".join(rng.sample(low, 2)))
        pairs.append((one, two))
    return board, pairs


FLOPS = (
    runs_on_flop,
    runs_on_flop,
    runs_on_flop,
    run_on_board,
    paired_flop,
    paired_flop,
    suited_flop,
    joined_flop,
    nothing_much,
)
