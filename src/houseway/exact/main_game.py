"""The base game of a filing: solved exactly, with what each other lawful choice would make of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from houseway.exact.par_sheet import Alternative, WagerSheet
from houseway.games import ultimate_texas_holdem as uth

if TYPE_CHECKING:
    from collections.abc import Callable

    from houseway.exact.ultimate_texas_holdem.solved import Solution
    from houseway.regulation import Law
    from houseway.submission import Submission

    Told = Callable[[str, int, int], None]
    Solutions = Callable[[], dict[str, Solution]]


@dataclass(frozen=True, slots=True)
class MainGame:
    """The promised JSON of the base game, its alternatives, and side wagers that are settled with it (the blind)."""

    figures: dict[str, Any]
    alternatives: tuple[Alternative, ...] = ()
    wagers: tuple[WagerSheet, ...] = field(default=())


def main_game(
    submission: Submission, law: Law, solutions: Solutions, *, recompute: bool = False, progress: Told | None = None
) -> MainGame:
    """The base game under best play (Ultimate Texas Hold 'Em), or house way against house way (Pai Gow Poker).

    ``progress(what, done, of)`` is told how far the counting of Pai Gow Poker is.
    """
    return _holdem(submission, law, solutions()) if law.game == uth.GAME else _pai_gow(submission, law, recompute, progress)


def solved(law: Law, *, recompute: bool = False) -> Solutions:
    """The base game of Ultimate Texas Hold 'Em under each blind paytable, by letter: solved once, when first asked for."""

    @cache
    def when_asked() -> dict[str, Solution]:
        from houseway.exact.ultimate_texas_holdem.kept import solutions

        return solutions(law.version, recompute)

    return when_asked


def expect(law: Law, *, recompute: bool = False) -> None:
    """Says that ``main_game`` will be asked for: what takes long to be made ready begins now, beside everything else."""
    if law.game == uth.GAME:
        from houseway.exact.ultimate_texas_holdem.kept import all_kept

        if recompute or not all_kept(law.version):
            from houseway.exact.ultimate_texas_holdem import ahead

            ahead.start()


def _holdem(submission: Submission, law: Law, solved: dict[str, Solution]) -> MainGame:
    filed = submission.paytables["blind"]
    choices = [
        Alternative("main", f"Blind paytable {letter}", letter == filed, law.tables["blind"][letter].cite, -of.expected_value)
        for letter, of in solved.items()
    ]
    blind = WagerSheet(solved[filed].blind_wager(), submission.minimum_cents.get("ante", 100), None, None, 0)
    return MainGame(solved[filed].to_dict(), tuple(sorted(choices, key=lambda a: a.edge)), (blind,))


def _pai_gow(submission: Submission, law: Law, recompute: bool, progress: Told | None) -> MainGame:
    from houseway.exact.pai_gow.filing import for_submission

    figures, choices = for_submission(submission, law, recompute=recompute, progress=progress)
    return MainGame(figures, tuple(choices))
