"""Every violation and notice, with its paragraph, at its boundary and both neighbours (653a.12, 645a.13, RULES 5)."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

import houseway
from houseway.problems import InputError
from houseway.regulation import PGP, UTH
from houseway.submission import check, default, examine, parse
from submission.samples import COMPLIANT, EXAMPLES, at, pgp, put, said, uth, without

V, N = "violation", "notice"


@pytest.mark.parametrize("name", COMPLIANT)
def test_the_examples_are_compliant(name: str) -> None:
    assert check(EXAMPLES / name) == []


@pytest.mark.parametrize("game", [UTH, PGP])
def test_the_default_choices_are_compliant(game: str) -> None:
    assert check(default(game)) == []


def test_public_name_takes_a_path_a_dict_and_a_submission() -> None:
    path = EXAMPLES / "not-compliant.toml"
    by_path = houseway.check(str(path))
    assert [(f.where, f.line) for f in by_path] == [
        ("limits.maximum_payout", 11),
        ("wagers.pai_gow.vigorish_rounding", 15),
        ("wagers.insurance.paytable", 22),
        ("wagers.progressive.meter.rate_of_progression", 28),
        ("wagers.progressive.meter.reset", 30),
    ]
    assert [f.severity for f in by_path] == [V, V, V, N, V]
    submission = houseway.load_submission(str(path))
    assert houseway.check(submission) == by_path  # a loaded submission knows its file
    by_dict = houseway.check(submission.to_dict())
    assert {f.where for f in by_dict} == {f.where for f in by_path}
    assert all(f.file is None and f.line is None for f in by_dict)


@pytest.mark.parametrize("game", [UTH, PGP])
def test_a_submission_of_the_game_alone_lacks_what_the_law_wants(game: str) -> None:
    required = {UTH: {("wagers.ante", "653a.12(a)"), ("wagers.blind", "653a.12(b)")}, PGP: {("wagers.pai_gow", "645a.13(a)")}}
    words = {UTH: set(), PGP: {("variant", "645a.13(d)"), ("house_way", "601a.2")}}
    wanted = {(V, where, cite) for where, cite in required[game] | words[game] | {("effective", "601a.2")}}
    assert said({"game": game}) == wanted | {(N, "certificate_holder", "601a.2")}


# --- paytables


@pytest.mark.parametrize(("wager", "paragraph", "lawful"), [("blind", "653a.12(b)", "AB"), ("trips", "653a.12(c)", "ABCD")])
def test_hold_em_paytables(wager: str, paragraph: str, lawful: str) -> None:
    place = f"wagers.{wager}.paytable"
    for letter in "ABCDEFZ":
        found = said(put(uth(), place, letter))
        assert found == (set() if letter in lawful else {(V, place, paragraph)}), letter
    assert said(without(uth(), place)) == {(V, place, paragraph)}
    assert said(put(uth(), place, "AB")) == {(V, place, paragraph)}
    assert said(put(uth(), place, "a")) == set()  # 645a.13(d) itself writes its letters both ways


@pytest.mark.parametrize(("variant", "lawful"), [("fortune", "CDE"), ("emperors-challenge", "AB")])
def test_insurance_tables_by_variant(variant: str, lawful: str) -> None:
    form = put(without(pgp(), "wagers.fortune_bonus"), "variant", variant)
    for letter in "ABCDEF":
        found = said(put(form, "wagers.insurance.paytable", letter))
        assert found == (set() if letter in lawful else {(V, "wagers.insurance.paytable", "645a.13(d)")}), letter
    (finding,) = check(put(form, "wagers.insurance.paytable", "F"))
    assert finding.allowed == {"CDE": "C, D or E", "AB": "A or B"}[lawful]


def test_insurance_table_without_a_known_variant_is_held_against_all() -> None:
    form = put(pgp(), "variant", "fortunes")
    assert said(form) == {(V, "variant", "645a.13(d)")}
    assert (V, "wagers.insurance.paytable", "645a.13(d)") not in said(put(form, "wagers.insurance.paytable", "A"))
    assert (V, "wagers.insurance.paytable", "645a.13(d)") in said(put(form, "wagers.insurance.paytable", "F"))


@pytest.mark.parametrize(("wager", "paragraph"), [("fortune_bonus", "645a.13(b)"), ("emperors_treasure", "645a.13(c)")])
def test_bonus_tables_and_the_other_family_s_bonus(wager: str, paragraph: str) -> None:
    family, other = ("fortune", "emperors-challenge") if wager == "fortune_bonus" else ("emperors-challenge", "fortune")
    form = without(without(pgp(), "wagers.fortune_bonus"), "wagers.insurance")
    for variant, notices in ((family, set()), (other, {(N, f"wagers.{wager}", paragraph)})):
        of = put(form, "variant", variant)
        for letter in "ABCDE":
            found = said(put(of, f"wagers.{wager}", {"paytable": letter, "minimum": "1"}))
            assert found == notices | ({(V, f"wagers.{wager}.paytable", paragraph)} if letter == "E" else set())


# --- meters


METERS = [
    (uth, "progressive", "653a.12(d)(3)", 1_000_000),
    (uth, "five_card_bonus", "653a.12(e)(4)", 1_000_000),
    (pgp, "progressive", "645a.13(e)(2)", 200_000),
]


@pytest.mark.parametrize(("form", "wager", "paragraph", "least"), METERS)
@pytest.mark.parametrize("key", ["initial", "reset"])
def test_meter_minimum_and_both_neighbours(form, wager: str, paragraph: str, least: int, key: str) -> None:  # type: ignore[no-untyped-def]
    place = f"wagers.{wager}.meter.{key}"
    for amount, lawful in ((least - 1, False), (least, True), (least + 1, True), (0, False)):
        text = f"{amount // 100}.{amount % 100:02d}"
        findings = check(put(form(), place, text))
        if lawful:
            assert findings == [], text
        else:
            (finding,) = findings
            assert (finding.severity, finding.where, finding.paragraph, finding.found) == (V, place, paragraph, text)
            assert finding.allowed == f"at least {least // 100}.00"
    assert said(without(form(), place)) == {(V, place, paragraph)}


@pytest.mark.parametrize(("form", "wager", "paragraph", "least"), METERS)
def test_a_meter_that_is_not_filed(form, wager: str, paragraph: str, least: int) -> None:  # type: ignore[no-untyped-def]
    del least
    place = f"wagers.{wager}.meter"
    rate = (V, f"{place}.rate_of_progression", paragraph) if form is uth else (N, f"{place}.rate_of_progression", paragraph)
    assert said(without(form(), f"{place}.rate_of_progression")) == {rate}
    assert said(without(form(), place)) == {(V, place, paragraph)}
    assert said(put(form(), place, {})) == {(V, f"{place}.initial", paragraph), (V, f"{place}.reset", paragraph), rate}
    assert said(put(form(), f"{place}.rate_of_progression", "0%")) == {(N, f"{place}.rate_of_progression", paragraph)}
    assert said(put(form(), f"{place}.rate_of_progression", "0.0001%")) == set()


# --- hold 'em: amounts and bonuses


def test_progressive_amounts_are_those_of_the_envy_table() -> None:
    place = "wagers.progressive.amounts"
    assert said(put(uth(), place, ["1"])) == said(put(uth(), place, ["5.00"])) == said(put(uth(), place, ["5", "1"])) == set()
    for amount in ("0.99", "1.01", "4.99", "5.01", "10", "2"):
        assert said(put(uth(), place, ["1.00", amount])) == {(V, f"{place}[1]", "653a.12(d)(5)")}, amount
    assert said(put(uth(), place, ["2", "1", "3"])) == {(V, f"{place}[{i}]", "653a.12(d)(5)") for i in (0, 2)}
    assert said(without(uth(), place)) == {(N, place, "653a.12(d)(5)")}
    assert parse(without(uth(), place)).amounts_cents["progressive"] == (100, 500)


def test_pai_gow_amounts_are_free() -> None:
    for amounts in (["2"], ["0.01", "1000"]):
        assert said(put(pgp(), "wagers.progressive.amounts", amounts)) == set()
    assert said(without(pgp(), "wagers.progressive.amounts")) == set()
    assert parse(without(pgp(), "wagers.progressive.amounts")).amounts_cents == {}


def test_repeated_amounts_are_placed_by_the_file_s_own_list() -> None:
    assert said(put(uth(), "wagers.progressive.amounts", ["1", "1.00", "7", 7])) == {
        (V, "wagers.progressive.amounts[2]", "653a.12(d)(5)")
    }


@pytest.mark.parametrize("bonus", ["magic_card", "lucky_bonus"])
def test_bonuses_only_with_the_five_card_bonus(bonus: str) -> None:
    bare = without(uth(), "wagers.five_card_bonus")
    for place, value in ((bonus, True), (f"wagers.{bonus}", True), (f"wagers.{bonus}", {}), (f"wagers.trips.{bonus}", True)):
        assert said(put(bare, place, value)) == {(V, place, "653a.12(e)(3)")}
    typed = replace(parse(bare), **{bonus: True})
    assert said(typed) == {(V, f"wagers.{bonus}", "653a.12(e)(3)")}
    # with the five-card bonus on offer, elsewhere is a mistake of form
    with pytest.raises(InputError) as caught:
        check(put(uth(), f"wagers.progressive.{bonus}", True))
    assert "belongs in wagers.five_card_bonus" in caught.value.problems[0].message


def test_blind_minimum_is_the_ante_s() -> None:
    place = "wagers.blind.minimum"
    assert said(put(uth(), place, "5")) == set()
    for amount in ("4.99", "5.01"):
        assert said(put(uth(), place, amount)) == {(V, place, "653a.12(b)")}


# --- pai gow words


def test_vigorish_rounding() -> None:
    place = "wagers.pai_gow.vigorish_rounding"
    for word in ("exact", "up-to-quarter", "nearest-quarter"):
        assert said(put(pgp(), place, word)) == set()
    assert said(put(pgp(), place, "up_to_quarter")) == {(V, place, "645a.13(a)")}
    assert said(without(pgp(), place)) == {(V, place, "645a.13(a)")}
    assert parse(without(pgp(), place)).vigorish_rounding == "exact"


def test_house_way() -> None:
    for word in ("standard", "foxwoods"):
        assert said(put(pgp(), "house_way", word)) == set()
    finding = at(check(put(pgp(), "house_way", "foxwods")), "house_way")
    assert (finding.severity, finding.paragraph, finding.found) == (V, "601a.2", "foxwods")
    assert "'foxwoods'" in finding.message
    assert finding.allowed == "standard or foxwoods"
    assert said(without(pgp(), "house_way")) == {(V, "house_way", "601a.2")}


def test_variant() -> None:
    assert said(without(pgp(), "variant")) == {(V, "variant", "645a.13(d)")}


SWITCHES = {
    UTH: {
        "trips_on_fold": ("settle", "lose", "653a.12(c)"),
        "progressive_on_fold": ("settle", "lose", "653a.12(d)(2)"),
        "envy_hand": ("flop", "any-five", "653a.12(d)(5)"),
        "magic_card_scope": ("hole", "hole-and-flop", "653a.12(e)(3)"),
        "split_remainder": ("meter", "first-paid", "653a.12(e)(2)"),
    },
    PGP: {
        "wheel": ("second-highest", "lowest", "645a.13(a)"),
        "foul": ("lose", "house-way", "645a.13(a)"),
        "progressive_seven_card_joker": ("allowed", "natural", "645a.13(e)(1)"),
        "red_black_joker": ("neither", "chosen", "645a.13(i)"),
    },
}


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in SWITCHES for name in SWITCHES[game]])
def test_switches(game: str, name: str) -> None:
    first, second, paragraph = SWITCHES[game][name]
    form = put(uth() if game == UTH else pgp(), "switches", {})
    assert parse(form).switches == {key: values[0] for key, values in SWITCHES[game].items()}
    for value in (first, second):
        changed = put(form, f"switches.{name}", value)
        assert said(changed) == set()
        assert parse(changed).switches[name] == value
        assert parse(changed).switches_filed == {name}
    assert said(put(form, f"switches.{name}", "perhaps")) == {(V, f"switches.{name}", paragraph)}


# --- dates


@pytest.mark.parametrize(("form", "oldest", "number"), [(uth, "2014-12-13", "653a.12"), (pgp, "2015-06-13", "645a.13")])
def test_before_the_oldest_version_of_the_law(form, oldest: str, number: str) -> None:  # type: ignore[no-untyped-def]
    day = datetime.date.fromisoformat(oldest)
    for shift, lawful in ((-1, False), (0, True), (1, True)):
        effective = day + datetime.timedelta(days=shift)
        for value in (effective, effective.isoformat()):
            assert said(put(form(), "effective", value)) == (set() if lawful else {(V, "effective", number)})
    # what else is wrong is still seen, against the oldest version held
    assert len(said(put(put(form(), "effective", "2001-01-01"), "wagers.progressive.meter.reset", "1"))) == 2
    assert said(without(form(), "effective")) == {(V, "effective", "601a.2")}


def test_expires() -> None:
    for day, lawful in (("2015-06-30", False), ("2015-07-01", True), ("2015-07-02", True)):
        assert said(put(uth(), "expires", day)) == (set() if lawful else {(V, "expires", "601a.2")})


def test_held_against_the_law_of_another_day() -> None:
    examined = examine(uth(), on=datetime.date(2020, 1, 1))
    assert examined.law is not None
    assert examined.law.version == datetime.date(2014, 12, 13)
    assert examined.compliant


def test_findings_read_as_problems_and_as_json() -> None:
    (finding,) = check(put(uth(), "wagers.trips.paytable", "E"))
    assert finding.to_dict() == {
        "paragraph": "653a.12(c)",
        "where": "wagers.trips.paytable",
        "found": "E",
        "allowed": "A, B, C or D",
        "severity": "violation",
        "message": "the section has no such paytable for the Trips wager",
        "file": None,
        "line": None,
    }
    assert finding.problem().where == "wagers.trips.paytable"
    assert str(finding) == (
        "violation: wagers.trips.paytable: the section has no such paytable for the Trips wager; "
        "found E; allowed A, B, C or D (653a.12(c))"
    )
    (placed,) = [f for f in check(EXAMPLES / "not-compliant.toml") if f.line == 22]
    assert placed.problem().where.endswith("not-compliant.toml:22: wagers.insurance.paytable")
    assert str(placed).startswith(f"{EXAMPLES}/not-compliant.toml:22: violation: wagers.insurance.paytable: ")


def test_problems_of_form_hide_no_violation_and_are_not_reported_twice() -> None:
    examined = examine(
        'game = "ultimate-texas-holdem"\neffective = 2015-07-01\n[wagers.ante]\n[wagers.blnd]\npaytable = "A"\n'
        '[wagers.trips]\npaytabel = "C"\n[wagers.progressive]\nmeter.initial = "9999.99"\nmeter.reset = 1.5\n'
    )
    assert [p.where for p in examined.problems] == [
        "text:4: wagers.blnd",
        "text:7: wagers.trips.paytabel",
        "text:10: wagers.progressive.meter.reset",
    ]
    assert [(f.severity, f.where, f.line) for f in examined.findings] == [
        (N, "certificate_holder", 1),
        (N, "wagers.progressive.amounts", 8),
        (V, "wagers.progressive.meter.initial", 9),
        (V, "wagers.progressive.meter.rate_of_progression", 9),
    ]
    assert not examined.compliant
    with pytest.raises(InputError):
        check('game = "ultimate-texas-holdem"\n[wagers.blnd]\n')


def test_examined_without_a_game() -> None:
    examined = examine({"wagers": {}})
    assert (examined.submission, examined.findings, examined.law) == (None, [], None)
    assert not examined.compliant
    assert [p.where for p in examined.problems] == ["game"]
