"""The base game on a PAR sheet: figures, decisions and outcomes of Hold 'Em; wins, banks, copies and vigorish of Pai Gow."""

from __future__ import annotations

from typing import Any, NamedTuple

from houseway.cli.par_tables import Column, Row
from houseway.cli.par_words import count, dollars, exactly, percent, plain_key, said, share, short, signed, value
from houseway.submission.choices import VIGORISH_MEANINGS

Figures = dict[str, Any]


class Block(NamedTuple):
    """A table with what is said before and after it."""

    columns: tuple[Column, ...]
    rows: list[Row]
    before: str = ""
    after: str = ""


PAIR = (Column("", figures=False), Column(""))
_STREET = {
    "4x": "4x, before the flop", "3x": "3x, before the flop", "2x": "2x, after the flop", "1x": "1x, on the river",
    "fold": "Fold, on the river",
}  # fmt: skip
_ENDS = {"win": "Wins", "tie": "Ties", "lose": "Loses"}
_WHO = {"dealer_qualifies": "dealer qualifies", "dealer_does_not_qualify": "dealer does not qualify"}
_COPIES = {
    "high": "A copy of the high hand only",
    "low": "A copy of the low hand only",
    "both": "A copy of both hands",
    "win_to_push": "Copies that make a win a push",
    "push_to_lose": "Copies that make a push a loss",
    "win_to_lose": "Copies that make a win a loss",
}
RANKS = "AKQJT98765432"


def blocks(figures: Figures, full: bool) -> list[Block]:
    """Every table of the base game; ``full``: also the long ones."""
    found = _holdem(figures, full) if "element_of_risk" in figures else _pai_gow(figures, full)
    left = _left(figures)
    return [*found, Block(PAIR, left)] if left else found


_SHOWN = {
    "cite", "blind_paytable", "expected_value", "house_edge", "element_of_risk", "average_wager", "standard_deviation",
    "variance", "ties_go_to", "decisions", "outcomes", "results", "starting_hands", "house_way", "player_house_way", "wheel",
    "pairs", "win", "push", "lose", "banking_expected_value", "banking_house_edge", "co_banking_expected_value", "banking",
    "copies", "by_high_hand", "at_minimum_wager", "exact_vigorish", "vigorish",
}  # fmt: skip


def _left(figures: Figures, under: str = "") -> list[Row]:
    """Figures that have no place of their own here: none is left out."""
    rows: list[Row] = []
    for key, of in figures.items():
        if under or key not in _SHOWN:
            words = f"{under}, {key.replace('_', ' ')}" if under else plain_key(key)
            if isinstance(of, dict):
                rows += _left(of, words)
            elif not isinstance(of, list) and of is not None:
                rows.append(Row((words, said(key, of))))
    return rows


def _holdem(figures: Figures, full: bool) -> list[Block]:
    rows = [
        ("House edge, of the ante", percent(figures["house_edge"])),
        ("Element of risk: the edge of all money wagered", percent(figures["element_of_risk"])),
        ("Average wager in a round, in antes", short(figures["average_wager"])),
        ("Standard deviation of a round, in antes", short(figures["standard_deviation"])),
        ("Expected value for the player, in antes", value(figures["expected_value"])),
    ]
    after = f"The expected value exactly: {exactly(figures['expected_value'])}."
    before = "Ante, blind and play together under best play. Between choices of equal value, the one that puts out less money."
    found = [Block(PAIR, [Row(row) for row in rows], before, after), _outcomes(figures)]
    if full:
        found += [starting_grid(figures["starting_hands"]), _starting_hands(figures["starting_hands"]), _results(figures)]
    return found


def _outcomes(figures: Figures) -> Block:
    """A column for each way to play: how many hands are played so, and how they end."""
    names = list(figures["decisions"])
    columns = (Column("Of all hands", figures=False), *(Column(_STREET.get(name, name)) for name in names))
    rows = [Row(("Played so", *(share(figures["decisions"][name]) for name in names)), strong=True)]
    for word, who in [(word, who) for word, split in figures["outcomes"][names[0]].items() for who in split]:
        ends = [share(figures["outcomes"][name][word][who]) for name in names]
        rows.append(Row((f"{_ENDS[word]}, {_WHO[who]}", *ends)))
    return Block(columns, rows, after="A hand that folds is counted by what it would have met.")


def starting_grid(hands: Figures) -> Block:
    """The 169 starting hands as a square: pairs across, suited above, offsuit below; what is best before the flop."""
    rows = [Row((f"{high}", *(best(hands[hand_at(down, across)]) for across in range(13)))) for down, high in enumerate(RANKS)]
    columns = (Column("", figures=False), *(Column(rank) for rank in RANKS))
    before = "Best play before the flop: 4x, or – for check. Suited hands above the pairs, offsuit hands below them."
    return Block(columns, [Row(tuple(["–" if cell == "check" else cell for cell in row.cells])) for row in rows], before)


def hand_at(down: int, across: int) -> str:
    """The starting hand at a place of the square.

    >>> hand_at(0, 0), hand_at(0, 1), hand_at(1, 0)
    ('AA', 'AKs', 'AKo')
    """
    if down == across:
        return RANKS[down] * 2
    return f"{RANKS[down]}{RANKS[across]}s" if down < across else f"{RANKS[across]}{RANKS[down]}o"


def best(values: Figures) -> str:
    """The best choice for a starting hand; of equals the one that puts out less."""
    name: str = max(values, key=lambda choice: int(values[choice].partition("/")[0]))
    return name


