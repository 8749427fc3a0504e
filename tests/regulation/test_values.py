"""Every value of both sections. The fixture holds the labels and figures read from the regulation's own words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import houseway.regulation as regulation
from houseway.money import ForOne, MeterShare, Push, ToOne
from houseway.regulation import (
    GAMES,
    PGP,
    UTH,
    WAGERS,
    Law,
    LimitRule,
    MeterRule,
    Paytable,
    Row,
    Vigorish,
    law_for,
    slug,
)

FIXTURE: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "fixture.json").read_text("utf-8"))


def table_cites(law: Law) -> dict[str, Paytable]:
    return {table.cite: table for tables in law.tables.values() for table in tables.values()}


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_every_table_is_the_printed_one(game: str) -> None:
    law = law_for(game)
    held = {
        cite.removeprefix(law.number): [
            [row.hand, str(row.pays), f"${row.envy_cents // 100:,}" if row.envy_cents else None] for row in table.rows
        ]
        for cite, table in table_cites(law).items()
        if len(table.rows) > 1
    }  # fmt: skip
    assert held == {name: table["rows"] for name, table in FIXTURE[law.number]["tables"].items()}
    for name, printed in FIXTURE[law.number]["tables"].items():
        table = table_cites(law)[law.number + name]
        assert (table.wager, table.variant) == (printed["wager"], printed["variant"])
        assert table.letter == (name[-1] if "Paytable" in name else None)
        assert law.tables[table.wager][table.letter or ""] is table
        assert [row.key for row in table.rows] == [slug(row[0]) for row in printed["rows"]]


# Written by hand from the printed sections, each odds as the type that pays it.
UTH_LITERAL = {
    ("blind", "A"): [ToOne(500, 1), ToOne(50, 1), ToOne(10, 1), ToOne(3, 1), ToOne(3, 2), ToOne(1, 1), Push()],
    ("blind", "B"): [ToOne(500, 1), ToOne(50, 1), ToOne(10, 1), ToOne(3, 1), ToOne(3, 2), Push()],
    ("trips", "A"): [ToOne(x, 1) for x in (50, 40, 30, 9, 7, 4, 3)],
    ("trips", "B"): [ToOne(x, 1) for x in (50, 40, 30, 8, 6, 5, 3)],
    ("trips", "C"): [ToOne(x, 1) for x in (50, 40, 30, 8, 7, 4, 3)],
    ("trips", "D"): [ToOne(x, 1) for x in (50, 40, 20, 7, 6, 5, 3)],
    ("progressive", ""): [MeterShare(100), MeterShare(10), *(ForOne(x) for x in (300, 50, 40, 30, 9))],
    ("five_card_bonus", ""): [MeterShare(100), MeterShare(10), *(ForOne(x) for x in (500, 100, 50))],
    ("bonus", ""): [ForOne(20), ForOne(5)],
    ("ante", ""): [ToOne(1, 1)],
    ("play", ""): [ToOne(1, 1)],
}
_TAIL = [5, 4, 3, 2]  # full house, flush, three of a kind, straight: the same in each
PGP_LITERAL = {
    ("pai_gow", ""): [ToOne(1, 1)],
    ("fortune_bonus", "A"): [ToOne(x, 1) for x in (8000, 2000, 1000, 400, 150, 50, 25, *_TAIL)],
    ("fortune_bonus", "B"): [ToOne(x, 1) for x in (5000, 2000, 1000, 400, 150, 50, 25, *_TAIL)],
    ("fortune_bonus", "C"): [*(ToOne(x, 1) for x in (5000, 1000, 750, 250, 100, 50, 20, *_TAIL)), Push()],
    ("fortune_bonus", "D"): [ToOne(x, 1) for x in (2500, 1000, 750, 250, 125, 50, 25, *_TAIL)],
    ("emperors_treasure", "A"): [ToOne(x, 1) for x in (8000, 2000, 1000, 400, 150, 50, 25, *_TAIL)],
    ("emperors_treasure", "B"): [ToOne(x, 1) for x in (5000, 2000, 1000, 400, 150, 50, 25, *_TAIL)],
    ("emperors_treasure", "C"): [ToOne(x, 1) for x in (5000, 1000, 750, 250, 100, 50, 20, *_TAIL)],
    ("emperors_treasure", "D"): [ToOne(x, 1) for x in (2500, 1000, 750, 250, 125, 50, 25, *_TAIL)],
    ("insurance", "A"): [ToOne(x, 1) for x in (100, 25, 15, 6, 5, 3)],
    ("insurance", "B"): [ToOne(x, 1) for x in (100, 25, 15, 7, 5, 3)],
    ("insurance", "C"): [ToOne(x, 1) for x in (100, 40, 10, 7, 6, 3)],
    ("insurance", "D"): [ToOne(x, 1) for x in (100, 50, 10, 7, 5, 3)],
    ("insurance", "E"): [ToOne(x, 1) for x in (100, 40, 10, 7, 5, 3)],
    ("progressive", ""): [MeterShare(100), MeterShare(10), *(ForOne(x) for x in (500, 100, 75, 4))],
    ("queens_dragon", ""): [ToOne(50, 1)],
    ("dynasty_bonus", ""): [ToOne(x, 1) for x in (2000, 2000, 1000, 1000, 500, 120, 120, 50, 25, *_TAIL)],
    ("protection", ""): [ToOne(x, 1) for x in (120, 100, 25, 15, 7, 5, 3)],
    ("red_black", ""): [ToOne(5, 1), ToOne(1, 1), ToOne(1, 1), ToOne(1, 1)],
}
ENVY_LITERAL = {  # dollars, from the top of the table
    ("fortune_bonus", "A"): (5000, 1000, 500, 250, 50, 20, 5),
    ("fortune_bonus", "B"): (3000, 1000, 500, 250, 50, 20, 5),
    ("fortune_bonus", "C"): (1000, 250, 100, 50, 25, 10, 5),
    ("fortune_bonus", "D"): (1000, 750, 250, 100, 50, 20, 5),
    ("emperors_treasure", "A"): (5000, 1000, 500, 250, 50, 20, 5),
    ("emperors_treasure", "B"): (3000, 1000, 500, 250, 50, 20, 5),
    ("emperors_treasure", "C"): (1000, 250, 100, 50, 25, 10, 5),
    ("emperors_treasure", "D"): (1000, 750, 250, 100, 50, 20, 5),
    ("dynasty_bonus", ""): (500, 400, 300, 200, 100, 75, 50, 20, 5),
}


@pytest.mark.parametrize(("game", "literal"), [(UTH, UTH_LITERAL), (PGP, PGP_LITERAL)])
def test_the_odds_are_those_written_by_hand(game: str, literal: dict[tuple[str, str], list[object]]) -> None:
    held = {(w, letter): [row.pays for row in t.rows] for w, ts in law_for(game).tables.items() for letter, t in ts.items()}
    assert held == literal
    for key, rows in held.items():  # equal tuples of different types are equal: compare the types too
        assert list(map(type, rows)) == list(map(type, literal[key])), key


def test_the_envy_amounts_beside_the_odds() -> None:
    for (wager, letter), dollars in ENVY_LITERAL.items():
        rows = law_for(PGP).tables[wager][letter].rows
        envy = [row.envy_cents for row in rows]
        assert envy == [100 * x for x in dollars] + [None] * (len(rows) - len(dollars)), (wager, letter)
    elsewhere = [t for w, ts in law_for(PGP).tables.items() for letter, t in ts.items() if (w, letter) not in ENVY_LITERAL]
    elsewhere += [t for ts in law_for(UTH).tables.values() for t in ts.values()]
    assert all(row.envy_cents is None for table in elsewhere for row in table.rows)


def test_envy_is_by_the_receivers_wager_in_one_game_and_beside_the_odds_in_the_other() -> None:
    uth, pgp = law_for(UTH), law_for(PGP)
    assert {amount: dict(rows) for amount, rows in uth.envy.items()} == {
        100: {"royal_flush": 100_000, "straight_flush": 30_000},
        500: {"royal_flush": 500_000, "straight_flush": 150_000},
    }
    assert (uth.envy_cite, uth.envy_wagers) == ("653a.12(d)(5)", ("progressive",))
    assert (uth.envy_minimum_cents, uth.envy_minimum_basis) == (None, None)
    assert (dict(pgp.envy), pgp.envy_cite) == ({}, None)
    assert pgp.envy_wagers == ("fortune_bonus", "emperors_treasure", "dynasty_bonus")
    # The section names no least wager; $5 is posted practice, and the data say so.
    assert (pgp.envy_minimum_cents, pgp.envy_minimum_basis) == (500, "practice")


def test_meters_limits_and_vigorish() -> None:
    uth, pgp = law_for(UTH), law_for(PGP)
    assert dict(uth.meters) == {
        "progressive": MeterRule(1_000_000, "653a.12(d)(3)", True),
        "five_card_bonus": MeterRule(1_000_000, "653a.12(e)(4)", True),
    }
    assert dict(pgp.meters) == {"progressive": MeterRule(200_000, "645a.13(e)(2)", False)}
    assert uth.limit == LimitRule(
        5_000_000, "653a.12(f)", ("ante", "play", "blind", "trips"), ("progressive", "five_card_bonus", "bonus", "envy")
    )
    assert pgp.limit == LimitRule(
        5_000_000,
        "645a.13(j)",
        (
            "fortune_bonus", "emperors_treasure", "insurance", "progressive",
            "queens_dragon", "dynasty_bonus", "protection", "red_black",
        ),
        ("pai_gow", "envy"),
    )  # fmt: skip
    assert uth.vigorish is None
    assert pgp.vigorish == Vigorish(5, 25, "645a.13(a)")


def test_names_sections_and_paragraphs() -> None:
    uth, pgp = law_for(UTH), law_for(PGP)
    assert (uth.game, uth.section, uth.number) == ("ultimate-texas-holdem", "58 Pa. Code § 653a.12", "653a.12")
    assert (pgp.game, pgp.section, pgp.number) == ("pai-gow-poker", "58 Pa. Code § 645a.13", "645a.13")
    assert set(table_cites(uth)) - {"653a.12(a)"} == {
        "653a.12(b) Paytable A", "653a.12(b) Paytable B",
        *(f"653a.12(c) Paytable {x}" for x in "ABCD"),
        "653a.12(d)(1)", "653a.12(e)(1)", "653a.12(e)(3)",
    }  # fmt: skip
    assert set(table_cites(pgp)) == {
        "645a.13(a)",
        *(f"645a.13({p}) Paytable {x}" for p in "bc" for x in "ABCD"),
        *(f"645a.13(d) Paytable {x}" for x in "ABCDE"),
        *(f"645a.13{p}" for p in ("(e)(1)", "(f)", "(g)", "(h)", "(i)")),
    }
    for wager in ("ante", "play"):
        assert uth.tables[wager][""] == Paytable(wager, None, "653a.12(a)", (Row("Win", "win", ToOne(1, 1), None),), None)
    assert pgp.tables["queens_dragon"][""].cite == "645a.13(f)"
    assert [(t.letter, t.variant) for t in pgp.tables["insurance"].values()] == [
        ("A", "emperors-challenge"), ("B", "emperors-challenge"), ("C", "fortune"), ("D", "fortune"), ("E", "fortune"),
    ]  # fmt: skip
    for game in GAMES:
        assert tuple(law_for(game).tables) == WAGERS[game]
        assert all(t.wager == w for w, ts in law_for(game).tables.items() for t in ts.values())


@pytest.mark.parametrize(
    ("hand", "key"),
    [
        ("Four-of-a-kind", "four_of_a_kind"),
        ("Seven card straight flush", "seven_card_straight_flush"),
        ("Seven-card straight flush", "seven_card_straight_flush"),
        ("Royal flush and Royal Match", "royal_flush_and_royal_match"),
        ("Royal flush and ace king suited", "royal_flush_and_ace_king_suited"),
        ("Less than a straight", "less_than_a_straight"),
        (
            "Ace/five natural straight flush and a natural ace/queen suited",
            "ace_five_natural_straight_flush_and_a_natural_ace_queen_suited",
        ),
        (" (Zed 019) ", "zed_019"),
        ("é", ""),
    ],
)
def test_keys_are_slugs_of_the_printed_hands(hand: str, key: str) -> None:
    assert slug(hand) == key


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_law_can_be_written_to(game: str) -> None:
    law = law_for(game)
    maps: list[Any] = [law.tables, law.meters, law.envy, *law.tables.values(), *law.envy.values()]
    for each in maps:
        with pytest.raises(TypeError):
            each["x"] = None
    with pytest.raises(AttributeError):
        law.game = "x"  # type: ignore[misc]


def test_the_public_names_are_those_of_all() -> None:
    assert all(hasattr(regulation, name) for name in regulation.__all__)
    ours = {name for name, value in vars(regulation).items() if getattr(value, "__module__", "").startswith("houseway.")}
    assert ours <= set(regulation.__all__)
    assert {"Law", "law_for", "law_hash", "MalformedLaw", "GAMES", "UTH", "PGP"} <= set(regulation.__all__)
