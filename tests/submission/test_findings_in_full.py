"""Every kind of finding whole: severity, place, what was found, what is allowed, the paragraph and the sentence.

``shown/findings.txt`` was read against 653a.12, 645a.13 and the table of violations in docs/submission.md before it was kept.
``python -m submission.test_findings_in_full``, with ``tests`` on the path, writes it again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houseway.submission import check
from submission.samples import pgp, put, uth, without

KEPT = Path(__file__).parent / "shown" / "findings.txt"
METER = {"initial": "10000", "reset": "10000", "rate_of_progression": "1%"}
PROGRESSIVE, BONUS = "wagers.progressive", "wagers.five_card_bonus"
FORMS: dict[str, dict[str, Any]] = {
    "nothing filed, Hold 'Em": {"game": "ultimate-texas-holdem"},
    "nothing filed, Pai Gow": {"game": "pai-gow-poker"},
    "before the oldest version": put(uth(), "effective", "2014-12-12"),
    "expires before it takes effect": put(put(uth(), "effective", "2015-07-01"), "expires", "2015-06-30"),
    "no such table": put(put(uth(), "wagers.blind.paytable", "C"), "wagers.trips.paytable", "E"),
    "no table": without(without(uth(), "wagers.blind.paytable"), "wagers.trips.paytable"),
    "insurance of the other variant": put(pgp(), "wagers.insurance.paytable", "B"),
    "a table of no letter": put(pgp(), "wagers.fortune_bonus.paytable", "E"),
    "no meter, Hold 'Em": without(uth(), f"{PROGRESSIVE}.meter"),
    "no meter, Pai Gow": without(pgp(), f"{PROGRESSIVE}.meter"),
    "half a meter": without(without(uth(), f"{PROGRESSIVE}.meter.initial"), f"{PROGRESSIVE}.meter.rate_of_progression"),
    "no reset": without(pgp(), f"{PROGRESSIVE}.meter.reset"),
    "a meter below the minimum": put(uth(), f"{PROGRESSIVE}.meter", METER | {"initial": "9999.99", "reset": "9999.98"}),
    "a meter that does not grow": put(uth(), f"{PROGRESSIVE}.meter.rate_of_progression", "0%"),
    "a Pai Gow meter without a rate": without(pgp(), f"{PROGRESSIVE}.meter.rate_of_progression"),
    "no amounts": without(uth(), f"{PROGRESSIVE}.amounts"),
    "amounts beside the envy table": put(uth(), f"{PROGRESSIVE}.amounts", ["1", "2", "5", "10"]),
    "bonuses without their wager": put(
        put(without(uth(), BONUS), "wagers.trips.magic_card", True), "wagers.trips.lucky_bonus", True
    ),
    "a blind's minimum of its own": put(
        put(uth(), "wagers.ante.minimum", "5"), "wagers.blind", {"paytable": "A", "minimum": "6"}
    ),
    "no rounding": without(pgp(), "wagers.pai_gow.vigorish_rounding"),
    "another rounding": put(pgp(), "wagers.pai_gow.vigorish_rounding", "down"),
    "no variant": without(pgp(), "variant"),
    "another variant": put(pgp(), "variant", "fortunes"),
    "the other variant's bonus": put(put(pgp(), "variant", "emperors-challenge"), "wagers.insurance.paytable", "A"),
    "no house way": without(pgp(), "house_way"),
    "another house way": put(pgp(), "house_way", "foxwods"),
    "other switches": put(uth(), "switches", {"trips_on_fold": "lost", "envy_hand": "any"}),
    "a limit below the section's": put(uth(), "limits", {"maximum_payout": "49999.99"}),
    "a limit below what one player can win": put(
        put(uth(), "wagers.ante.minimum", "100"), "limits", {"maximum_payout": "50000"}
    ),
    "a limit without minimums": put(without(uth(), "wagers.ante.minimum"), "limits", {"maximum_payout": "50000"}),
}


def told() -> str:
    """Each form with its findings."""
    lines = []
    for name, form in FORMS.items():
        lines.append(name)
        for finding in check(form):
            lines.append(f"  {finding.severity}, {finding.paragraph}: {finding.where}")
            lines.append(f"    {finding.message}")
            lines.append(f"    found {finding.found}; allowed {finding.allowed}")
        lines.append("")
    return "\n".join(lines)


def test_every_finding() -> None:
    assert told() == KEPT.read_text(encoding="utf-8")


if __name__ == "__main__":
    KEPT.write_text(told(), encoding="utf-8")
