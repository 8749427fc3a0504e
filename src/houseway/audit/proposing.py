"""Which of a log's columns are which, guessed from their names and a look at their cells, for a person to confirm."""

from __future__ import annotations

import re
from typing import NamedTuple

from houseway.audit import cells, columns, sources
from houseway.audit.columns import CENTS, COLUMNS, MONEY_KINDS, Column, Found, plain
from houseway.games import ultimate_texas_holdem as uth
from houseway.problems import InputError, Problem, shown

# What exports call them, by whole name after ``plain``.
_CALLED = {
    "round_id": ("round", "round_no", "round_number", "game_id", "game_no", "hand_id", "hand_no", "hand_number", "round_nr",
                 "deal_id", "coup", "transaction_id"),
    "date": ("gaming_date", "gaming_day", "business_date", "day", "game_date"),
    "time": ("timestamp", "datetime", "date_time", "dealt_at", "closed_at", "round_time"),
    "table": ("table_id", "table_no", "table_number", "table_name", "pit_table"),
    "dealer_id": ("dealer_no", "dealer_number", "dealer_badge", "badge", "employee", "employee_id", "dealer_name", "dealer"),
    "shift": ("shift_id", "shift_name"),
    "seat": ("seat_no", "seat_number", "position", "spot", "box", "player_position", "seat_id"),
    "board": ("community", "community_cards", "board_cards", "common_cards"),
    "dealer_cards": ("dealer_hand", "dealer_hole_cards", "house_cards", "banker_cards", "dealers_cards", "dealer_seven"),
    "player_cards": ("hole_cards", "hand", "cards", "player_hand", "players_cards", "pocket_cards", "player_seven"),
    "dealer_low": ("dealer_low_hand", "dealer_front", "dealer_two"),
    "player_low": ("low_hand", "low", "front", "player_low_hand", "player_two", "two_card"),
    "folded": ("fold", "is_fold", "is_folded"),
    "void": ("voided", "is_void", "dead_hand"),
    "payment_order": ("pay_order", "order_of_payment"),
    "magic_card": ("magic", "magic_card_drawn"),
    "lucky_position": ("lucky", "lucky_seat", "lucky_hand"),
    "bank_seat": ("bank", "banker", "banker_seat"),
    "house_wager": ("house_bet", "dealer_wager"),
    "vigorish": ("vig", "commission", "comm", "rake"),
}  # fmt: skip
_WAGERS = {
    "ante": ("ante_bet", "ante_wager", "bet_ante"),
    "blind": ("blind_bet", "blind_wager", "bet_blind"),
    "play": ("play_bet", "play_wager", "raise", "bet_play"),
    "trips": ("trips_bet", "trips_wager", "bet_trips", "three_of_a_kind"),
    "progressive": ("prog", "progressive_bet", "progressive_wager", "jackpot", "jp"),
    "five_card_bonus_player": ("5cb_player", "five_card_player", "bonus_player", "player_bonus", "fcb_player",
                               "5_card_bonus_player"),
    "five_card_bonus_dealer": ("5cb_dealer", "five_card_dealer", "bonus_dealer", "dealer_bonus", "fcb_dealer",
                               "5_card_bonus_dealer"),
    "pai_gow": ("main", "main_bet", "main_wager", "pai_gow_bet", "pai_gow_wager", "bet", "wager"),
    "fortune_bonus": ("fortune", "fortune_bet"),
    "emperors_treasure": ("emperors", "emperor_s_treasure", "emperor", "treasure"),
    "insurance": ("pai_gow_insurance", "pgi", "insurance_bet"),
    "queens_dragon": ("queen_s_dragon", "dragon", "queens"),
    "dynasty_bonus": ("dynasty",),
    "protection": ("protection_bet",),
    "red": ("red_bet",),
    "black": ("black_bet",),
    "envy": ("envy_bonus",),
    "lucky_bonus": ("lucky",),
    "bank": ("banker",),
}  # fmt: skip
_PAID = ("paid", "payout", "pay", "payoff", "win", "won", "winnings")
_RETURNED = ("returned", "return", "push", "stake_returned", "wager_returned", "back")


class Proposal(NamedTuple):
    """One column: its promised name, the log's column, and how sure it is: ``same``, ``likely`` or ``perhaps``."""

    name: str
    source: str
    sure: str
    example: str


