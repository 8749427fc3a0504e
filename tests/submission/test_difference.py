"""What changed between two submissions, the paragraphs touched, and the effects at the table."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.problems import InputError
from houseway.submission import parse
from houseway.submission.difference import Change, difference
from submission.samples import pgp, put, uth, without


def changes(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    return difference(parse(old), parse(new))


@pytest.mark.parametrize("form", [uth, pgp])
def test_nothing_changed(form: Any) -> None:
    assert changes(form(), form()) == []
    assert changes(form(), put(form(), "switches", {})) == []  # filed or not, the defaults are the same


def test_a_paytable_names_the_lines_that_pay_otherwise() -> None:
    assert changes(uth(), put(uth(), "wagers.blind.paytable", "B")) == [
        Change(
            "wagers.blind.paytable",
            "653a.12(b)",
            "A",
            "B",
            (
                "Straight: 1 to 1 becomes no line",
                "Less than a straight: Push becomes no line",
                "Less than a flush: no line becomes Push",
            ),
        )
    ]
    (change,) = changes(pgp(), put(pgp(), "wagers.fortune_bonus.paytable", "B"))[:1]
    assert change.effects == (
        "Seven-card straight flush: 8,000 to 1 becomes 5,000 to 1",
        "Seven-card straight flush, envy bonus: $5,000 becomes $3,000",
    )


def test_the_floor_of_the_limit_is_a_change_of_its_own() -> None:
    found = changes(put(uth(), "wagers.ante.minimum", "99"), put(uth(), "wagers.ante.minimum", "100"))
    assert [(c.where, c.paragraph, c.old, c.new) for c in found] == [
        ("wagers.ante.minimum", "653a.12(a)", "99.00", "100.00"),
        ("floor of limits.maximum_payout", "653a.12(f)", "50245.00", "50750.00"),
    ]
    assert (
        found[1]
        .effects[0]
        .startswith("the most that one player can win in a round at the minimum wagers: $50,750.00 with As Ks")
    )


def test_switches_and_roundings_say_what_they_mean() -> None:
    (switch,) = changes(pgp(), put(pgp(), "switches.foul", "house-way"))
    assert switch == Change(
        "switches.foul",
        "645a.13(a)",
        "lose",
        "house-way",
        ("A hand whose low outranks its high: the hand is set again by the house way",),
    )
    (rounding,) = changes(pgp(), put(pgp(), "wagers.pai_gow.vigorish_rounding", "exact"))
    assert (rounding.paragraph, rounding.effects) == ("645a.13(a)", ("5% to the cent; part of a cent is dropped",))


def test_every_key_that_changed_with_its_paragraph() -> None:
    new = put(put(put(uth(), "expires", "2016-12-31"), "limits.maximum_payout", "60000"), "certificate_holder", "Other")
    new = put(put(new, "wagers.five_card_bonus.magic_card", False), "wagers.progressive.meter.reset", "12000.00")
    new = put(without(new, "wagers.trips"), "wagers.progressive.amounts", ["1.00"])
    assert [(c.where, c.paragraph, c.old, c.new) for c in changes(uth(), new)] == [
        ("certificate_holder", "601a.2", "Example Casino", "Other"),
        ("wagers.trips", "653a.12(c)", "on offer", "not filed"),
        ("wagers.trips.paytable", "653a.12(c)", "C", "not filed"),
        ("wagers.trips.minimum", "653a.12(c)", "5.00", "not filed"),
        ("wagers.progressive.amounts", "653a.12(d)(5)", "1.00, 5.00", "1.00"),
        ("wagers.progressive.meter.reset", "653a.12(d)(3)", "10000.00", "12000.00"),
        ("wagers.five_card_bonus.magic_card", "653a.12(e)(3)", "true", "false"),
        ("expires", "601a.2", "not filed", "2016-12-31"),
        ("limits.maximum_payout", "653a.12(f)", "not filed", "60000.00"),
    ]


def test_unlawful_values_are_compared_too() -> None:
    found = changes(put(uth(), "wagers.trips.paytable", "Z"), put(uth(), "switches.envy_hand", "six"))
    assert [(c.where, c.effects) for c in found] == [
        ("wagers.trips.paytable", ()),
        ("switches.envy_hand", ("Which hand of another player earns the envy bonus: unknown",)),
    ]
    assert found[0].to_dict()["effects"] == []
    assert len(changes(put(uth(), "effective", "1999-01-01"), uth())) == 1


def test_two_games_cannot_be_compared() -> None:
    with pytest.raises(InputError):
        changes(uth(), pgp())
