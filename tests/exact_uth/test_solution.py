"""The solved game: the known totals, the sums that must hold, both blind tables against each other, and the kept file."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from math import comb
from pathlib import Path

import pytest

from houseway.exact.ultimate_texas_holdem import Payouts, Solution, advice, kept, payouts_of, solve_each, solving
from houseway.exact.ultimate_texas_holdem.solved import (
    GAME_SIZE,
    HAND_ORDER,
    HAND_SIZE,
    UnbalancedSolution,
    hand_name,
    pairs_of,
)
from houseway.games.ultimate_texas_holdem import Contest, rules
from houseway.money import ToOne
from houseway.problems import InputError
from houseway.ranking import FLUSH, ROYAL_FLUSH, STRAIGHT
from houseway.regulation import UTH, law_for

LAW = law_for(UTH)


@pytest.fixture(scope="module")
def solutions() -> tuple[Solution, Solution]:
    """Both blind tables, solved from scratch."""
    a, b = solve_each([payouts_of(LAW, letter) for letter in "AB"])
    return a, b


@pytest.fixture(scope="module")
def table_a(solutions: tuple[Solution, Solution]) -> Solution:
    return solutions[0]


def test_the_known_total(table_a: Solution) -> None:
    """-607,723,787,676 antes over 27,813,810,024,000 deals: the published house edge of 2.18497%."""
    assert GAME_SIZE == 27_813_810_024_000 == comb(52, 2) * HAND_SIZE
    assert HAND_SIZE == 20_975_724_000
    assert table_a.expected_value == Fraction(-607_723_787_676, GAME_SIZE)
    told = table_a.to_dict()
    assert told["expected_value"] == "-607723787676/27813810024000"
    assert told["house_edge"] == "0.021849713763"
    assert told["standard_deviation"] == "4.939298891306"  # published: 4.94
    assert told["element_of_risk"] == "0.005262189570"  # published: 0.53%
    assert told["average_wager"] == "4.152209545741"  # published: 4.15


def test_table_b_is_table_a_less_the_straights(solutions: tuple[Solution, Solution]) -> None:
    """Every straight that can win is played whatever the blind table, so the same hands win with it under both."""
    a, b = solutions
    assert a.wins_with(STRAIGHT) == b.wins_with(STRAIGHT) == 1_036_850_760_720
    assert a.expected_value - b.expected_value == Fraction(a.wins_with(STRAIGHT), GAME_SIZE)
    assert b.to_dict()["expected_value"] == "-1644574548396/27813810024000"


def test_every_deal_is_tallied_once(solutions: tuple[Solution, Solution]) -> None:
    for solution in solutions:
        assert sum(solution.decisions().values()) == GAME_SIZE
        assert sum(solution.results().values()) == GAME_SIZE
        for decision, words in solution.outcomes().items():
            assert sum(sum(split.values()) for split in words.values()) == solution.decisions()[decision]
        solution.check_balance()


def test_decisions(table_a: Solution) -> None:
    """4x with 500 of 1,326 pairs (37.7%, published), and the wager's average follows from the shares."""
    decisions = table_a.decisions()
    assert decisions == {
        "fold": 5_336_312_786_640, "1x": 6_069_571_037_640, "2x": 5_920_064_199_720, "4x": 10_487_862_000_000,
    }  # fmt: skip
    assert decisions["4x"] == 500 * HAND_SIZE
    average = 2 + Fraction(decisions["1x"] + 2 * decisions["2x"] + 4 * decisions["4x"], GAME_SIZE)
    assert table_a.average_wager == average


def test_who_raises_before_the_flop(table_a: Solution) -> None:
    """The published strategy: 33 and up, any ace, K2s and K5o, Q6s and Q8o, J8s and JTo and up, and nothing else."""
    raised = {name for name, values in table_a.starting_hands().items() if values["4x"] > values["check"]}
    expected = {hand_name(14 * rank) for rank in range(1, 13)}
    lowest = {"A": ("2", "2"), "K": ("2", "5"), "Q": ("6", "8"), "J": ("8", "T")}
    ranks = "23456789TJQKA"
    for high, (suited, offsuit) in lowest.items():
        for low in ranks[: ranks.index(high)]:
            expected |= {f"{high}{low}s"} if ranks.index(low) >= ranks.index(suited) else set()
            expected |= {f"{high}{low}o"} if ranks.index(low) >= ranks.index(offsuit) else set()
    assert raised == expected


def test_three_times_is_never_best(solutions: tuple[Solution, Solution]) -> None:
    """What a play wager adds is in proportion to it: where 3x is worth more than 1x at the river, 4x is worth more still."""
    for solution in solutions:
        for check, three, four in solution.hands:
            assert three < max(check, four)


