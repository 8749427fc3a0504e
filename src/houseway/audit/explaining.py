"""One round of a log in full: settled line by line as ``houseway settle`` shows it, beside what was recorded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from houseway.audit import running, sequence, sources
from houseway.audit.batches import Cutter
from houseway.audit.corrections import LedgerSequence
from houseway.audit.recorded import LATER, numbers_of
from houseway.audit.settling import settle_batch
from houseway.audit.totals import Hold, Totals
from houseway.problems import InputError, Problem, nearest, shown
from houseway.settlement import gate
from houseway.settlement.result import Settlement

if TYPE_CHECKING:
    from houseway.audit.corrections import Judged
    from houseway.audit.differences import Difference
    from houseway.audit.running import Plan
    from houseway.audit.settling import Settled, Work


@dataclass
class Explained:
    """The settlement of one round (None: nothing of it could be settled), its differences, and its rows that are none."""

    settlement: Settlement | None = None
    differences: list[Difference] = field(default_factory=list)
    unread: list[tuple[int, str]] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """The promised JSON of a result, and ``differences``."""
        from houseway.money import dollars

        out = {} if self.settlement is None else self.settlement.to_dict()
        out["differences"] = [
            {
                "seat": d.seat, "wager": d.wager, "recorded": dollars(d.recorded_cents), "correct": dollars(d.correct_cents),
                "difference": dollars(d.difference_cents), "cite": d.cite, "reason": d.reason,
            }
            for d in self.differences
        ]  # fmt: skip
        out["unreadable"] = [{"row": row, "problem": said} for row, said in self.unread]
        return out


def explain(plan: Plan, round_id: str) -> Explained:
    """Follows the log as far as the round (its meters need all that was before it). Raises InputError where it is not there."""
    plan = replace(plan, out=None, progress=None)
    log = running.opened(plan)
    game, filings = log.game, log.filings
    totals = Totals(Hold((*game.WAGERS, "main")))
    steps = log.sequence(plan, totals, None, None)
    ledger = steps if isinstance(steps, LedgerSequence) else None
    if ledger is not None:
        ledger.keeps = True
    near: str | None = None
    later = 0  # a round of a ledger that is corrected later is explained by its last correction
    for header in log.headers:
        cutter = Cutter(plan.submission.game)
        for batch in cutter.all(sources.chunks(header, plan.submission.game, plan.rows)):
            settled = settle_batch(batch, plan, game, filings, totals)
            courses = steps.follow(settled)
            work, number = (None, 0) if later else _found(settled, round_id)
            if work is not None and ledger is not None:
                later = int(numbers_of(work.batch, LATER)[number])
            if work is not None and not later:
                course = next(course for of, course in zip(settled.works, courses, strict=True) if of is work)
                return _explained(steps, work, number, course.before(number))
            if ledger is not None and later in ledger.judged:
                return _judged(ledger.judged[later])
            near = near or nearest(round_id, [batch.round_id(int(row)) for row in batch.first[:-1][:500]])
    if ledger is not None and later:
        ledger.end()
        if later in ledger.judged:
            return _judged(ledger.judged[later])
    raise InputError([Problem("--explain", "is no round of this log", shown(round_id), "a round_id of the log", near)])


def _found(settled: Settled, round_id: str) -> tuple[Work | None, int]:
    """A round of a batch, by its id."""
    for work in settled.works:
        ids = work.batch.chunk.columns["round_id"]
        for number, row in enumerate(work.batch.first[:-1].tolist()):
            if str(ids[row].as_py()) == round_id:
                return work, number
    return None, 0


def _judged(one: Judged) -> Explained:
    """The last correction of a round of a ledger."""
    from houseway.settlement import balance

    house = balance.check(one.lines, one.meters.values())
    notices = (*gate.notices(one.typed, one.basis.submission, one.basis.law), *one.notices)
    meters = tuple(one.meters.values())
    settlement = Settlement(one.typed, one.basis.submission, one.basis.law, tuple(one.lines), meters, notices, house)
    return Explained(settlement, one.found)


def _explained(steps: sequence.Sequence, work: Work, number: int, before: Any) -> Explained:
    from houseway.settlement import balance

    batch, basis = work.batch, work.basis
    rows = range(int(batch.first[number]), int(batch.first[number + 1]))
    out = Explained()
    out.unread = [(int(batch.chunk.numbers[row]), work.doubts.why[row]) for row in rows if row in work.doubts.why]
    if len(out.unread) == len(rows):
        return out
    typed = replace(steps.typed(work, number, before), round_id=batch.round_id(rows[0]))
    lines, meters, said = steps.settle_one(typed, basis)
    notices = gate.notices(typed, basis.submission, basis.law) + said
    house = balance.check(lines, meters.values())
    out.settlement = Settlement(
        typed, basis.submission, basis.law, tuple(lines), tuple(meters.values()), tuple(notices), house
    )  # fmt: skip
    out.differences = steps.round_differences(work, number, before)
    return out
