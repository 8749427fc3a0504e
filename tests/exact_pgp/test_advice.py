"""Advice for seven cards: against the rule itself over every dealer hand, and as the command prints it."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from houseway import InputError
from houseway.cards import NAMES, cards, names
from houseway.cli.advise import command
from houseway.exact.pai_gow import advise
from houseway.games import house_way
from houseway.games.pai_gow_poker import rules
from houseway.ranking import joker
from houseway.submission import default, parse


@pytest.mark.parametrize("seed", range(3))
def test_every_setting_against_every_dealer_hand(seed: int) -> None:
    """With all but ten other cards dead the dealer has 120 hands; each is set by the policy and settled by the rule."""
    random = Random(seed)
    order = random.sample(range(53), 53)
    if seed == 0:  # seven cards with a flush and a straight to choose from
        own = cards("9h 8h 7h 6h 5h 5c Jk")
        order = [*own, *[card for card in order if card not in own]]
    own, left, dead = tuple(order[:7]), order[7:17], tuple(order[17:])
    advice = advise(names(own), dead=[NAMES[card] for card in dead])
    way = house_way.get("standard")
    theirs = []
    for hand in combinations(left, 7):
        high, low, _ = way.set(hand)
        theirs.append((joker.rank_five(high), joker.rank_two(low)))
    legal = 0
    for low in combinations(own, 2):
        high = tuple([card for card in own if card not in low])
        mine = joker.rank_five(high), joker.rank_two(low)
        if joker.outranks(mine[1], mine[0]):
            assert not any(set(choice.low) == set(low) for choice in advice.choices)
            continue
        legal += 1
        won = [rules.main_wager(False, False, mine[0] > high_, mine[1] > low_).outcome for high_, low_ in theirs]
        bank = [rules.main_wager(False, False, high_ > mine[0], low_ > mine[1]).outcome for high_, low_ in theirs]
        choice = next(choice for choice in advice.choices if set(choice.low) == set(low))
        assert choice.tally == tuple([won.count(outcome) for outcome in ("win", "push", "lose")])
        assert choice.banking == tuple([bank.count(outcome) for outcome in ("lose", "push", "win")])
        assert choice.expected_value == (choice.tally.win * Fraction(95, 100) - choice.tally.lose) / 120
    assert len(advice.choices) == legal


def test_the_best_is_first_and_the_house_way_is_marked() -> None:
    advice = advise("Jk As Kh Qh 7d 6c 2s")
    values = [choice.expected_value for choice in advice.choices]
    assert values == sorted(values, reverse=True)
    assert names(advice.best.low) == "Kh Qh"
    assert [names(choice.low) for choice in advice.choices if choice.by_house_way] == ["Kh Qh"]
    assert advice.best.tally.total == 53_524_680  # C(46, 7)


def test_dead_cards_are_taken_out() -> None:
    """Three kings dead: the dealer's pairs of kings are gone, and an own king is worth more."""
    free, dead = advise("Kd 9c 9s 7h 5c 4d 2h"), advise("Kd 9c 9s 7h 5c 4d 2h", dead="Kc Kh Ks")
    assert dead.best.tally.total == 32_224_114  # C(43, 7)
    assert dead.best.expected_value > free.best.expected_value


def test_the_filed_house_way_and_wheel_are_used() -> None:
    filed = parse('game = "pai-gow-poker"\neffective = 2015-07-01\nhouse_way = "foxwoods"\n[switches]\nwheel = "lowest"\n')
    advice = advise("9d 9c 6s 6h Kh 3c 2d", submission=filed)
    assert (advice.house_way.name, advice.wheel_lowest, advice.notices) == ("foxwoods", True, ())
    assert advice.to_dict()["wheel"] == "lowest"


@pytest.mark.parametrize(
    ("given", "where", "message"),
    [
        ({"cards": "As Kd"}, "cards", "wrong number of cards"),
        ({"cards": "As As Kd 2c 3c 4c 5c"}, "cards", "is there twice"),
        ({"cards": "As Ks Kd 2c 3c 4c 5x"}, "cards", "is not a card"),
        ({"cards": "As Ks Kd 2c 3c 4c 5c", "dead": "As"}, "dead", "is also in cards"),
        ({"cards": "As Ks Kd 2c 3c 4c 5c", "board": "6c"}, "board", "is not part of this game"),
        ({"cards": "2c 2d 2h 2s 3c 3d 3h", "dead": " ".join(NAMES[7:47])}, "dead", "leaves too few cards"),
    ],
)
def test_problems_name_the_card(given: dict[str, str], where: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        advise(**given)
    assert any(problem.where == where and message in problem.message for problem in caught.value.problems)


def test_a_submission_of_the_other_game_is_refused() -> None:
    with pytest.raises(InputError, match="is of another game"):
        advise("As Ks Kd 2c 3c 4c 5c", submission=default("ultimate-texas-holdem"))


def test_the_command_prints_text_and_json(tmp_path: Path) -> None:
    runner = CliRunner()
    arguments = ["pai-gow-poker", "--cards", "Kd Kc 9s 9h Ah 3c 2d", "--dead", "As Ac"]
    text = runner.invoke(command, arguments)
    assert text.exit_code == 0
    assert "Best: 9s 9h low, Ah Kd Kc 3c 2d high (pair)" in text.output
    assert "over the 38,320,568 hands" in text.output  # C(44, 7)
    said = json.loads(runner.invoke(command, [*arguments, "--format", "json"]).output)
    assert said["best"] == {"high": "Ah Kd Kc 3c 2d", "low": "9s 9h"}
    for setting in said["settings"]:
        assert setting["win"] + setting["push"] + setting["lose"] == said["dealer_hands"] == 38_320_568
        value = Fraction(setting["expected_value"])
        assert value == (setting["win"] * Fraction(95, 100) - setting["lose"]) / 38_320_568
    wrong = runner.invoke(command, ["pai-gow-poker", "--cards", "As"])
    assert wrong.exit_code == 2