def test_starting_hands(table_a: Solution) -> None:
    told = table_a.to_dict()["starting_hands"]
    assert len(told) == len(HAND_ORDER) == 169
    assert list(told)[:3] == ["AA", "KK", "QQ"]
    assert list(told)[-1] == "32o"
    assert told["AA"] == {"check": "45998170800/20975724000", "3x": "60766638280/20975724000", "4x": "75535105760/20975724000"}
    assert told["32o"]["check"] == "-19420109898/20975724000"
    assert sum(pairs_of(hand) for hand in range(169)) == 1326
    best = sum(pairs_of(hand) * max(totals) for hand, totals in enumerate(table_a.hands))
    assert Fraction(best, table_a.payouts.unit) == -607_723_787_676


def test_the_worst_and_the_best_result(table_a: Solution) -> None:
    """Six antes lost with a 4x play against a dealer who qualifies; 505 won with a royal flush after a 4x play."""
    results = {Fraction(net, 2): deals for net, deals in table_a.results().items()}
    assert min(results) == -6
    assert max(results) == 505
    royals = sum(deals for net, deals in results.items() if net > 500)
    assert royals == table_a.wins_with(ROYAL_FLUSH)
    # a royal flush is made by 4,324 of 133,784,560 hands of seven; on the board it ties, and 4 hands in all are
    assert royals == GAME_SIZE // comb(52, 7) * 4_324 - 4 * comb(47, 2) * comb(45, 2) * 10
    assert Fraction(5, 2) in results  # ante pushes: a flush wins 1.5, a play of 1


def test_the_variance_is_unreduced_over_a_stated_size(table_a: Solution) -> None:
    """In half antes: the size of the game times the sum of squares, less the square of the sum, over (2 games) squared."""
    above, below = table_a.to_dict()["variance"].split("/")
    assert int(below) == (2 * 27_813_810_024_000) ** 2
    squares = sum(net**2 * deals for net, deals in table_a.results().items())
    assert int(above) == GAME_SIZE * squares - (2 * 607_723_787_676) ** 2
    assert Fraction(int(above), int(below)) == table_a.variance


def test_the_blind_wager_as_a_wager(table_a: Solution) -> None:
    blind = table_a.blind_wager()
    assert sum(line.combinations for line in blind.lines) == GAME_SIZE
    by_hand = {line.hand: line.combinations for line in blind.lines}
    assert by_hand["Straight"] == table_a.wins_with(STRAIGHT)
    assert by_hand["Flush"] == table_a.wins_with(FLUSH)
    paid = 500 * by_hand["Royal flush"] + 50 * by_hand["Straight flush"] + 10 * by_hand["Four-of-a-kind"]
    paid += 3 * by_hand["Full house"] + by_hand["Flush"] * 3 // 2 + by_hand["Straight"]
    assert blind.total() == paid - by_hand["Lost or folded"]


def test_the_stored_starting_hands_are_what_the_solver_makes(solutions: tuple[Solution, Solution]) -> None:
    stored = json.loads(files("houseway.exact.ultimate_texas_holdem").joinpath(advice.STORED).read_text("utf-8"))
    assert stored == advice.stored_tables(solutions)


def test_payouts_come_from_the_rules() -> None:
    payouts = payouts_of(LAW, "A")
    assert payouts.unit == 2
    assert payouts.folded == -4
    assert payouts.still[Contest.PLAYER_HIGHER][1] == (2, 2, 2, 2, 4, 5, 8, 22, 102, 1002)
    assert payouts.still[Contest.PLAYER_HIGHER][0] == (0, 0, 0, 0, 2, 3, 6, 20, 100, 1000)
    assert payouts.still[Contest.DEALER_HIGHER] == ((-2,) * 10, (-4,) * 10)
    assert payouts.still[Contest.TIE] == ((0,) * 10, (0,) * 10)
    assert payouts.play == (((-2,) * 10,) * 2, ((0,) * 10,) * 2, ((2,) * 10,) * 2)


def changed(pays: ToOne) -> Payouts:
    """Table A with another line for the straight."""
    table = LAW.tables["blind"]["A"]
    rows = tuple(row._replace(pays=pays) if row.key == "straight" else row for row in table.rows)
    tables = {**LAW.tables, "blind": {"A": table._replace(rows=rows)}}
    return payouts_of(LAW._replace(tables=tables), "A")


def test_a_paytable_changed_changes_the_mathematics(table_a: Solution) -> None:
    """A straight at 2 to 1: every winning straight pays one ante more, and nothing else could change with it."""
    solution = solving.solve(changed(ToOne(2, 1)))
    assert solution.expected_value - table_a.expected_value == Fraction(table_a.wins_with(STRAIGHT), GAME_SIZE)
    assert solution.payouts.digest() != table_a.payouts.digest()


def test_a_rule_changed_changes_the_mathematics(monkeypatch: pytest.MonkeyPatch, table_a: Solution) -> None:
    """An ante that wins though the dealer does not qualify: what the rule says is what is solved."""
    real = rules.ante

    def generous(folded: bool, contest: Contest, dealer_qualifies: bool) -> object:
        return real(folded, contest, dealer_qualifies or contest == Contest.PLAYER_HIGHER)

    monkeypatch.setattr(rules, "ante", generous)
    payouts = payouts_of(LAW, "A")
    assert payouts.still[Contest.PLAYER_HIGHER][0] == payouts.still[Contest.PLAYER_HIGHER][1]
    assert payouts.digest() != table_a.payouts.digest()
    found = advice._starting_hand(table_a.payouts, 14 * 12)
    assert found == table_a.hands[14 * 12]


