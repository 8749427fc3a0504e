"""The document of a round: one spelling for one content, read back to the same round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houseway.ledger.canonical import canonical, digest
from houseway.ledger.documents import document_of
from houseway.problems import InputError
from houseway.settlement.reading import read_round
from second.generate import generate


@pytest.mark.parametrize("game", ["ultimate-texas-holdem", "pai-gow-poker"])
@pytest.mark.parametrize("rare", [False, True])
def test_a_document_is_read_back_to_the_same_round(game: str, rare: bool) -> None:
    for seed in range(300):
        document, _ = generate(game, seed, rare)
        round_ = read_round(document)
        again = read_round(document_of(round_))
        assert again == replace(round_, meters={})
        assert digest(document_of(again)) == digest(document_of(round_))


def test_canonical_json_is_one_text_for_one_value() -> None:
    assert canonical({"b": [1, "é", None], "a": True}) == '{"a":true,"b":[1,"é",null]}'
    for value in (float("nan"), {1, 2}, b"x", "\ud800", {"a": object()}):
        with pytest.raises(InputError):
            canonical(value)
    with pytest.raises(InputError):
        canonical("x" * 1_000_001)
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InputError):
        canonical(deep)