def propose(path: str, game: str | None = None) -> tuple[str, list[Proposal], list[str]]:
    """The game, a proposal for every column that could be placed, and the log's columns that could not.

    Raises InputError for a file that is no log of either game.
    """
    names = list(sources.headers(path))
    game = game or columns.game_of(names) or _guess_game(names)
    if game is None:
        raise InputError([Problem(shown(path, 200), "has no columns of a game that is audited here", columns.listed(names))])
    called = _spellings(game)
    samples = _samples(path, names)
    found: dict[str, Proposal] = {}
    taken: set[str] = set()
    for header in names:
        spelt = plain(header)
        base = spelt.removesuffix(CENTS)
        for name in (spelt, base):
            if name in COLUMNS[game] and name not in found:
                found[name] = Proposal(name, header, "same", samples.get(header, [""])[0])
                taken.add(header)
                break
    for header in names:
        spelt = plain(header)
        cents = next((ending for ending in (CENTS, "_in_cents") if spelt.endswith(ending)), "")
        name = called.get(spelt.removesuffix(cents), "")
        if header in taken or not name or name in found:
            continue
        fits = _fits(COLUMNS[game][name], samples.get(header, []), bool(cents))
        key = name + (CENTS if cents and COLUMNS[game][name].kind in MONEY_KINDS else "")
        found[name] = Proposal(key, header, "likely" if fits else "perhaps", samples.get(header, [""])[0])
        taken.add(header)
    order = {name: at for at, name in enumerate(COLUMNS[game])}
    listed = sorted(found.values(), key=lambda p: order[p.name if p.name in order else p.name.removesuffix(CENTS)])
    return game, listed, [header for header in names if header not in taken]


def map_toml(game: str, proposals: list[Proposal], left: list[str]) -> str:
    """A MAP.toml of proposals, with what is missing or was not placed as comments."""
    import json

    lines = [f"# Columns of a log of {game}: the promised name, then the log's own. Look through it before it is used.", ""]
    named = set()
    for proposal in proposals:
        key = proposal.name
        named.add(key.removesuffix(CENTS) if key not in COLUMNS[game] else key)
        doubt = {"same": "", "likely": "  # by its name and cells", "perhaps": "  # by its name only: is it?"}[proposal.sure]
        example = f"  # {proposal.example!r}" if proposal.example and not doubt else ""
        lines.append(f"{key} = {json.dumps(proposal.source, ensure_ascii=False)}{doubt}{example}")
    missing = [name for name, column in COLUMNS[game].items() if column.required and name not in named]
    if missing:
        lines += ["", "# Not found, and needed:"] + [f'# {name} = ""' for name in missing]
    optional = [name for name, column in COLUMNS[game].items() if not column.required and name not in named]
    if optional:
        lines += ["", "# Not found: " + ", ".join(optional)]
    if left:
        lines += ["", "# Columns of the log that were not placed: " + ", ".join(shown(name, 40) for name in left)]
    return "\n".join(lines) + "\n"


def _guess_game(names: list[str]) -> str | None:
    spelt = {plain(name).removesuffix(CENTS) for name in names}
    scores = {game: len(spelt & set(_spellings(game))) for game in COLUMNS}
    best = max(scores, key=lambda game: scores[game])
    return best if scores[best] >= 3 else None


def _spellings(game: str) -> dict[str, str]:
    """Everything that columns of a game are called."""
    found: dict[str, str] = {}
    for name, words in _CALLED.items():
        if name in COLUMNS[game]:
            found |= dict.fromkeys(words, name)
    for wager, words in _WAGERS.items():
        for word in (wager, *words):
            if wager in COLUMNS[game] and word != wager:
                found.setdefault(word, wager)
            for prefix, of in (("paid_", _PAID), ("returned_", _RETURNED)):
                if prefix + wager in COLUMNS[game]:
                    for said in of:
                        found.setdefault(f"{said}_{word}", prefix + wager)
                        found.setdefault(f"{word}_{said}", prefix + wager)
    for meter in ("progressive", "five_card_bonus"):
        if f"meter_{meter}" in COLUMNS[game]:
            for said in ("meter", "reading", "jackpot"):
                found.setdefault(f"{meter}_{said}", f"meter_{meter}")
    if game == uth.GAME:
        found.setdefault("dealer", "dealer_cards")
    return {name: to for name, to in found.items() if name not in COLUMNS[game]}


def _samples(path: str, names: list[str]) -> dict[str, list[str]]:
    """Some cells of every column, as text."""
    if path == "-":
        return {}
    header = sources.Header(path, tuple(names), {"round_id": Found(names[0])} | {name: Found(name) for name in names})
    try:
        chunk = next(iter(sources.first_rows(header)), None)
    except InputError:
        return {}
    if chunk is None:
        return {}
    out = {}
    for name in names:
        values = [str(value) for value in chunk.columns[name].slice(0, 50).to_pylist() if value not in (None, "")]
        out[name] = [re.sub(r"\s+", " ", value)[:40] for value in values[:20]] or [""]
    return out


def _fits(column: Column, samples: list[str], in_cents: bool) -> bool:
    """Whether the cells seen are cells of a column."""
    some = [sample for sample in samples if sample]
    if not some or column.kind in (columns.TEXT, columns.TIME):
        return bool(some)
    if column.kind in (columns.CARDS, columns.CARD):
        return all(_whole(sample, column) for sample in some)
    _, failed = cells.read_texts(list(some), column, in_cents and column.kind in MONEY_KINDS, False)
    return not failed.any()


def _whole(sample: str, column: Column) -> bool:
    from houseway.audit.spelling import Unread, hand

    try:
        return len(hand(sample)) == (column.size or 1)
    except Unread:
        return False
