"""An operator's own way: read from TOML, every problem at once with its place, line and nearest word."""

from __future__ import annotations

import pathlib

import pytest

from houseway.cards import RANK_OF, cards, names
from houseway.games import house_way
from houseway.games.house_way.checking import legal
from houseway.games.house_way.policy import parts_of
from houseway.games.house_way.reading import parse
from houseway.problems import InputError, Problem

# Simple, and not one of the shipped ways: pairs go low wherever that is legal, made hands are always kept.
OWN = """
name = "pairs-low"
version = "2"
description = "A pair low wherever that is legal"
[[row]]
holds = ["five aces", "four of a kind, K to A"]
title = "four kings and up"
set = ["low = K-K if the pair is K", "split two and two", "low = a pair out of the aces"]
[[row]]
title = "lower fours"
holds = ["four of a kind and three of a kind", "four of a kind and a pair", "four of a kind"]
set = ["low = a pair out of the three", "low = the pair", "low = s1 s2"]
[[row]]
holds = ["two three-of-a-kinds", "three of a kind and two pairs", "three of a kind and one pair"]
set = ["low = a pair out of the higher", "low = the higher pair", "low = the pair"]
[[row]]
holds = ["three pairs", "two pairs"]
set = ["low = the highest pair", "low = the lower pair"]
[[row]]
holds = "three of a kind"
set = ["best made hand with a pair low", "best made hand with low at least K-high", "low = s1 s2"]
[[row]]
holds = ["one pair", "no pair"]
set = ["best made hand with any low", "low = s1 s2 if the pair is 2 or better", "low = s2 s3"]
"""


OWN_WAY = house_way.parse(OWN, "own.toml")


def problems_of(text: str) -> list[Problem]:
    with pytest.raises(InputError) as error:
        house_way.parse(text, "own.toml")
    return list(error.value.problems)


def test_a_way_of_ones_own_sets_hands() -> None:
    way = OWN_WAY
    assert (way.name, way.version, way.description) == ("pairs-low", "2", "A pair low wherever that is legal")
    for seven, low, row in [
        ("As Ah Ad Ac Jk Qs Qh", "2", "four kings and up: low = a pair out of the aces"),
        ("Ks Kh Kd Kc As 4h 3d", "2", "four kings and up: split two and two"),
        ("Qs Qh Qd Qc As 4h 3d", "As 4h", "lower fours: low = s1 s2"),
        ("As Ah Kd Kc 4s 9h 3d", "Kd Kc", "three pairs or two pairs: low = the lower pair"),
        ("9s 9h 9d Ks Js 6s 2s", "9h 9d", "three of a kind: best made hand with a pair low"),
        ("9s 9h 9d As 8s 6s 5s", "9h 9d", "three of a kind: best made hand with a pair low"),
        ("9s 9h 9d 8s 7s 6s Ad", "Ad 9d", None),
        ("Ks Kh 9d 7c 5s 4h 2d", "9d 7c", "one pair or no pair: low = s1 s2 if the pair is 2 or better"),
        ("As Kd Jh 9s 8d 4h 2d", "Kd Jh", "one pair or no pair: low = s2 s3"),
    ]:
        setting = way.set(cards(seven))
        if row is not None:
            assert setting.row == row
            assert low == "2" or names(setting.low) == low


def test_a_look_at_least_king_high_is_made_of_a_king_or_ace_low() -> None:
    """Two looks in one row: no pair low beside the straight, then an ace low is enough, a queen is not."""
    way = OWN_WAY
    assert way.plan(tuple(sorted([12, 7, 7, 7, 6, 5, 4]))).looks == (
        (1 << 20, "three of a kind: best made hand with a pair low"),
        (11 << 16, "three of a kind: best made hand with low at least K-high"),
    )


