"""``houseway paytables``: what it prints, for people and for programs."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

import pytest
from click.testing import CliRunner

from houseway.cli.paytables import TITLES, WIDTH, command
from houseway.regulation import ENVY, GAMES, PGP, UTH, WAGERS, law_for, law_hash, slug


def run(*arguments: str, code: int = 0) -> tuple[str, str]:
    """Standard output and error of the command."""
    result = CliRunner().invoke(command, list(arguments))
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


def block(text: str, heading: str) -> list[str]:
    """The lines below a heading, up to the next one."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(heading)) + 1
    return list(takewhile(lambda line: not line or line.startswith("  "), lines[start:]))


def test_the_page_of_ultimate_texas_holdem() -> None:
    out, err = run(UTH)
    assert err == ""
    assert out.startswith(
        "Ultimate Texas Hold 'Em Poker\n"
        "58 Pa. Code § 653a.12, effective 2014-12-13 (44 Pa.B. 7683), the newest version held\n"
        "\n"
        "Ante (ante)  653a.12(a)\n"
        "  a winning wager pays 1 to 1\n"
    )
    assert (
        """
Blind (blind)  653a.12(b)
  Hand                  Paytable A
  ────────────────────────────────
  Royal flush             500 to 1
  Straight flush           50 to 1
  Four-of-a-kind           10 to 1
  Full house                3 to 1
  Flush                     3 to 2
  Straight                  1 to 1
  Less than a straight        Push

  Hand               Paytable B
  ─────────────────────────────
  Royal flush          500 to 1
  Straight flush        50 to 1
  Four-of-a-kind        10 to 1
  Full house             3 to 1
  Flush                  3 to 2
  Less than a flush        Push

Trips (trips)  653a.12(c)
  Hand             Paytable A  Paytable B  Paytable C  Paytable D
  ───────────────────────────────────────────────────────────────
  Royal flush         50 to 1     50 to 1     50 to 1     50 to 1
  Straight flush      40 to 1     40 to 1     40 to 1     40 to 1
  Four-of-a-kind      30 to 1     30 to 1     30 to 1     20 to 1
  Full house           9 to 1      8 to 1      8 to 1      7 to 1
  Flush                7 to 1      6 to 1      7 to 1      6 to 1
  Straight             4 to 1      5 to 1      4 to 1      5 to 1
  Three-of-a-kind      3 to 1      3 to 1      3 to 1      3 to 1

Progressive Payout (progressive)  653a.12(d)(1)
  Hand                      Pays
  ──────────────────────────────
  Royal flush      100% of meter
"""
        in out
    )
    assert "  meter, 653a.12(d)(3): initial and reset at least $10,000; a rate of progression must be filed\n" in out
    assert "  meter, 653a.12(e)(4): initial and reset at least $10,000; a rate of progression must be filed\n" in out
    assert out.endswith(
        """
Magic Card and Lucky Bonus (of five_card_bonus)  653a.12(e)(3)
  Hand             Pays
  ─────────────────────
  Magic Card   20 for 1
  Lucky Bonus   5 for 1

Envy Bonus  653a.12(d)(5)
  Hand            on a wager of $1  on a wager of $5
  ──────────────────────────────────────────────────
  Royal flush               $1,000            $5,000
  Straight flush              $300            $1,500

Payout limit  653a.12(f)
  where one is filed, at least $50,000, or the most that one player can win in a round at the
          minimum wagers, whichever is greater
  covers: Ante, Play, Blind, Trips
  never:  Progressive Payout, Five Card Hand Bonus, Magic Card and Lucky Bonus, Envy Bonus
"""
    )