def _starting_hands(hands: Figures) -> Block:
    names = list(next(iter(hands.values())))
    columns = (
        Column("Hand", figures=False),
        Column("Of 1,326"),
        *(Column(name.capitalize()) for name in names),
        Column("Best"),
    )
    ways = {"s": "4", "o": "12"}
    rows = [
        Row((hand, ways.get(hand[-1], "6"), *(value(values[name]) for name in names), best(values)))
        for hand, values in hands.items()
    ]
    return Block(columns, rows, "What each choice before the flop is worth, in antes, with best play from there on.")


def _results(figures: Figures) -> Block:
    columns = (Column("Net result, in antes"), Column("Of all hands"), Column("Deals of 27,813,810,024,000"))
    rows = [
        Row((signed(net, plus=True), share(deals, 8), count(int(deals.partition("/")[0]))))
        for net, deals in figures["results"].items()
    ]
    return Block(columns, rows, "How a round ends on ante, blind and play together.")


def _pai_gow(figures: Figures, full: bool) -> list[Block]:
    pairs = figures["pairs"]
    rows = [
        ("House way of the dealer", figures["house_way"]),
        ("House way of the player", figures["player_house_way"]),
        ("A-2-3-4-5", f"{figures['wheel'].replace('-', ' ')} straight"),
        ("Pairs of hands, a player's and the dealer's", count(pairs)),
    ]
    before = "Every pair of seven-card hands, each set by the house way; copies go to the bank."
    columns = (
        Column("The player", figures=False), Column("Dealer banks"), Column("of all"), Column("Player banks"), Column("of all"),
    )  # fmt: skip
    ends = [
        Row((
            word, count(figures[key]), share(f"{figures[key]}/{pairs}"),
            count(figures["banking"][key]), share(f"{figures['banking'][key]}/{pairs}"),
        ))
        for key, word in (("win", "wins"), ("push", "pushes"), ("lose", "loses"))
    ]  # fmt: skip
    edges = [
        ("House edge, dealer banks", percent(figures["house_edge"])),
        ("House edge, player banks", percent(figures["banking_house_edge"])),
        ("Expected value for the player, dealer banks", value(figures["expected_value"])),
        ("Expected value for the player, player banks", value(figures["banking_expected_value"])),
        ("Expected value for a co-banking player, half of the bank", value(figures["co_banking_expected_value"])),
    ]
    vigorish = figures["vigorish"]
    unit = "For one unit wagered, with the exact vigorish of a win."
    of_banked, of_banking = (figures[f"{who}expected_value"] for who in ("", "banking_"))
    times = f"times {_times(of_banked, pairs):,}" + (" cents, the minimum wager," if vigorish["wager"] is not None else "")
    said_exactly = (
        f"The expected values exactly: {exactly(of_banked)} where the dealer banks, {exactly(of_banking)} where the player "
        f"banks; over the pairs of hands {times} and times {_times(of_banking, pairs):,}."
    )
    if vigorish["wager"] is not None:
        edges.insert(1, ("the same with the exact vigorish", percent(figures["exact_vigorish"]["house_edge"])))
        unit = (
            f"For one unit wagered: where the dealer banks, at the minimum wager of {dollars(vigorish['wager'])} with the "
            f"vigorish of a win rounded as filed ({vigorish['rounding']}); where a player banks, with the exact vigorish."
        )
    copies = [Row((words, share(f"{figures['copies'][key]}/{pairs}"))) for key, words in _COPIES.items()]
    found = [
        Block(PAIR, [Row(row) for row in rows], before),
        Block(columns, ends),
        Block(PAIR, [Row(row) for row in edges], unit, said_exactly),
    ]
    if "at_minimum_wager" in figures:
        found.append(_at_minimum(figures["at_minimum_wager"]))
    found.append(Block(PAIR, copies, "Copies, an equal high or low hand, as shares of all pairs where the dealer banks."))
    return [*found, _by_high_hand(figures)] if full else found


def _times(fraction: str, pairs: int) -> int:
    """How many times the number of pairs an unreduced fraction is over."""
    return int(fraction.partition("/")[2]) // pairs


def _at_minimum(at: Figures) -> Block:
    """The edge at the minimum wager, where the vigorish is rounded as may be filed."""
    columns = (Column("Vigorish of a win", figures=False), Column("at that wager"), Column("House edge"))
    rows = []
    for key, meaning in VIGORISH_MEANINGS.items():
        filed = " (filed)" if key == at["filed"] else ""
        cells = (f"{key}: {meaning}{filed}", dollars(at[key]["vigorish"]), percent(at[key]["house_edge"]))
        rows.append(Row(cells, strong=key == at["filed"]))
    return Block(columns, rows, f"At the minimum wager of {dollars(at['wager'])}, with each rounding that may be filed.")


def _by_high_hand(figures: Figures) -> Block:
    columns = (
        Column("Player's high hand", figures=False), Column("Pairs of hands"), Column("of all"),
        Column("Wins"), Column("Pushes"), Column("Loses"),
    )  # fmt: skip
    rows = []
    for line in figures["by_high_hand"]:
        total = line["win"] + line["push"] + line["lose"]
        ends = [share(f"{line[key]}/{total}", 3) if total else "" for key in ("win", "push", "lose")]
        rows.append(Row((line["hand"], count(total), share(f"{total}/{figures['pairs']}"), *ends)))
    return Block(columns, rows, "By the player's high hand as it is set, where the dealer banks.")
