"""What must hold of the second settlement whatever is dealt."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from random import Random
from typing import Any

import pytest

from second import cards, settle
from second.filing import PGP, UTH
from second.generate import generate

ROUNDS = [(game, rare) for game in (UTH, PGP) for rare in (False, True)]


def money(text: str) -> Fraction:
    return Fraction(text)


def relabelled(round_: dict[str, Any], to: dict[str, str]) -> dict[str, Any]:
    def turn(some: Any) -> str:
        return " ".join(card if card == cards.JOKER else card[0] + to[card[1]] for card in cards.parse(some))

    turned = {**round_, "dealer": {key: turn(value) for key, value in round_["dealer"].items()}}
    turned["players"] = [
        {**player, **{key: turn(player[key]) for key in ("cards", "low") if key in player}} for player in round_["players"]
    ]
    for key in ("board", "magic_card"):
        if key in round_:
            turned[key] = turn(round_[key] if key == "board" else [round_[key]])
    return turned


@pytest.mark.parametrize(("game", "rare"), ROUNDS)
def test_it_balances(game: str, rare: bool) -> None:
    for seed in range(120):
        round_, submission = generate(game, seed, rare)
        result = settle(round_, submission)
        total = money(result["house_net"])
        for player in result["players"]:
            assert money(player["net"]) == sum(money(line["net"]) for line in player["lines"])
            total += money(player["net"])
            for line in player["lines"]:
                wagered, returned, paid, vigorish = (money(line[key]) for key in ("wagered", "returned", "paid", "vigorish"))
                assert money(line["net"]) == returned + paid - vigorish - wagered
                assert returned in (0, wagered)
                assert line["outcome"] in ("win", "bonus", "bank") or line["wager"] == "bank" or paid == 0
                assert (line["outcome"] in ("push", "void")) <= (returned == wagered)
        for meter in result["meters"]:
            opening, closing = money(meter["opening"]), money(meter["closing_exact"])
            assert closing == opening + sum(money(move["amount"]) for move in meter["movements"])
            assert closing >= 0
            assert Fraction(floor(closing * 100), 100) == money(meter["closing"])
            total += money(meter["closing"]) - Fraction(floor(opening * 100), 100)
        assert total == 0


@pytest.mark.parametrize("rare", [False, True])
def test_suits_have_no_names(rare: bool) -> None:
    rng = Random(653)
    for seed in range(60):
        for game in (UTH, PGP):
            round_, submission = generate(game, seed, rare)
            shuffled = rng.sample(cards.SUITS, 4)
            if game == PGP:  # a wager on a colour keeps its colour
                shuffled = rng.choice([list("cdhs"), list("shdc"), list("sdhc"), list("chds")])
            turned = relabelled(round_, dict(zip(cards.SUITS, shuffled, strict=True)))
            assert settle(turned, submission) == settle(round_, submission)


@pytest.mark.parametrize("game", [UTH, PGP])
def test_the_order_of_payment_only_matters_where_a_meter_is_hit(game: str) -> None:
    unhit = 0
    for seed in range(120):
        round_, submission = generate(game, seed, True)
        result = settle(round_, submission)
        if any(move["kind"] == "award" for meter in result["meters"] for move in meter["movements"]):
            continue
        unhit += 1
        seats = [player["seat"] for player in round_["players"]]
        assert settle({**round_, "payment_order": sorted(seats)}, submission)["players"] == result["players"]
    assert unhit > 30


@pytest.mark.parametrize("game", [UTH, PGP])
def test_a_void_round_changes_nothing(game: str) -> None:
    for seed in range(50):
        round_, submission = generate(game, seed, True)
        result = settle({**round_, "void": True}, submission)
        assert result["house_net"] == "0.00"
        assert all(player["net"] == "0.00" for player in result["players"])
        assert all(meter["closing_exact"] == meter["opening"] for meter in result["meters"])


@pytest.mark.parametrize("game", [UTH, PGP])
def test_a_void_seat_is_as_if_it_were_not_there(game: str) -> None:
    tried = 0
    for seed in range(150):
        round_, submission = generate(game, seed, True)
        gone = [player["seat"] for player in round_["players"] if player.get("void")]
        if not gone or len(gone) == len(round_["players"]) or round_.get("void"):
            continue
        tried += 1
        without = {**round_, "players": [player for player in round_["players"] if player["seat"] not in gone]}
        if "payment_order" in round_:
            without["payment_order"] = [seat for seat in round_["payment_order"] if seat not in gone]
        result, expected = settle(round_, submission), settle(without, submission)
        assert [player for player in result["players"] if player["seat"] not in gone] == expected["players"]
        assert [m["closing_exact"] for m in result["meters"]] == [m["closing_exact"] for m in expected["meters"]]
        assert result["house_net"] == expected["house_net"]
    assert tried > 20