def test_the_page_of_pai_gow_poker() -> None:
    out, _ = run(PGP)
    assert "  paytables A and B: only with the variant emperors-challenge\n" in out
    assert "  paytables C, D and E: only with the variant fortune\n" in out
    assert "  meter, 645a.13(e)(2): initial and reset at least $2,000; no rate of progression is asked for\n" in out
    assert "\nVigorish  645a.13(a)\n  5% of the amount won; may be rounded to 25¢ or to the next multiple of 25¢\n" in out
    assert "\nQueen's Dragon (queens_dragon)  645a.13(f)\n  a winning wager pays 50 to 1\n" in out
    assert block(out, "Envy Bonus  645a.13(b), 645a.13(c), 645a.13(g)") == [
        "  the amounts beside the odds, on Fortune Bonus, Emperor's Treasure, Dynasty Bonus",
        "  one's own wager must be at least $5 (posted practice, not the section's text)",
        "",
    ]
    # Tables of the same hands stand side by side, as many as the page holds; table C of (b) alone has three pair.
    heads = [line.split() for line in block(out, "Fortune Bonus") if "Paytable" in line]
    assert heads == [
        ["Hand", "Paytable", "A", "Envy", "Paytable", "B", "Envy", "Paytable", "D", "Envy"],
        ["Hand", "Paytable", "C", "Envy"],
    ]
    heads = [line.split() for line in block(out, "Emperor's Treasure") if "Paytable" in line]
    assert heads == [
        ["Hand", "Paytable", "A", "Envy", "Paytable", "B", "Envy"],
        ["Hand", "Paytable", "C", "Envy", "Paytable", "D", "Envy"],
    ]
    assert "  Three pair                                  Push" in block(out, "Fortune Bonus")


