"""One round of a log in full: settled line by line as ``houseway settle`` shows it, beside what was recorded."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from houseway.audit import running, sequence, sources
from houseway.audit.batches import Cutter
from houseway.audit.settling import settle_batch
from houseway.audit.totals import Hold, Totals
from houseway.problems import InputError, Problem, nearest, shown
from houseway.regulation import law_for
from houseway.settlement.result import Settlement

if TYPE_CHECKING:
    from houseway.audit.differences import Difference
    from houseway.audit.running import Plan


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
    game = running.game_module(plan.submission.game)
    law = law_for(plan.submission.game, None)
    running.lawful(plan.submission, plan.allow_violations)
    of = game.tables(law, plan.submission)
    totals = Totals(Hold((*game.WAGERS, "main")))
    steps = sequence.Sequence(plan, game, law, totals, [], None, None)
    near: str | None = None
    for header in running.headers_of(plan):
        cutter = Cutter(plan.submission.game)
        for batch in cutter.all(sources.chunks(header, plan.submission.game, plan.rows)):
            opening = steps.balances.copy()
            work = settle_batch(batch, plan, game, law, of, totals)
            balances = steps.follow(work)
            for number in range(batch.rounds):
                row = int(batch.first[number])
                if batch.round_id(row) == round_id:
                    return _explained(steps, work, number, balances[number - 1] if number else opening)
            near = near or nearest(round_id, [batch.round_id(int(row)) for row in batch.first[:-1][:500]])
    raise InputError([Problem("--explain", "is no round of this log", shown(round_id), "a round_id of the log", near)])


def _explained(steps: sequence.Sequence, work: Any, number: int, before: Any) -> Explained:
    from houseway.settlement import balance, gate

    batch = work.batch
    rows = range(int(batch.first[number]), int(batch.first[number + 1]))
    out = Explained()
    out.unread = [(int(batch.chunk.numbers[row]), work.doubts.why[row]) for row in rows if row in work.doubts.why]
    if len(out.unread) == len(rows):
        return out
    readings = steps.readings_before(before)
    typed = replace(steps.game.typed_round(work.played, number, readings), round_id=batch.round_id(rows[0]))
    lines, meters, said = steps.settle_one(typed)
    notices = gate.notices(typed, steps.plan.submission, steps.law) + said
    house = balance.check(lines, meters.values())
    out.settlement = Settlement(
        typed, steps.plan.submission, steps.law, tuple(lines), tuple(meters.values()), tuple(notices), house
    )  # fmt: skip
    out.differences = steps.round_differences(work, work.played, number, before)
    return out
