"""What an event writes into the tables that are asked: rounds, lines, movements, submissions, tables, meters.

The same rows are made when the event happens, when a ledger is imported, and when ``verify`` asks whether the tables still
say what the events say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from houseway.ledger.canonical import canonical, cents_of, digest, micro_of

if TYPE_CHECKING:
    from collections.abc import Mapping

OPEN, SETTLED, VOID = "open", "settled", "void"
ROUND_KINDS = ("round.opened", "round.settled", "round.voided", "round.resettled")

Row = dict[str, Any]


@dataclass(slots=True)
class Rows:
    """Rows to be added, by table, each with its values in the order of the table's columns; and what changes in a round that
    is there already. A round's own row has its columns' names, for it is looked at before it is written."""

    submission: list[tuple[Any, ...]] = field(default_factory=list)
    house_table: list[tuple[Any, ...]] = field(default_factory=list)
    movement: list[tuple[Any, ...]] = field(default_factory=list)
    round_: list[Row] = field(default_factory=list)
    line: list[tuple[Any, ...]] = field(default_factory=list)
    changed: list[Row] = field(default_factory=list)  # rounds: id, and the columns that change


def project(rows: Rows, seq: int, kind: str, content: Mapping[str, Any]) -> None:
    """Add the rows of one event."""
    hit_at = None
    round_id = None
    if kind in ROUND_KINDS:
        round_id = _round(rows, seq, kind, content)
        hit_at = content.get("hit_at")
    elif kind == "submission.filed":
        document, tables = content["submission"], content["tables"]
        said = None if tables is None else canonical(tables)
        rows.submission.append((seq, content["id"], document["game"], document["effective"], canonical(document), said))
    elif kind == "table.created":
        rows.house_table.append((content["table"], content["game"], seq))
    elif not kind.startswith("meter."):
        return
    for n, (meter, what, seats, change, balance) in enumerate(content.get("movements", ())):
        said = " ".join(map(str, seats))
        rows.movement.append((seq, n, meter, what, said, micro_of(change), micro_of(balance), round_id, hit_at))


def _round(rows: Rows, seq: int, kind: str, content: Mapping[str, Any]) -> int:
    """A round's own row (or what changes in it) and its lines; returns its id."""
    number: int | None = content.get("round")
    if kind == "round.opened" or number is None:
        document = content["document"]
        opened = kind == "round.opened"
        status = OPEN if opened else VOID if document.get("void") else SETTLED
        said = digest(document)
        rows.round_.append(
            {
                "id": seq, "house_table": document["table"], "round_id": document["round_id"], "game": document["game"],
                "date": document["date"], "status": status, "submission": content["submission"],
                "opened": said if opened else None, "digest": None if opened else said, "last_seq": seq,
            }
        )  # fmt: skip
        number = seq
    elif kind == "round.settled":
        document = content["document"]
        status = VOID if document.get("void") else SETTLED
        rows.changed.append({"id": number, "status": status, "digest": digest(document), "last_seq": seq})
    elif kind == "round.voided":
        rows.changed.append({"id": number, "status": VOID, "last_seq": seq})
    else:
        rows.changed.append({"id": number, "submission": content["submission"], "last_seq": seq})
    for n, line in enumerate(content.get("lines", ())):
        seat, wager, _, wagered, returned, paid, vigorish, *_ = line
        staked, won = cents_of(wagered), cents_of(paid)
        net = cents_of(returned) + won - cents_of(vigorish) - staked
        rows.line.append((seq, n, number, seat, wager, staked, won, net))
    return number
