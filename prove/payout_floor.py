"""Which lines of the side wagers some hand takes together: found over every hand there is, and compared with the stored data.

    python prove/payout_floor.py            prove that the stored hands are right and complete
    python prove/payout_floor.py --write    write them again

Pai Gow Poker: all 154,143,080 hands of seven of the 53 cards, as the classes that renaming the suits leaves alike (every
rule but red/black reads a class alike; for red/black each way to colour the suits is tried). Of the sets of lines found,
those that no other set contains are kept, each with the first hand that takes it and a dealer's hand that is queen-high.
Ultimate Texas Hold 'Em: every combination of what the rules look at.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import combinations
from math import factorial
from pathlib import Path

from houseway.cards import JOKER, cards, names
from houseway.games.pai_gow_poker import SevenCards, read_seven, rules
from houseway.games.ultimate_texas_holdem import Contest, contest, qualifies
from houseway.games.ultimate_texas_holdem import rules as holdem
from houseway.money import Push, fraction_of_odds
from houseway.ranking import CATEGORY_SHIFT, standard
from houseway.regulation import PGP, UTH, Law, law_for

DATA = Path(__file__).parent.parent / "src" / "houseway" / "submission" / "data" / "joint_lines.json"
HANDS = 154_143_080
PAIRINGS = ((0, 1), (0, 2), (0, 3))  # the suits that are red together, the others black: three ways to colour four suits
Lines = tuple[str | None, ...]
NAMES = (
    "fortune_bonus", "emperors_treasure", "insurance", "progressive", "progressive (natural)",
    "dynasty_bonus", "protection", "red_black", "red_black (chosen)",
)  # fmt: skip
BOARDS = {  # player, dealer, board: one example for each category of the player's hand
    "royal_flush": ("As Ks", "Ac Qd", "Qs Js Ts 9d 9c"),
    "straight_flush": ("9s 8s", "Ac Ad", "7s 6s 5s 2d 2c"),
    "four_of_a_kind": ("9s 9h", "Ac Ad", "9c 9d 5s 2d 3c"),
    "full_house": ("9s 9h", "Ac Ad", "9c 5d 5s 2d 3c"),
    "flush": ("As 9s", "Ac Ad", "7s 6s 2s Td 3c"),
    "straight": ("9s 8h", "Ac Ad", "7c 6d 5s 2d 2h"),
    "three_of_a_kind": ("9s 9h", "Ac Ad", "9c 6d 5s 2d Kc"),
    "two_pair": ("9s 8h", "Ac Kd", "9c 8d 5s 2d 2h"),
    "pair": ("As Ah", "Kc Kd", "9c 8d 5s 2d 3h"),
    "high_card": ("As Qh", "Kc Td", "9c 8d 5s 2d 3h"),
}


def classes(size: int) -> Iterator[tuple[tuple[int, int, int, int], int]]:
    """Every set of ``size`` cards of the 52 up to renaming suits: four masks of ranks in order, and how many hands they are."""
    by_size: list[list[int]] = [[] for _ in range(14)]
    for mask in range(1 << 13):
        by_size[mask.bit_count()].append(mask)
    for a in range(size, -1, -1):
        for b in range(min(a, size - a), -1, -1):
            for c in range(min(b, size - a - b), -1, -1):
                d = size - a - b - c
                if d > c or max(a, b, c, d) > 13:
                    continue
                for one in by_size[a]:
                    for two in by_size[b]:
                        if a == b and two > one:
                            break
                        for three in by_size[c]:
                            if b == c and three > two:
                                break
                            for four in by_size[d]:
                                if c == d and four > three:
                                    break
                                masks = (one, two, three, four)
                                yield masks, _alike(masks)


def _alike(masks: tuple[int, int, int, int]) -> int:
    """How many hands renaming the suits makes of one."""
    ways, run = 24, 1
    for left, right in zip(masks, (*masks[1:], -1), strict=True):
        if left == right:
            run += 1
        else:
            ways //= factorial(run)
            run = 1
    return ways


def lines_of(hand: SevenCards, law: Law, names_of: dict[str, list[str]]) -> Lines:
    """The line that each wager takes, by both values of the two switches; red/black on the colour with the more cards."""
    tables = {name: law.tables[name] for name in law.tables}
    colour = max(hand.red, hand.black)
    fortune, emperors = tables["fortune_bonus"]["C"], tables["emperors_treasure"]["A"]  # (b) C has every line of A, B and D
    progressive, red_black = tables["progressive"][""], tables["red_black"][""]
    found = (
        (names_of["fortune_bonus"], rules.fortune_bonus(hand, fortune)),
        (names_of["emperors_treasure"], rules.emperors_treasure(hand, emperors)),
        (names_of["insurance"], rules.insurance(hand, tables["insurance"]["A"])),
        (names_of["progressive"], rules.progressive(hand, progressive, "allowed")),
        (names_of["progressive"], rules.progressive(hand, progressive, "natural")),
        (names_of["dynasty_bonus"], rules.dynasty_bonus(hand, tables["dynasty_bonus"][""])),
        (names_of["protection"], rules.protection(hand, tables["protection"][""])),
        (names_of["red_black"], rules.red_black(colour, hand.joker, red_black, "neither")),
        (names_of["red_black"], rules.red_black(colour, hand.joker, red_black, "chosen")),
    )
    return tuple(keys[ruling.row] if ruling.row >= 0 else None for keys, ruling in found)


def keys_of(law: Law) -> dict[str, list[str]]:
    """The keys of each wager's lines (of its longest table)."""
    return {
        name: [row.key for row in max(of.values(), key=lambda table: len(table.rows)).rows] for name, of in law.tables.items()
    }


