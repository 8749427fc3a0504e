"""Shipped files with letters, words and lines changed at random: read as a way, or refused with problems, never else."""

from __future__ import annotations

import pathlib
import random

from houseway.games import house_way
from houseway.games.house_way import HouseWay
from houseway.games.house_way.reading import parse
from houseway.problems import InputError

DATA = pathlib.Path(house_way.__file__).parent / "data"
SHIPPED = [(DATA / f"{name}.toml").read_text(encoding="utf-8") for name in house_way.NAMES]
WORDS = (
    ["pair", "s1", "s2", "s9", "is", "if", "and", "or", "to", "K", "2", "ace", "the", "low", "=", "split", "higher"]
    + ['"', "[", "]"]
)  # fmt: skip


def mutated(rng: random.Random) -> str:
    text = rng.choice(SHIPPED)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + chr(rng.choice([0, 9, 10, 34, 44, 65, 122, 0x2660, 0x1F0CF])) + text[at:]
        elif kind == 2:
            words = text.split(" ")
            words[rng.randrange(len(words))] = rng.choice(WORDS)
            text = " ".join(words)
        else:
            lines = text.split("\n")
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            if kind == 3:
                del lines[one]
            else:
                lines[one], lines[other] = lines[other], lines[one]
            text = "\n".join(lines)
    return text


def test_a_changed_file_is_read_or_refused() -> None:
    rng, read, refused = random.Random(11), list[HouseWay](), list[InputError]()
    for _ in range(2_000):
        try:
            read.append(parse(mutated(rng), "way.toml"))
        except InputError as error:
            refused.append(error)
    assert len(read) > 100  # some changes are only of another choice
    assert all(error.problems for error in refused)
    assert all(problem.where.startswith("way.toml") and problem.message for error in refused for problem in error.problems)
    assert {way.digest for way in read} > {house_way.get(name).digest for name in house_way.NAMES}
