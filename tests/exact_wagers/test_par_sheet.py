"""The sheet of a filing: switches in its figures, every choice beside the filed one, bonuses by the draw, meters' terms."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.exact import par_sheet
from houseway.exact.par_sheet import ParSheet, analyze
from houseway.exact.ultimate_texas_holdem.solved import GAME_SIZE
from houseway.problems import InputError
from houseway.submission import Submission, load, parse

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
STAYS = GAME_SIZE - 5_336_312_786_640  # deals of best play that are not folded


def holdem(*switches: str) -> Submission:
    """The example with these switches instead of its own."""
    text = (EXAMPLES / "ultimate-texas-holdem.toml").read_text("utf-8")
    return parse(text.partition("[switches]")[0] + "[switches]\n" + "\n".join(switches))


def wager(sheet: ParSheet, name: str, at: int = 0) -> dict[str, Any]:
    return [of for of in sheet.to_dict()["wagers"] if of["name"] == name][at]


def test_trips_lost_with_a_fold() -> None:
    """Paytable C: what is folded with three of a kind or better is no win; the lines are deals of the base game."""
    kept, lost = (wager(analyze(holdem(f'trips_on_fold = "{of}"'), wager="trips"), "trips") for of in ("settle", "lose"))
    assert (kept["combinations"], lost["combinations"]) == (133_784_560, 27_813_810_024_000)
    assert kept["expected_value"] == "-4679700/133784560"
    assert lost["expected_value"].endswith("/27813810024000")
    assert lost["house_edge"] == "0.052498213119"
    folded = {line["hand"]: line["combinations"] for line in lost["lines"]}
    assert sum(folded.values()) == GAME_SIZE
    assert folded["Folded"] == GAME_SIZE - STAYS
    for line in kept["lines"][:-1]:
        assert folded[line["hand"]] <= line["combinations"] * 207_900
    # a royal flush or straight flush is never folded, four or three of a kind on the board are
    assert folded["Royal flush"] == 4_324 * 207_900
    assert folded["Four-of-a-kind"] < 224_848 * 207_900


@pytest.mark.parametrize(
    ("on_fold", "envy_hand", "combinations", "returns"),
    [
        ("settle", "flop", 2_598_960, Fraction(5 * (4 * 1000 + 36 * 300), 2_598_960)),
        ("settle", "any-five", 133_784_560, Fraction(5 * 15_502_000, 133_784_560)),
        ("lose", "flop", GAME_SIZE, None),
        ("lose", "any-five", GAME_SIZE, None),
    ],
)
def test_envy_as_filed(on_fold: str, envy_hand: str, combinations: int, returns: Fraction | None) -> None:
    """Five others and $1. On seven cards 4,324 royals at $1,000 and 37,260 straight flushes at $300: 57.94% of the wager."""
    sheet = analyze(holdem(f'progressive_on_fold = "{on_fold}"', f'envy_hand = "{envy_hand}"'), wager="progressive")
    envy = wager(sheet, "progressive")["envy"]
    above, below = map(int, envy["expected_value"].split("/"))
    assert below == combinations == envy["combinations"]
    if returns is not None:
        assert Fraction(above, below) == returns
    else:
        free = {"flop": Fraction(5 * 14_800, 2_598_960), "any-five": Fraction(5 * 15_502_000, 133_784_560)}[envy_hand]
        assert free * Fraction(STAYS, GAME_SIZE) < Fraction(above, below) < free  # who folds has others' good hands less often
    assert [line["pays"] for line in envy["lines"]] == ["1000.00", "300.00"]
    edge = Fraction(wager(sheet, "progressive")["house_edge"])
    assert abs(Fraction(envy["house_edge_with_envy"]) - edge + Fraction(above, below)) < Fraction(1, 10**11)


def test_every_switch_is_among_the_choices_and_one_of_each_wager_is_filed() -> None:
    filed = holdem('progressive_on_fold = "lose"', 'envy_hand = "any-five"', 'trips_on_fold = "lose"')
    sheet = analyze(filed)
    choices = {name: [of for of in sheet.to_dict()["alternatives"] if of["wager"] == name] for name in
               ("trips", "progressive", "five_card_bonus_player", "five_card_bonus_dealer")}  # fmt: skip
    assert [len(of) for of in choices.values()] == [8, 4, 2, 2]
    for name, of in choices.items():
        edges = [Decimal(one["house_edge_with_envy"] or one["house_edge"]) for one in of]
        assert edges == sorted(edges)  # what is taken of the players, envy included
        [mine] = [one for one in of if one["filed"]]
        assert mine["house_edge"] == wager(sheet, name)["house_edge"]
        assert "_on_fold = lose" in mine["choice"]
        if name == "progressive":
            assert mine["choice"].endswith("envy_hand = any-five")
            assert mine["house_edge_with_envy"] == wager(sheet, name)["envy"]["house_edge_with_envy"]
            assert (mine["for"], len({one["house_edge_with_envy"] for one in of})) == ("1.00", 4)
        else:
            assert mine["house_edge_with_envy"] is None


def test_one_player_has_no_envy_and_no_choice_of_it() -> None:
    out = analyze(holdem(), players=1, wager="progressive").to_dict()
    assert all("envy" not in of for of in out["wagers"])
    assert [of["choice"] for of in out["alternatives"]] == [
        "the only paytable, progressive_on_fold = settle", "the only paytable, progressive_on_fold = lose",
    ]  # fmt: skip
    assert out["wagers"][0]["meter"]["handle_basis"] == "40 rounds an hour with this wager from 1 player"


def test_both_hands_of_the_five_card_bonus() -> None:
    """With a fold they differ: nobody folds a flush or better with the flop, whatever the dealer holds is lost."""
    sheet = analyze(holdem('progressive_on_fold = "lose"'), wager="five_card_bonus")
    mine, theirs = wager(sheet, "five_card_bonus_player"), wager(sheet, "five_card_bonus_dealer")
    assert mine["house_edge"] == "0.608381814264" == wager(analyze(holdem()), "five_card_bonus_dealer")["house_edge"]
    assert theirs["house_edge"] == "0.686947621650"
    assert [line["combinations"] for line in theirs["lines"]][:2] == [
        4 * 10_701_900 - 8_703_840, 36 * 10_701_900 - 63_673_008,
    ]  # fmt: skip
    assert {of["name"] for of in analyze(holdem(), wager="five_card_bonus_dealer").to_dict()["wagers"]} == {
        "five_card_bonus_dealer"
    }


def test_bonuses_for_one_draw() -> None:
    """20 for 1 at two cards of 52, or five with the flop; 5 for 1 at one position of seven; less where a fold loses them."""
    by_name = {(of["name"], of["for_wager"]): of for of in analyze(holdem()).to_dict()["bonuses"]}
    assert len(by_name) == 4
    magic, lucky = by_name["magic_card", "five_card_bonus_player"], by_name["lucky_bonus", "five_card_bonus_dealer"]
    assert (magic["pays"], magic["chance"], magic["expected_value"]) == ("20 for 1", "2/52", "40/52")
    assert (lucky["pays"], lucky["chance"], lucky["expected_value"]) == ("5 for 1", "1/7", "5/7")
    filed = holdem('magic_card_scope = "hole-and-flop"', 'progressive_on_fold = "lose"')
    magic, lucky, *_ = analyze(filed, players=2, wager="five_card_bonus_player").to_dict()["bonuses"]
    assert magic["chance"] == f"{5 * STAYS}/{52 * GAME_SIZE}"
    assert lucky["expected_value"] == f"{5 * STAYS}/{3 * GAME_SIZE}"
    assert [of["choice"] for of in magic["choices"] if of["filed"]] == [
        "magic_card_scope = hole-and-flop, progressive_on_fold = lose"
    ]
    assert len(magic["choices"]) == 4
    assert magic["return"] == f"{100 * STAYS / (52 * GAME_SIZE):.12f}"


def test_nothing_is_said_of_what_is_not_filed() -> None:
    plain = analyze(load(EXAMPLES / "ultimate-texas-holdem-high-limit.toml"))
    assert plain.bonuses == ()
    assert "bonuses" not in plain.to_dict()
    assert not any("Magic" in note or "Lucky" in note or "dealer's hand" in note for note in plain.notes)
    assert any("Blind paytable B" in note for note in plain.notes)
    assert any("Magic Card and Lucky Bonus" in note for note in analyze(holdem()).notes)
    assert any("divided by head" in note for note in analyze(holdem()).notes)


def test_a_meter_says_its_hours_and_how_its_handle_was_come_by() -> None:
    usual, asked = analyze(holdem(), wager="progressive"), analyze(holdem(), wager="progressive", handle="500")
    terms = [of.to_dict()["wagers"][0]["meter"] for of in (usual, asked)]
    assert [of["hours_a_week"] for of in terms] == [168, 168]
    assert [of["handle_basis"] for of in terms] == ["40 rounds an hour with this wager from each of 6 players", "as asked for"]
    assert [of["handle_an_hour"] for of in terms] == ["240.00", "500.00"]


def test_the_solution_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing is kept, and when it is made anew."""
    from houseway.exact.ultimate_texas_holdem import solving

    asked = []
    solve_each = solving.solve_each
    monkeypatch.setenv("HOUSEWAY_CACHE", "off")
    monkeypatch.setattr(solving, "solve_each", lambda payouts: asked.append(1) or solve_each(payouts))
    analyze(holdem(), recompute=True)
    assert asked == [1]