def every_set(law: Law) -> tuple[dict[Lines, tuple[int, ...]], int]:
    """Every set of lines that some hand takes, with the first such hand, and how many hands were seen."""
    keys = keys_of(law)
    seen: dict[SevenCards, bool] = {}
    sets: dict[Lines, tuple[int, ...]] = {}
    hands = 0
    for size, joker in ((7, ()), (6, (JOKER,))):
        for masks, alike in classes(size):
            hands += alike
            sizes = [mask.bit_count() for mask in masks]
            hand = read_seven(_cards(masks, (0, 1, 2, 3)) + joker)
            for first, second in PAIRINGS:
                red = sizes[first] + sizes[second]
                coloured = hand._replace(red=red, black=size - red)
                if coloured in seen:
                    continue
                seen[coloured] = True
                others = [suit for suit in range(4) if suit not in (first, second)]
                suits = [0] * 4
                suits[first], suits[second] = 1, 2  # diamonds and hearts
                suits[others[0]], suits[others[1]] = 0, 3
                example = _cards(masks, tuple(suits)) + joker
                if read_seven(example) != coloured:
                    raise AssertionError(f"renaming suits changed what {names(example)} holds")
                sets.setdefault(lines_of(coloured, law, keys), example)
    return sets, hands


def _cards(masks: tuple[int, int, int, int], suits: tuple[int, ...]) -> tuple[int, ...]:
    found = [4 * rank + suits[at] for at, mask in enumerate(masks) for rank in range(13) if mask >> rank & 1]
    return tuple(sorted(found, reverse=True))


def contains(larger: Lines, smaller: Lines) -> bool:
    """Whether every line of the smaller set is in the larger."""
    return all(line is None or line == other for line, other in zip(smaller, larger, strict=True))


def largest(sets: dict[Lines, tuple[int, ...]]) -> dict[Lines, tuple[int, ...]]:
    """The sets that no other contains."""
    return {
        lines: hand
        for lines, hand in sets.items()
        if any(lines) and not any(contains(other, lines) for other in sets if other != lines)
    }


def dragon(taken: tuple[int, ...]) -> tuple[int, ...] | None:
    """A dealer's queen-high hand of seven out of the cards that are left, or None."""
    queens = [card for card in cards("Qs Qh Qd Qc") if card not in taken]
    for ranks in combinations((9, 8, 7, 6, 5, 4, 3, 2, 1, 0), 6):
        for turn in range(4):
            rest = []
            for at, rank in enumerate(ranks):
                free = [
                    4 * rank + (turn + at + step) % 4 for step in range(4) if 4 * rank + (turn + at + step) % 4 not in taken
                ]
                rest += free[:1]
            hand = (*queens[:1], *rest)
            if len(hand) == 7 and read_seven(hand).no_pair_high == rules.QUEEN:
                return hand
    return None