def test_every_problem_at_once_with_line_and_nearest_word() -> None:
    found = problems_of(
        """name = "My Way"
version = 3
descripton = "x"
[[row]]
holds = "two pair"
set = ["low = s1 s2"]

[[row]]
holds = "one pair, 7 to Q or K"
set = ["low = s1"]
[[row]]
holds = "one pair"
sets = ["low = s1 s2"]
[[row]]
holds = ["no pair", 4]
set = ["low = the pair", "low = s1 s8", "best made hand with a pair", "low = s1 s2 if s9 is K", "low = s2 s3 if s1 is kin", 7]
"""
    )
    assert [(problem.where, problem.message, problem.found, problem.nearest) for problem in found] == [
        ("own.toml: descripton", "is not a key here", None, "description"),
        ("own.toml: name", "is not a name of a house way", "My Way", None),
        ("own.toml: version", "is not a text", "3", None),
        ("own.toml:4: row[0].holds", "is not what seven cards can hold", "two pair", "two pairs"),
        ("own.toml:8: row[1].holds", "is not a rank", "Q or K", None),
        ("own.toml:11: row[2].sets", "is not a key here", None, "set"),
        ("own.toml:11: row[2].set", "is missing", None, None),
        ("own.toml:14: row[3].holds[1]", "is not a text", "4", None),
        ("own.toml:14: row[3].set[0]", "is no part of such a hand", "pair", None),
        ("own.toml:14: row[3].set[1]", "is not a low hand of such a hand", "s1 s8", "s7"),
        ("own.toml:14: row[3].set[2]", "is not a step", "best made hand with a pair", "best made hand with a pair low"),
        ("own.toml:14: row[3].set[3]", "is no part of such a hand", "s9", "s7"),
        ("own.toml:14: row[3].set[4]", "is not a rank", "kin", "king"),
        ("own.toml:14: row[3].set[5]", "is not a step", "7", None),
    ]


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("name = ", "own.toml", "is not TOML: Invalid value (at end of document)"),
        ("", "own.toml: name", "is missing"),
        ('name = "x"\nversion = "1"', "own.toml: row", "is missing"),
        ('name = "x"\nversion = "1"\nrow = []', "own.toml: row", "is not a list of rows"),
        ('name = "x"\nversion = "1"\nrow = [1]', "own.toml: row", "is not a list of rows"),
        ('name = "x"\nversion = "1"\nrow = [{holds = [], set = "split"}]', "own.toml: row[0].holds", "is empty"),
        ('name = "x"\nversion = "1"\n[[row]]\nholds = "no pair"', "own.toml:3: row[0].set", "is missing"),
        ('name = "x"\nversion = "1"\n[[row]]\nholds = "no pair"\nset = {}', "own.toml:3: row[0].set", "is not a list of steps"),
        ('name = "x\\ty"\nversion = "1"', "own.toml: name", "has letters that cannot be printed"),
        (f'name = "x"\nversion = "{"1" * 301}"', "own.toml: version", "is too long"),
    ],
)
def test_what_is_no_house_way(text: str, where: str, message: str) -> None:
    assert (where, message) in [(problem.where, problem.message) for problem in problems_of(text)]


def test_too_many_rows_and_steps() -> None:
    row = '[[row]]\nholds = "no pair"\nset = ["low = s2 s3"]\n'
    assert problems_of('name = "x"\nversion = "1"\n' + row * 201)[0].message == "has too many rows"
    steps = ", ".join(['"low = s2 s3"'] * 51)
    text = f'name = "x"\nversion = "1"\n[[row]]\nholds = "no pair"\nset = [{steps}]'
    assert problems_of(text)[0].message == "has too many steps"


def change(old: str, new: str) -> str:
    assert old in OWN
    return OWN.replace(old, new)


OUTRANKS = "sets a low hand that outranks the high hand"
NOT_THERE = "names a low hand that is not among the cards"
FOURS_LOW = '"low = s1 s2"]\n[[row]]\nholds = ["two'


@pytest.mark.parametrize(
    ("old", "new", "where", "message", "found"),
    [  # each with the first hand that shows it, from the highest ranks down
        ('"low = the lower pair"', '"low = the higher pair"', "own.toml:16: row[3].set[1]", OUTRANKS, "A A K K Q J T"),
        ('"low = s2 s3"', '"low = s1 s2"', "own.toml:22: row[5].set[2]", OUTRANKS, "A K Q J T 9 8"),
        ("K-K if the pair is K", "K-K if the pair is J or better", "own.toml:5: row[0].set[0]", NOT_THERE, "A A A A A Q Q"),
        ("K-K if the pair is K", "J-J if the pair is K", "own.toml:5: row[0].set[0]", NOT_THERE, "A A A A A K K"),
        (
            FOURS_LOW, FOURS_LOW.replace('s2"', 's2 if s1 is A"'),
            "own.toml: row", "no row sets every hand with four of a kind", "Q Q Q Q K J T",
        ),
        (
            "[[row]]\nholds = [\"three pairs", '[[row]]\nholds = "two pairs"\nset = "split"\n[[row]]\nholds = ["three pairs',
            "own.toml:19: row[4].set[1]", "never sets a hand", "low = the lower pair",
        ),
    ],
)  # fmt: skip
def test_what_would_not_set_every_hand_legally(old: str, new: str, where: str, message: str, found: str) -> None:
    assert [(problem.where, problem.message, problem.found) for problem in problems_of(change(old, new))] == [
        (where, message, found)
    ]