def test_a_wager_that_is_not_on_offer() -> None:
    with pytest.raises(InputError, match="five_card_bonus, five_card_bonus_player"):
        analyze(holdem(), wager="bonus")
    assert par_sheet.side_wager_names(holdem()) == [
        "trips", "progressive", "five_card_bonus_player", "five_card_bonus_dealer",
    ]  # fmt: skip


@pytest.mark.parametrize(("players", "at_hit"), [(1, 56_558.42), (6, 313_034.74), (22, 1_133_758.95)])
def test_all_heads_on_the_dealers_hand_are_on_one_draw(players: int, at_hit: float) -> None:
    """A royal flush of the dealer comes once in 649,740 rounds however many wager on it: 16,243.5 hours of 40 rounds.

    The expected meter at a hit: from $10,000, 15% of a dollar a head in each round, a royal in 4 of 2,598,960 rounds, and a
    tenth taken in 36 of them, summed up round by round.
    """
    meter = wager(analyze(holdem(), players=players, wager="five_card_bonus_dealer"), "five_card_bonus_dealer")["meter"]
    assert (meter["heads"], meter["hours_between_hits"]) == (players, "16243.500000000000")
    assert meter["hits_within_first_week"] == "0.010289305697"  # 1 - (1 - 1 / 649,740) ** 6,720 rounds
    assert float(meter["expected_meter_at_hit"]) == pytest.approx(at_hit, abs=0.005)
    assert float(meter["seed_cost"]) == pytest.approx(10_000 / 649_740 / players, rel=1e-9)
    assert meter["return_at_initial"] == "0.391618185736"  # one head alone