def pai_gow(law: Law) -> tuple[list[dict[str, object]], int, int]:
    """The entries of the data file for Pai Gow Poker, how many sets there are in all, and how many hands were seen."""
    sets, hands = every_set(law)
    entries = []
    for lines, hand in sorted(largest(sets).items(), key=lambda item: [line or "~" for line in item[0]]):
        dealer = dragon(hand)
        if dealer is None:
            raise AssertionError(f"no queen-high hand is left beside {names(hand)}")
        taken = {name: line for name, line in zip(NAMES, lines, strict=True) if line is not None}
        entries.append({"player": names(hand), "dealer": names(dealer), "lines": taken})
    return entries, len(sets), hands


def holdem_entries(law: Law) -> list[dict[str, object]]:
    """The entries for Ultimate Texas Hold 'Em: each category's example does as well as anything the rules look at can."""
    entries = []
    for key, (player, dealer, board) in BOARDS.items():
        mine, theirs = (standard.best_five(cards(own) + cards(board))[0] for own in (player, dealer))
        category = mine >> CATEGORY_SHIFT
        if holdem.LINE_KEYS[category] != key:
            raise AssertionError(f"{player} on {board} is not {key}")
        best = _most(law, False, contest(mine, theirs), qualifies(theirs), category)
        for folded in (False, True):
            for against in Contest:
                for qualified in (False, True):
                    if key == "high_card" and qualified and against == Contest.PLAYER_HIGHER:
                        continue  # a high card beats no pair
                    if not _at_least(best, _most(law, folded, against, qualified, category)):
                        raise AssertionError(f"the example for {key} is not the best")
        entries.append({"player": player, "dealer": dealer, "board": board, "category": key})
    return entries


def _most(law: Law, folded: bool, against: Contest, qualified: bool, category: int) -> list[object]:
    """What each covered wager pays for each unit, in every table: nothing for a push, a loss or no wager."""
    found = [(law.tables["ante"][""], holdem.ante(folded, against, qualified))]
    if not folded:
        found.append((law.tables["play"][""], holdem.play(against)))
    found += [(table, holdem.blind(folded, against, category, table)) for table in law.tables["blind"].values()]
    found += [(table, holdem.trips(folded, category, table, "settle")) for table in law.tables["trips"].values()]
    pays = [table.rows[ruling.row].pays if ruling.row >= 0 else Push() for table, ruling in found]
    if folded:
        pays.insert(1, Push())
    return [fraction_of_odds(of) for of in pays]  # type: ignore[arg-type]  # no meter pays a covered wager here


def _at_least(best: list[object], other: list[object]) -> bool:
    return all(mine >= theirs for mine, theirs in zip(best, other, strict=True))  # type: ignore[operator]


def render(data: dict[str, list[dict[str, object]]]) -> str:
    """The data file: JSON with one hand a line."""
    games = (
        f" {json.dumps(game)}: [\n" + ",\n".join(f"  {json.dumps(entry)}" for entry in entries) + "\n ]"
        for game, entries in data.items()
    )
    return "{\n" + ",\n".join(games) + "\n}\n"


def main() -> None:
    """Find every set of lines again and compare with the stored data, or write it."""
    entries, sets, hands = pai_gow(law_for(PGP))
    if hands != HANDS:
        raise AssertionError(f"saw {hands:,} hands of {HANDS:,}")
    data = {UTH: holdem_entries(law_for(UTH)), PGP: entries}
    text = render(data)
    if "--write" in sys.argv[1:]:
        DATA.write_text(text, encoding="utf-8")
    elif DATA.read_text(encoding="utf-8") != text:
        raise SystemExit("payout floor: the stored sets are not those found; run with --write")
    print(f"payout floor: {hands:,} hands of pai gow take {sets} sets of lines, {len(entries)} of them largest, each as stored")
    print(f"payout floor: hold 'em, {len(BOARDS)} categories, each example as good as any combination that the rules look at")


if __name__ == "__main__":
    main()