@pytest.mark.parametrize("width", ["40", "62", "100", "300"])
def test_the_page_keeps_its_width_and_has_no_empty_ends(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    out, _ = run()
    assert max(map(len, out.splitlines())) <= WIDTH
    assert [line for line in out.splitlines() if line != line.rstrip()] == []
    assert "\x1b" not in out


def test_both_games_are_printed_where_none_is_named() -> None:
    both, _ = run()
    assert both == f"{run(UTH)[0]}\n{run(PGP)[0]}"


def test_every_row_is_on_the_page() -> None:
    out, _ = run()
    for game in GAMES:
        page = out[out.index(law_for(game).section) :]
        for wager, tables in law_for(game).tables.items():
            lines = block(page, f"{TITLES[wager]} (")
            printed = [(slug(line.split("  ")[1]), line) for line in lines if line]
            for row in (row for table in tables.values() for row in table.rows if row.key != "win"):
                assert any(key == row.key and str(row.pays) in line for key, line in printed), (wager, row)


@pytest.mark.parametrize("games", [(UTH,), (PGP,), GAMES])
def test_the_json_holds_all_that_the_law_holds(games: tuple[str, ...]) -> None:
    out, err = run("--format", "json", *(games if len(games) == 1 else ()))
    assert err == ""
    page: dict[str, Any] = json.loads(out)
    assert list(page) == ["games", "engine"]
    assert page["engine"]["law"] == law_hash()
    assert [entry["game"] for entry in page["games"]] == list(games)
    for entry in page["games"]:
        law = law_for(entry["game"])
        assert list(entry) == ["game", "rules", "wagers", "envy", "limit", "vigorish"]
        assert entry["rules"] == {
            "section": law.section, "version": f"{law.version}", "adopted": f"{law.adopted}", "source": law.source,
            "is_newest": True,
        }  # fmt: skip
        assert tuple(w["wager"] for w in entry["wagers"]) == WAGERS[law.game]
        for wager in entry["wagers"]:
            assert wager["title"] == TITLES[wager["wager"]]
            held = law.tables[wager["wager"]]
            assert wager["tables"] == [
                {
                    "paytable": t.letter, "cite": t.cite, "variant": t.variant,
                    "rows": [
                        {
                            "hand": r.hand, "key": r.key, "pays": str(r.pays),
                            "envy": None if r.envy_cents is None else f"{r.envy_cents // 100}.00",
                        }
                        for r in t.rows
                    ],
                }
                for t in held.values()
            ]  # fmt: skip


def test_the_json_of_envy_meters_limit_and_vigorish() -> None:
    uth, pgp = json.loads(run("--format", "json")[0])["games"]
    assert uth["envy"] == {
        "wagers": ["progressive"],
        "cite": "653a.12(d)(5)",
        "amounts": [
            {
                "wager_amount": wager,
                "rows": [
                    {"hand": "Royal flush", "key": "royal_flush", "amount": royal},
                    {"hand": "Straight flush", "key": "straight_flush", "amount": straight},
                ],
            }
            for wager, royal, straight in (("1.00", "1000.00", "300.00"), ("5.00", "5000.00", "1500.00"))
        ],
        "minimum_wager": None,
        "minimum_wager_basis": None,
    }
    assert pgp["envy"] == {
        "wagers": ["fortune_bonus", "emperors_treasure", "dynasty_bonus"], "cite": None, "amounts": [],
        "minimum_wager": "5.00", "minimum_wager_basis": "practice",
    }  # fmt: skip
    meters = {(game["game"], w["wager"]): w["meter"] for game in (uth, pgp) for w in game["wagers"] if w["meter"]}
    assert meters == {
        (UTH, "progressive"): {"minimum": "10000.00", "rate_required": True, "cite": "653a.12(d)(3)"},
        (UTH, "five_card_bonus"): {"minimum": "10000.00", "rate_required": True, "cite": "653a.12(e)(4)"},
        (PGP, "progressive"): {"minimum": "2000.00", "rate_required": False, "cite": "645a.13(e)(2)"},
    }
    assert uth["limit"] == {
        "minimum": "50000.00", "covers": ["ante", "play", "blind", "trips"],
        "exempt": ["progressive", "five_card_bonus", "bonus", "envy"], "cite": "653a.12(f)",
    }  # fmt: skip
    assert pgp["limit"]["covers"] == list(WAGERS[PGP][1:])
    assert (pgp["limit"]["exempt"], pgp["limit"]["cite"]) == (["pai_gow", "envy"], "645a.13(j)")
    assert uth["vigorish"] is None
    assert pgp["vigorish"] == {"percent": 5, "unit": "0.25", "cite": "645a.13(a)"}


def test_every_wager_has_a_title() -> None:
    assert set(TITLES) == {wager for game in GAMES for wager in WAGERS[game]} | {ENVY}


def test_a_wrong_game_is_an_error_with_the_nearest() -> None:
    out, err = run("pai-gow", code=2)
    assert out == ""
    assert err == (
        "GAME: is no game of these rules; found pai-gow; allowed ultimate-texas-holdem, pai-gow-poker; "
        "did you mean 'pai-gow-poker'?\n"
    )
    _, err = run("pai-gow", "--format", "json", code=2)
    assert json.loads(err)["problems"][0] == {
        "where": "GAME", "found": "pai-gow", "allowed": "ultimate-texas-holdem, pai-gow-poker",
        "message": "is no game of these rules", "nearest": "pai-gow-poker",
    }  # fmt: skip


def test_a_day_chooses_the_version() -> None:
    assert run(PGP, "--date", "2015-06-13") == run(PGP)
    _, err = run(PGP, "--date", "2015-06-12", code=2)
    assert (
        err == "--date: is before the oldest version of 645a.13 that is held; found 2015-06-12; allowed 2015-06-13 or later\n"
    )
    # All problems, not the first: in early 2015 one section is held and the other is not.
    assert run("--date", "2015-01-01", code=2)[1] == err.replace("2015-06-12", "2015-01-01")
    assert len(run("--date", "2014-12-12", code=2)[1].splitlines()) == 2
    _, err = run("--date", "yesterday", code=2)
    assert err == "--date: is no date; found yesterday; allowed a date such as 2015-07-01\n"
    _, err = run("holdem", "--date", "yesterday", code=2)
    assert len(err.splitlines()) == 2


def test_an_unknown_format_is_a_mistake_of_use() -> None:
    assert "'jsn' is not one of 'text', 'json'" in run("--format", "jsn", code=2)[1]