def test_heads_that_go_with_folds_are_taken_one_by_one() -> None:
    """With progressive_on_fold = lose nobody knows from one hand how many heads are left."""
    sheet = analyze(holdem('progressive_on_fold = "lose"'), wager="five_card_bonus_dealer")
    meter = wager(sheet, "five_card_bonus_dealer")["meter"]
    assert (meter["heads"], meter["handle_an_hour"]) == (1, "40.00")
    assert meter["handle_basis"] == "40 rounds an hour with this wager from 1 player"
    assert any("from one player, as heads then go with folds" in note for note in sheet.notes)


def test_a_meter_that_several_wagers_share_is_said_to_be() -> None:
    shared = "A meter that wagers of several sizes or the player's and the dealer's five-card bonus share grows"
    assert any(shared in note for note in analyze(holdem()).notes)
    assert not any("The life of a meter" in note for note in analyze(holdem(), wager="five_card_bonus_dealer").notes)
    assert any("wagers of several sizes share" in note for note in analyze(holdem(), wager="progressive").notes)


def test_what_a_choice_costs_includes_envy() -> None:
    """any-five: 57.94% of $1 instead of 2.85%, so $550.89 of $1,000 less, and the players have an edge of 13.92%."""
    choices = analyze(holdem(), wager="progressive").to_dict()["alternatives"]
    assert choices[0]["choice"].endswith("settle, envy_hand = any-five")
    assert (choices[0]["difference_per_1000"], choices[0]["difference_per_1000_with_envy"]) == ("0.00", "-550.89")
    assert choices[0]["per_1000_with_envy"] == "-139.18"
