"""JSON lines into columns of text: one row a line, or one round a line with its players inside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from houseway.audit.columns import COLUMNS
from houseway.problems import InputError, Problem

MOST_LINE = 4_000_000


@dataclass
class Part:
    """Some rows: texts by the file's own column names, each row's number, and what is no row."""

    columns: dict[str, list[str | None]] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)
    bad: list[tuple[int, str, str | None]] = field(default_factory=list)
    read: int = 0

    def add(self, number: int, row: dict[str, Any]) -> None:
        """One more row; a column that it is the first to have is empty above it."""
        n = len(self.numbers)
        for name, value in row.items():
            if name not in self.columns:
                self.columns[name] = [None] * n
            self.columns[name].append(_text(value))
        self.numbers.append(number)
        for column in self.columns.values():
            if len(column) <= n:
                column.append(None)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return " ".join(str(_text(one)) for one in value)
    if isinstance(value, Decimal):
        return format(value, "f")
    return str(value)


def json_lines(stream: Any, rows: int, most: int | None, game: str | None = None) -> Iterator[Part]:
    """Rows out of JSON lines; numbers keep every digit. ``most``: stop after so many lines (a first look).

    Rounds that say another game than ``game`` are passed over.
    """
    part = Part()
    number = 0
    read = 0
    for count, line in enumerate(stream):
        read += len(line)
        text = line.decode("utf-8-sig" if count == 0 else "utf-8", errors="replace").strip().rstrip(",")
        if text in ("", "[", "]"):
            continue
        document: Any = None
        try:
            if len(text) > MOST_LINE:
                raise ValueError("is far too long")
            document = json.loads(text, parse_float=Decimal)
        except (ValueError, RecursionError, ArithmeticError) as error:
            number += 1
            part.bad.append((number, f"is not JSON: {str(error)[:100]}", None))
            continue
        for one in document if isinstance(document, list) else [document]:
            if not isinstance(one, dict):
                number += 1
                part.bad.append((number, "is not an object", None))
            elif game is None or one.get("game") in (None, game):
                for row in flat(one):
                    number += 1
                    part.add(number, row)
        part.read = read
        if len(part.numbers) >= rows:
            yield part
            part = Part(read=read)
        if most is not None and count >= most:
            break
    if part.numbers or part.bad:
        yield part


def ledger_rows(event: dict[str, Any]) -> list[dict[str, Any]]:
    """An event of a ledger's export: the rows of a settled round, with what the ledger paid; of other events none."""
    payload = event["payload"]
    document = payload.get("document") if isinstance(payload, dict) else None
    if event["kind"] != "round.settled" or not isinstance(document, dict) or not isinstance(document.get("players"), list):
        return []
    rows = flat(document)
    game = str(document.get("game"))
    nothing = {name: "" for name in COLUMNS.get(game, {}) if name.startswith(("paid_", "returned_")) or name == "vigorish"}
    for name, (meter, *_) in (payload.get("terms") or {}).items():
        shown = [movement[4] for movement in payload.get("movements") or [] if movement[0] == meter]
        if shown:
            nothing[f"meter_{name}"] = shown[-1]
    by_seat = {row["seat"]: row for row in rows}
    for row in rows:
        row.update(nothing)
    for seat, wager, _, _, returned, paid, vigorish, *_ in payload.get("lines") or []:
        row = by_seat.get(seat, {})
        for name, amount in ((f"returned_{wager}", returned), (f"paid_{wager}", paid), ("vigorish", vigorish)):
            if name in nothing:
                row[name] = str(Decimal(row[name] or 0) + Decimal(amount))
    return rows


def flat(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a line: itself, or, where it is a round (or holds one), a row for each of its players."""
    if {"seq", "kind", "payload"} <= set(document):
        said = "is a ledger's export on standard input, and it is read more than once"
        raise InputError([Problem("the log", said, None, "the name of its file")])
    inner = document.get("round")
    if isinstance(inner, dict) and isinstance(inner.get("players"), list):
        document = {"round_id": document.get("round_id"), **inner}
    players = document.get("players")
    if not isinstance(players, list):
        return [document]
    dealer = document.get("dealer") if isinstance(document.get("dealer"), dict) else {}
    bank = document.get("bank") if isinstance(document.get("bank"), dict) else {}
    shared: dict[str, Any] = {
        name: document.get(name)
        for name in (
            "round_id", "date", "time", "table", "dealer_id", "shift", "board", "magic_card", "lucky_position",
            "payment_order", "void",
        )
        if name in document
    }  # fmt: skip
    shared |= {"dealer_cards": (dealer or {}).get("cards"), "dealer_low": (dealer or {}).get("low")}
    shared |= {"bank_seat": (bank or {}).get("seat"), "co_bank": (bank or {}).get("co_bank")}
    shared["house_wager"] = (bank or {}).get("house_wager")
    rows = []
    for player in players:
        if not isinstance(player, dict):
            rows.append({**shared, "seat": player})
            continue
        row: dict[str, Any] = {
            **shared,
            "seat": player.get("seat"),
            "player_cards": player.get("cards"),
            "player_low": player.get("low"),
        }
        if player.get("folded") is not None:
            row["folded"] = player["folded"]
        if player.get("void"):
            row["void"] = True
        for prefix, inside in (("", "wagers"), ("paid_", "paid"), ("returned_", "returned")):
            amounts = player.get(inside)
            if isinstance(amounts, dict):
                for wager, amount in amounts.items():
                    name = "vigorish" if prefix == "paid_" and wager == "vigorish" else prefix + str(wager)
                    row[name] = amount
        rows.append(row)
    return rows