def test_payouts_beyond_the_room_are_refused() -> None:
    with pytest.raises(ValueError, match="more than the solver has room for"):
        solving.solve(changed(ToOne(2_000_000, 1)))


def test_an_unbalanced_solution_is_refused(table_a: Solution) -> None:
    check, three, four = table_a.hands[0]
    wrong = replace(table_a, hands=((check + 1, three, four), *table_a.hands[1:]))
    with pytest.raises(UnbalancedSolution):
        wrong.check_balance()
    with pytest.raises(UnbalancedSolution):
        replace(table_a, tallies=(table_a.tallies[1], *table_a.tallies[1:])).check_balance()
    for name, of in table_a.folds._asdict().items():
        for wrong_folds in ((of[0] + 1, *of[1:]), of[:-1]):
            with pytest.raises(UnbalancedSolution):
                replace(table_a, folds=table_a.folds._replace(**{name: wrong_folds})).check_balance()


def test_folded_hands_by_category(solutions: tuple[Solution, Solution]) -> None:
    """Best play folds under either blind table alike; never with more than three of a kind on two cards and the flop."""
    folds = solutions[0].folds
    assert folds == solutions[1].folds
    assert sum(folds.own) == sum(folds.other) == sum(folds.other_seven) == solutions[0].decisions()["fold"]
    assert folds.own == (4_395_444_372_000, 926_442_720_720, 2_332_994_400, 12_092_699_520, 0, 0, 0, 0, 0, 0)
    assert folds.other[8:] == (63_673_008, 8_703_840)
    assert folds.other_seven[8:] == (952_757_148, 152_934_360)


class Solver:
    """Stands in for the solver and counts how often it is asked."""

    def __init__(self, answer: Solution) -> None:
        self.answer, self.asked = answer, 0

    def __call__(self, payouts: Payouts) -> Solution:
        self.asked += 1
        return self.answer


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table_a: Solution) -> Solver:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    solver = Solver(table_a)
    monkeypatch.setattr(solving, "solve_each", lambda payouts: [solver(each) for each in payouts])
    return solver


def test_a_solution_is_kept(solver: Solver, tmp_path: Path, table_a: Solution) -> None:
    assert kept.solution("A") == table_a
    assert kept.solution("A") == table_a
    assert solver.asked == 1
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]
    assert kept.solution("A", recompute=True) == table_a
    assert solver.asked == 2


def test_a_damaged_file_is_not_read(solver: Solver, tmp_path: Path) -> None:
    kept.solution("A")
    [path] = tmp_path.glob("uth-solution-*.json")
    whole = path.read_text("utf-8")
    for broken in (
        whole[:-20],
        whole.replace('"hands": [[', '"hands": [[1', 1),
        "",
        "[]",
        whole.replace("engine", "motor", 1),
        whole.replace('"other":', '"another":'),
    ):
        path.write_text(broken, "utf-8")
        assert kept.load(payouts_of(LAW, "A")) is None
    path.write_bytes(b"\xff\xfe\x00")
    asked = solver.asked
    kept.solution("A")
    assert solver.asked == asked + 1
    assert path.read_text("utf-8") == whole


def test_a_file_that_does_not_balance_is_not_read(solver: Solver, tmp_path: Path, table_a: Solution) -> None:
    check, three, four = table_a.hands[0]
    kept.save(replace(table_a, hands=((check + 1, three, four), *table_a.hands[1:])))
    assert len(list(tmp_path.iterdir())) == 1
    assert kept.load(table_a.payouts) is None


def test_another_engine_or_law_has_files_of_its_own(
    solver: Solver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table_a: Solution
) -> None:
    kept.save(table_a)
    monkeypatch.setattr(kept, "__version__", "another")
    assert kept.load(table_a.payouts) is None
    kept.save(table_a)
    monkeypatch.setattr(kept, "law_hash", lambda: "another")
    assert kept.load(table_a.payouts) is None
    for version in range(12):
        monkeypatch.setattr(kept, "__version__", str(version))
        kept.save(table_a)
    assert len(list(tmp_path.iterdir())) == kept.MOST_KEPT


def test_nothing_is_kept_where_it_cannot_be(solver: Solver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    for chosen in (str(blocked), "off"):
        monkeypatch.setenv("HOUSEWAY_CACHE", chosen)
        asked = solver.asked
        kept.solution("A")
        kept.solution("A")
        assert solver.asked == asked + 2


def test_an_unknown_blind_table() -> None:
    with pytest.raises(InputError) as raised:
        kept.solution("C")
    assert str(raised.value) == "wagers.blind.paytable: is not a paytable of the law; found C; allowed A or B"
