"""What cannot be loaded, made known or set: every problem whole, and what is just allowed."""

from __future__ import annotations

import pathlib

import pytest

from house_way.test_reading import OWN, OWN_WAY, change, problems_of
from houseway.games import house_way
from houseway.games.house_way import MOST_BYTES
from houseway.games.house_way.reading import Places
from houseway.games.house_way.words import NotUnderstood, step
from houseway.problems import InputError, Problem


@pytest.fixture(autouse=True)
def _here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(name: str) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as error:
        house_way.load(name)
    return error.value.problems


def test_a_file_that_is_not_there() -> None:
    message = "cannot be read: No such file or directory"
    assert refused("own.toml") == (Problem("own.toml", message, None, "a readable TOML file"),)


def test_a_name_that_no_file_can_have() -> None:
    assert refused("own\0.toml") == (Problem("own?.toml", "cannot be read: embedded null byte", None, "a readable TOML file"),)


def test_a_file_of_the_most_bytes_and_one_more() -> None:
    path = pathlib.Path("own.toml")
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    assert refused("own.toml") == (Problem("own.toml", "is too large for a house way", None, "at most 200,000 bytes"),)
    path.write_bytes(OWN.encode().ljust(MOST_BYTES, b"\n"))
    assert house_way.load(path).digest == OWN_WAY.digest


def test_a_file_of_another_encoding() -> None:
    pathlib.Path("own.toml").write_bytes(b"name = '\xff'")
    assert refused("own.toml") == (Problem("own.toml", "is not UTF-8 at byte 8", None, "a TOML file in UTF-8"),)


def test_a_problem_names_the_file_and_of_a_long_name_its_first_two_hundred_letters() -> None:
    pathlib.Path("own.toml").write_text('version = "1"\n' + OWN.split("\n", 2)[2].replace('version = "2"\n', ""))
    assert [str(problem) for problem in refused("own.toml")] == ["own.toml: name: is missing; allowed a text"]
    long = "w" * 201
    pathlib.Path(long).write_text('version = "1"\n')
    assert [problem.where for problem in refused(long)] == [f"{'w' * 200}…: name", f"{'w' * 200}…: row"]


def test_a_name_that_is_not_known_here() -> None:
    for name, found, near in (("foxwod", "foxwod", "foxwoods"), ("mine", "mine", None), (7, "7", None), (None, "null", None)):
        with pytest.raises(InputError) as error:
            house_way.get(name)  # type: ignore[arg-type]
        message = "is not a house way that is known here"
        assert error.value.problems == (Problem("house_way", message, found, "standard, foxwoods", near),)


def test_the_name_of_a_shipped_way_is_not_given_away() -> None:
    own = house_way.HouseWay("foxwoods", "2", "", OWN_WAY.rows)
    with pytest.raises(InputError) as error:
        house_way.register(own)
    message = "is the name of a house way that houseway ships"
    assert error.value.problems == (Problem("name", message, "foxwoods", "another name"),)
    assert house_way.get("foxwoods") is not own


def test_what_keeps_a_way_from_setting_every_hand_whole() -> None:
    """Four of a kind of twos is left over; a pair is set above its own high hand; queens are not there; a step too many."""
    changed = (
        change('s2"]\n[[row]]\nholds = ["two', 's2 if s1 is A"]\n[[row]]\nholds = ["two')
        .replace('"low = the lower pair"', '"low = the higher pair", "split"')
        .replace("K-K if the pair is K", "Q-Q if the pair is K")
    )
    assert problems_of(changed) == [
        Problem(
            "own.toml:5: row[0].set[0]", "names a low hand that is not among the cards", "A A A A A K K",
            "a legal low hand that every such hand has",
        ),
        Problem(
            "own.toml: row", "no row sets every hand with four of a kind", "Q Q Q Q K J T",
            "a last step without a condition",
        ),
        Problem(
            "own.toml:16: row[3].set[1]", "sets a low hand that outranks the high hand", "A A K K Q J T",
            "a legal low hand that every such hand has",
        ),
        Problem(
            "own.toml:16: row[3].set[2]", "never sets a hand", "split", "a step to which earlier ones leave hands",
        ),
    ]  # fmt: skip


def test_the_place_of_a_row_and_of_a_document() -> None:
    places = Places("\n [[ row ]]\n[[row]]\n", "own.toml")
    assert [places.of(""), places.of("name"), places.of("", 0), places.of("set", 1), places.of("set", 2)] == [
        "own.toml",
        "own.toml: name",
        "own.toml:2: row[0]",
        "own.toml:3: row[1].set",
        "own.toml: row[2].set",
    ]


def test_a_phrase_that_is_not_understood_says_so_without_a_place() -> None:
    with pytest.raises(NotUnderstood) as error:
        step("low = s1 s9", ("s1", "s2"))
    assert str(error.value) == "is not a low hand of such a hand"
    assert error.value.problem == Problem("", "is not a low hand of such a hand", "s1 s9", "two of s1, s2, a rank", "s2")
