"""Side wagers: the exact counts of RULES section 6, published edges, and brute force where the space is small."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from houseway.exact.meter_math import MeterMath
from houseway.exact.side_wagers import LOSING, all_side_wagers, side_wager
from houseway.regulation import PGP, UTH, law_for

HOLDEM, PAI_GOW = law_for(UTH), law_for(PGP)

SEVEN_OF_52 = {
    "Royal flush": 4_324, "Straight flush": 37_260, "Four-of-a-kind": 224_848, "Full house": 3_473_184,
    "Flush": 4_047_644, "Straight": 6_180_020, "Three-of-a-kind": 6_461_620,
}  # fmt: skip
SEVEN_OF_53 = {
    "royal_flush": 26_020, "straight_flush": 184_644, "four_of_a_kind": 307_472, "full_house": 4_188_528,
    "flush": 6_172_088, "three_of_a_kind": 7_672_500, "straight": 11_034_204, "five_aces": 1_128,
}  # fmt: skip


def test_trips_counts_and_the_promised_value() -> None:
    math = side_wager(HOLDEM, "trips", "A")
    assert {line.hand: line.combinations for line in math.lines if line.hand != LOSING} == SEVEN_OF_52
    assert math.combinations == comb(52, 7) == 133_784_560
    out = math.to_dict()
    assert out["expected_value"] == "-1206516/133784560"
    assert out["house_edge"] == "0.009018350100"


@pytest.mark.parametrize("letter", "ABCD")
def test_fortune_counts(letter: str) -> None:
    math = side_wager(PAI_GOW, "fortune_bonus", letter)
    rows = PAI_GOW.tables["fortune_bonus"][letter].rows
    counts = {row.key: line.combinations for row, line in zip(rows, math.lines, strict=False)}
    assert {key: counts[key] for key in SEVEN_OF_53} == SEVEN_OF_53
    assert [line.combinations for line in math.lines[:3]] == [32, 72, 196]
    assert math.combinations == comb(53, 7) == 154_143_080
    three_pair, rest = 2_862_000, 121_694_196
    assert [line.combinations for line in math.lines[11:]] == ([three_pair, rest] if letter == "C" else [three_pair + rest])


def test_progressive_and_bonus_are_five_card_hands() -> None:
    """Two cards and the flop are any five of 52: 4 royals, 36 straight flushes, 624, 3,744, 5,108, 10,200, 54,912."""
    math = side_wager(HOLDEM, "progressive", None)
    assert [line.combinations for line in math.lines[:-1]] == [4, 36, 624, 3744, 5108, 10200, 54912]
    assert math.combinations == comb(52, 5)
    bonus = side_wager(HOLDEM, "five_card_bonus", None)
    assert [line.combinations for line in bonus.lines[:-1]] == [4, 36, 624, 3744, 5108]


def test_red_black_by_binomials() -> None:
    """26 of the colour, 27 others (the joker is of neither)."""
    math = side_wager(PAI_GOW, "red_black", None)
    assert [line.combinations for line in math.lines[:-1]] == [comb(26, k) * comb(27, 7 - k) for k in (7, 6, 5, 4)]
    chosen = side_wager(PAI_GOW, "red_black", None, {"red_black_joker": "chosen"})
    assert [line.combinations for line in chosen.lines[:-1]] == [comb(27, k) * comb(26, 7 - k) for k in (7, 6, 5, 4)]


def test_progressive_switch_of_pai_gow() -> None:
    allowed = side_wager(PAI_GOW, "progressive", None)
    natural = side_wager(PAI_GOW, "progressive", None, {"progressive_seven_card_joker": "natural"})
    assert (allowed.lines[0].combinations, natural.lines[0].combinations) == (32 + 196, 32)


@pytest.mark.parametrize("law", [HOLDEM, PAI_GOW], ids=["uth", "pgp"])
def test_every_table_adds_up(law: object) -> None:
    for math in all_side_wagers(law):  # type: ignore[arg-type]
        assert sum(line.combinations for line in math.lines) == math.combinations
        assert sum(n for _, n in math.distribution(Fraction(5000))) == math.combinations
        mean = sum(gain * n for gain, n in math.distribution(Fraction(5000))) / math.combinations
        assert mean == math.expected_value(Fraction(5000))


def test_envy_of_one_other_player() -> None:
    """Table A: 32 at $5,000, 72 at $1,000, 196 at $500, 1,128 at $250, 26,020 at $50, 184,644 at $20, 307,472 at $5."""
    cents = 100 * (32 * 5000 + 72 * 1000 + 196 * 500 + 1128 * 250 + 26020 * 50 + 184644 * 20 + 307472 * 5)
    math = side_wager(PAI_GOW, "fortune_bonus", "A")
    one, five = math.envy(500, 1), math.envy(500, 5)
    assert one is not None
    assert five is not None
    assert one.value == Fraction(cents, 154_143_080 * 500)
    assert five.value == 5 * one.value
    assert math.envy(500, 0) is None
    assert side_wager(PAI_GOW, "insurance", "A").envy(500, 5) is None


def _meter() -> MeterMath:
    return MeterMath(side_wager(HOLDEM, "progressive", None), 100, 1_000_000, 1_000_000, 220_000)


def test_break_even_meter_returns_the_wager() -> None:
    meter = _meter()
    even = meter.break_even_cents()
    assert meter.fixed_return + meter.share_a_wager * even / meter.wager_cents == 1
    assert meter.full_chance == Fraction(4, 2_598_960)
    assert meter.wagers_between_hits() == 649_740


def test_expected_meter_at_a_hit_equals_the_sum_itself() -> None:
    """The closed form against the series, summed until what is left cannot matter."""
    meter = _meter()
    p, lesser = float(meter.full_chance), float(Fraction(36, 2_598_960)) * 0.1
    kept, added = 1 - lesser / (1 - p), 22.0
    reading, alive, total = 1_000_000 + added, 1.0, 0.0
    for _ in range(20_000_000 // 2):
        total += alive * p * reading
        alive *= 1 - p
        reading = reading * kept + added
        if alive < 1e-6:
            break
    assert total == pytest.approx(float(meter.expected_at_hit_cents()), rel=1e-4)


def test_long_run_pays_the_rate_and_the_seed() -> None:
    """Over a cycle: the expected awards, summed, are what was put on the meter."""
    meter = _meter()
    assert meter.long_run_return() - meter.fixed_return == Fraction(22, 100) + Fraction(4, 2_598_960) * 10_000
