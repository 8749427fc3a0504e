"""Rounds in which something may be wrong, read one by one: which rows cannot be settled, and why.

What is right is said by the reader and the gate of the one-round settlement; nothing is judged here a second time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from houseway.audit import cells, columns, kernels
from houseway.audit.playing import order_ranks
from houseway.audit.spelling import EPOCH
from houseway.problems import InputError, shown
from houseway.regulation import law_for
from houseway.settlement import gate, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from houseway.audit.batches import Batch
    from houseway.audit.filings import Filings
    from houseway.problems import Problem
    from houseway.submission import Submission

_PLAYER = re.compile(r"players\[(\d+)\]")


@dataclass
class Doubts:
    """Of a batch: ``dead`` (n) rows that cannot be settled; ``partial`` (R) rounds of which only some can; why, by row."""

    dead: NDArray[np.bool_]
    partial: NDArray[np.bool_]
    why: dict[int, str] = field(default_factory=dict)


def suspected(batch: Batch, submission: Submission) -> NDArray[np.bool_]:
    """(R,) rounds in which something that both games have may be wrong."""
    flags = batch.again.copy()
    if batch.failed.any():
        flags[batch.round[batch.failed]] = True
    first = batch.first[:-1]
    kernels.seated_twice(batch.first, batch.number("seat"), flags)
    for name in ("date", "lucky_position", "bank_seat", "co_bank", "house_wager", "payment_order"):
        if name in batch.values:
            kernels.unlike(batch.first, batch.values[name], flags)
    flags |= np.diff(batch.first) > reading.MOST_SEATS
    if batch.has("payment_order"):
        codes = batch.values["payment_order"][first]
        lengths = np.array([len(order) for order in cells.ORDERS] + [0])
        flags |= (codes >= 0) & (lengths[codes] != np.diff(batch.first))
        flags[batch.round[order_ranks(batch) >= 100]] = True
    if "date" in batch.values:
        days = batch.values["date"][first]
        for day in np.unique(days).tolist():
            if day >= 0 and _not_in_force(day, submission):
                flags |= days == day
    if batch.partial:
        for number, row in enumerate(first.tolist()):
            if batch.round_id(row) in batch.partial:
                flags[number] = True
    if batch.chunk.columns["round_id"].null_count:
        flags[[number for number, row in enumerate(first.tolist()) if not batch.round_id(row)]] = True
    return flags


def _not_in_force(day: int, submission: Submission) -> bool:
    from datetime import date

    on = date.fromordinal(day + EPOCH)
    try:
        law_for(submission.game, on)
    except InputError:
        return True
    first, last = submission.effective, submission.expires
    return (first is not None and on < first) or (last is not None and on > last)


def examine(batch: Batch, flags: NDArray[np.bool_], game: Any, submission: Submission, day_first: bool) -> Doubts:
    """The rounds that were flagged, each read as the one-round settlement reads a round."""
    doubts = Doubts(np.zeros(len(batch), np.bool_), np.zeros(batch.rounds, np.bool_))
    for number in np.flatnonzero(flags).tolist():
        rows = list(range(int(batch.first[number]), int(batch.first[number + 1])))
        why = _round(batch, number, rows, game, submission, day_first)
        for row, said in why.items():
            doubts.dead[row] = True
            doubts.why[row] = "; ".join(dict.fromkeys(said))
        doubts.partial[number] = bool(why) and len(why) < len(rows)
        if batch.partial and batch.round_id(rows[0]) in batch.partial:
            doubts.partial[number] = True
        good = [row for row in rows if row not in why]
        if good and good[0] != rows[0]:  # what the whole round shares is read in its first row
            for name in game.SHARED:
                if name in batch.values:
                    batch.values[name][rows[0]] = batch.values[name][good[0]]
    return doubts


def _round(
    batch: Batch, number: int, rows: list[int], game: Any, submission: Submission, day_first: bool
) -> dict[int, list[str]]:
    """Why rows of one round cannot be settled: row -> reasons."""
    why: dict[int, list[str]] = {}

    def wrong(of: list[int], said: str) -> None:
        for row in of:
            why.setdefault(row, []).append(said)

    if batch.again[number]:
        wrong(rows, "round_id: the rows of this round are not together: it was there before")
    if not batch.round_id(rows[0]).strip():
        wrong(rows, "round_id: is missing")
    void = batch.number("void", -1)
    for row, said in _cells(batch, rows, day_first):
        wrong([row], said)
    good = [row for row in rows if row not in why]
    for name in game.SHARED:
        values = {_value(batch, name, row) for row in good}
        if any(void[row] == 1 for row in good):
            values.discard(_MISSING)
        if len(values) > 1:
            wrong(good, f"{name}: the rows of this round do not say the same")
    good = [row for row in rows if row not in why]
    if not good:
        return why
    document = game.round_document(batch, number, good)
    seats = [int(batch.number("seat")[row]) for row in good]

    def seat(match: re.Match[str]) -> str:
        return f"seat {seats[int(match[1])]}" if int(match[1]) < len(seats) else "another seat"

    for problem in _problems(document, submission):
        of = [good[int(found)] for found in _PLAYER.findall(f"{problem.where} {problem.message}") if int(found) < len(good)]
        if problem.where.endswith(".seat"):
            mine = batch.number("seat")[of[0]] if of else -1
            of = [row for row in good if batch.number("seat")[row] == mine]
        if problem.where.startswith("bank") and not of:
            of = good
        named = _PLAYER.sub("", problem.where).lstrip(".").removeprefix("wagers.").replace("cards", "player_cards", 1)
        if problem.where.startswith(("dealer", "board")):
            named = problem.where.replace("dealer.cards", "dealer_cards").replace("dealer.low", "dealer_low")
        wrong(of or good, _PLAYER.sub(seat, str(problem._replace(where=named))))
    return why


def _cells(batch: Batch, rows: list[int], day_first: bool) -> Iterator[tuple[int, str]]:
    """Rows of a round with a cell that is none, and why."""
    void = batch.number("void", -1)
    for name, failed in batch.failures.items():
        column = columns.COLUMNS[batch.game][name]
        for row in rows:
            if failed[row] and not (void[row] == 1 and column.kind == columns.CARDS):
                text = batch.text(name, row)
                said, allowed = cells.why(text, column, batch.chunk.found[name].cents, day_first)
                yield row, f"{batch.chunk.found[name].source}: {said}; found {shown(text)}; allowed {allowed}"


def uncovered(batch: Batch, filings: Filings, day_first: bool) -> Doubts:
    """Rounds of days on which no submission is in force: no row of them can be settled."""
    doubts = Doubts(np.ones(len(batch), np.bool_), np.zeros(batch.rounds, np.bool_))
    days = np.maximum.reduceat(batch.number("date", -1), batch.first[:-1]).tolist()
    for number, day in enumerate(days):
        begin, end = int(batch.first[number]), int(batch.first[number + 1])
        said = filings.why_not(batch.text("table", begin), day)
        doubts.why.update((row, said) for row in range(begin, end))
        if batch.failed[begin:end].any():
            for row, why in _cells(batch, list(range(begin, end)), day_first):
                doubts.why[row] = why if doubts.why[row] == said else f"{doubts.why[row]}; {why}"
    return doubts


_MISSING = (kernels.MISSING_CARD,)


def _value(batch: Batch, name: str, row: int) -> Any:
    values = batch.values.get(name)
    if values is None:
        return None
    if values.ndim == 1:
        return int(values[row])
    cards = tuple(values[row].tolist())
    return _MISSING if set(cards) == {kernels.MISSING_CARD} else cards


def _problems(document: dict[str, Any], submission: Submission) -> list[Problem]:
    """Everything that a settlement of this round would be refused for."""
    read = reading.read(document)
    problems = list(read.problems)
    if read.round is not None:
        problems += gate.problems(read.round, submission, read.unread)
        try:
            law_for(submission.game, read.round.on)
        except InputError as error:
            problems += error.problems
    return problems