@pytest.mark.parametrize(
    ("seven", "low", "expected"),
    [
        ("As Ah Kd Kc Qs Jh Td", "Kd Kc", True),
        ("As Ah Kd Kc Qs Jh Td", "As Ah", False),
        ("9s 9h Kd Jc 5s 4h 2d", "9s Kd", False),  # J-9-5-4-2 is left
        ("9s 9h Kd Jc 5s 4h 2d", "9s 5s", True),
        ("9s 9h 8d 7c 5s 4h 2d", "9s 8d", False),  # 9-7-5-4-2 is left: the nines are equal, the eight decides
        ("9s 9h 8d 7c 5s 4h 2d", "9s 7c", True),
        ("9s 9h 9d 9c 5s 4h 2d", "9s 9h", True),  # equal pairs
        ("9s 9h 9d Kc 5s 4h 2d", "9s 9h", False),
        ("9s 9h 9d 4c 5s 4h 2d", "4c 4h", True),
        ("9s 9h 8d 8c 7s 7h 2d", "9s 9h", True),
        ("As Ah Kd Kc 9s 5h 3d", "As Kd", True),  # ace and king high too, and three cards more
        ("As Kh Qd Jc 9s 4h 2d", "Kh Qd", True),
        ("As Kh Qd Jc 9s 4h 2d", "As 2d", False),
        ("As Kh Qd Jc 9s 4h 2d", "As Ad", None),
        ("As Kh Qd Jc 9s 4h 2d", "Tc 2d", None),
    ],
)
def test_legality_by_ranks(seven: str, low: str, expected: bool | None) -> None:
    one, other = sorted([RANK_OF[card] for card in cards(low)], reverse=True)
    assert legal(*parts_of([RANK_OF[card] for card in cards(seven)]), (one, other)) is expected


def test_loading_from_a_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    assert house_way.load(path).digest == OWN_WAY.digest
    path.write_bytes(b"\xef\xbb\xbf" + OWN.encode())
    assert house_way.load(str(path)).name == "pairs-low"
    for content, message in [(b"name = '\xff'", "is not UTF-8 at byte 8"), (b"#" * 200_001, "is too large for a house way")]:
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            house_way.load(path)
    with pytest.raises(InputError, match="cannot be read"):
        house_way.load(tmp_path / "nowhere.toml")


def test_names() -> None:
    assert house_way.NAMES == ("standard", "foxwoods")
    for name in house_way.NAMES:
        assert (house_way.get(name).name, house_way.get(name).version) == (name, "1")
        assert house_way.get(name) is house_way.get(name)
    with pytest.raises(InputError) as error:
        house_way.get("foxwood")
    assert error.value.problems[0].nearest == "foxwoods"
    own = OWN_WAY
    with pytest.raises(InputError):
        house_way.get("pairs-low")
    try:
        assert house_way.register(own) is own
        assert house_way.get("pairs-low") is own
        assert house_way.known_names() == ("standard", "foxwoods", "pairs-low")
    finally:
        house_way._known.pop("pairs-low", None)
    with pytest.raises(InputError, match="ships"):
        house_way.register(parse(OWN.replace("pairs-low", "standard")))


@pytest.mark.parametrize(
    ("name", "version", "digest"),
    [
        ("standard", "1", "cf4d8d60513b04c5d6b686879f3d0972677bfa3f2c16a47de8822c9456d73148"),
        ("foxwoods", "1", "d1416c1bceca7a4aaa2600376adcd3a01fe8e9956d027f44854cd9a3a5ba6272"),
    ],
)
def test_a_shipped_way_does_not_change_under_its_version(name: str, version: str, digest: str) -> None:
    """Rounds were settled by these words: whoever changes a row gives the way a new version, and this digest with it."""
    way = house_way.get(name)
    assert (way.version, way.digest) == (version, digest)


def test_the_digest_is_of_name_version_and_words() -> None:
    own = OWN_WAY
    assert own.digest == parse("# a comment\n" + OWN.replace("A pair low", "A low pair")).digest
    for old, new in [('"2"', '"3"'), ("pairs-low", "pairs-high"), ("K-high", "Q-high"), ("four kings and up", "kings")]:
        assert parse(change(old, new)).digest != own.digest


def test_a_way_that_was_not_checked_says_so() -> None:
    """Reading alone does not ask whether every hand is set; setting such a hand is then an error, not a guess."""
    from houseway.games.house_way.policy import NoPlan

    way = parse('name = "x"\nversion = "1"\n[[row]]\nholds = "no pair"\nset = ["low = s2 s3", "low = s1 s2"]')
    with pytest.raises(NoPlan, match="x: no row sets such a hand"):
        way.set(cards("As Ah Kd Jc 9s 7h 5d"))
    with pytest.raises(NoPlan, match="x: no pair: low = A-K: no such cards"):
        parse('name = "x"\nversion = "1"\n[[row]]\nholds = "no pair"\nset = ["low = A-K"]').set(cards("Qs Jh 9d 8c 6s 4h 2d"))
