"""What the loader of the law refuses: each check has the smallest edit of a data file that only it catches.

The messages are compared whole: they are what tells the person who edits the law where to look.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from houseway.money import ForOne, MeterShare, ToOne
from houseway.problems import HousewayError, InputError
from houseway.regulation import PGP, UTH, MalformedLaw, law_for, law_hash
from regulation.held import TEXT, directory, edited, with_second_version

HERE = Path(__file__).parent
V = "653a.12.toml.version[0]"


class Refusal(NamedTuple):
    """An edit of a data file, and the message that refuses it."""

    game: str
    old: str
    new: str
    message: str


def refusals() -> dict[str, Refusal]:
    """The refusals of ``refused.txt`` by name."""
    found: dict[str, Refusal] = {}
    for block in (HERE / "refused.txt").read_text("utf-8").split("\n\n")[1:]:
        if block.startswith("#"):
            continue
        first, *lines = block.strip("\n").split("\n")
        game, name = first.split(": ", 1)
        old, new, message = ("\n".join(line[2:] for line in lines if line[0] == mark) for mark in "-+>")
        assert name not in found, name
        found[name] = Refusal({"uth": UTH, "pgp": PGP}[game], old, new, message)
    return found


REFUSED = refusals()


@pytest.mark.parametrize("name", REFUSED)
def test_what_could_not_be_the_law_is_refused(name: str, tmp_path: Path) -> None:
    game, old, new, message = REFUSED[name]
    at = directory(tmp_path, **{"uth" if game == UTH else "pgp": edited(game, old, new)})
    with pytest.raises(MalformedLaw) as refused:
        law_for(game, directory=at)
    assert str(refused.value) == message


def test_a_law_without_envy_amounts_is_refused(tmp_path: Path) -> None:
    head, table, rest = TEXT[UTH].partition("[[version.envy.table]]")
    after = rest[rest.index("[[version.table]]") :]
    with pytest.raises(MalformedLaw) as refused:
        law_for(UTH, directory=directory(tmp_path, uth=head + after))
    assert table
    assert str(refused.value) == f"{V}.envy: no envy amounts"


@pytest.mark.parametrize(
    "paragraph", ["", "a", "(a", "a)", "(A)", "(1)", "(é)", "(aa)", "(a)(b)", "(a)(0)", "(a)(10)", "(a)(1", "(a)(1)x", "x(a)"]
)
def test_a_paragraph_is_a_letter_and_perhaps_a_figure(paragraph: str, tmp_path: Path) -> None:
    at = directory(tmp_path, uth=edited(UTH, '"(b)"', f'"{paragraph}"'))
    with pytest.raises(MalformedLaw) as refused:
        law_for(UTH, directory=at)
    assert str(refused.value) == f"{V}.table[2]: paragraph is {paragraph}, not such as (d)(1)"


@pytest.mark.parametrize(
    ("versions", "message"),
    [
        ("", "no version"),
        ("version = []", "version is not a list of tables"),
        ("version = [1]", "version is not a list of tables"),
        ("version = 1", "version is 1, not of kind list"),
    ],
)
def test_a_file_without_a_version_is_refused(versions: str, message: str, tmp_path: Path) -> None:
    at = directory(tmp_path, uth=TEXT[UTH].partition("[[version]]\n")[0] + versions)
    with pytest.raises(MalformedLaw) as refused:
        law_for(UTH, directory=at)
    assert str(refused.value) == f"653a.12.toml: {message}"


@pytest.mark.parametrize("effective", ["2014-12-12", "2014-12-13"])
def test_versions_that_do_not_follow_each_other_are_refused(effective: str, tmp_path: Path) -> None:
    at = directory(tmp_path, uth=with_second_version(UTH, effective))
    with pytest.raises(MalformedLaw) as refused:
        law_for(UTH, directory=at)
    assert str(refused.value) == "653a.12.toml: the versions are not in the order of their dates"


def test_a_later_version_is_checked_like_the_first(tmp_path: Path) -> None:
    at = directory(tmp_path, uth=with_second_version(UTH, "2014-12-14", ('"500 to 1"', '"0 to 1"')))
    with pytest.raises(MalformedLaw) as refused:  # also where the first version is asked for
        law_for(UTH, directory=at)
    assert str(refused.value) == "653a.12.toml.version[1].table[2]: '0 to 1' is no odds"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff", "can't decode byte 0xff"),
        (b"a = ", "Invalid value"),
        (TEXT[UTH].encode()[:-30], "Unterminated|Unclosed|Invalid|Expected"),
        (b"", "no game"),
    ],
)
def test_a_file_that_is_no_toml_is_refused(data: bytes, why: str, tmp_path: Path) -> None:
    with pytest.raises(MalformedLaw, match=rf"^653a\.12\.toml: .*({why})"):
        law_for(UTH, directory=directory(tmp_path, uth=data))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for asked in (lambda: law_for(PGP, directory=str(tmp_path)), lambda: law_hash(directory=str(tmp_path / "none"))):
        with pytest.raises(MalformedLaw) as refused:
            asked()
        assert str(refused.value).endswith(".toml: No such file or directory")
    with pytest.raises(MalformedLaw, match=r"^645a\.13\.toml: "):
        law_for(PGP, directory=str(tmp_path))


def test_a_malformed_law_is_nobodys_input() -> None:
    assert issubclass(MalformedLaw, HousewayError)
    assert not issubclass(MalformedLaw, InputError)


def test_what_stands_on_the_edge_is_read(tmp_path: Path) -> None:
    uth = TEXT[UTH]
    for old, new in (
        ("adopted = 2014-12-12", "adopted = 2014-12-13"),
        ('"10% of meter"', '"1%"'),
        ('"300 for 1"', '"1,000,000 for 1"'),
        ('"3 to 2"', '"1 to 100"'),
        ('amount = "$5"', 'amount = "$1,000"'),
        ('"(f)"', '"(z)(9)"'),
    ):
        assert old in uth
        uth = uth.replace(old, new, 1)
    pgp = edited(PGP, 'percent = "5%"', 'percent = "100%"').replace('"practice" ', '"text" ')
    at = directory(tmp_path, uth=uth, pgp=pgp)
    law = law_for(UTH, directory=at)
    assert law.adopted == law.version
    assert law.tables["progressive"][""].rows[1].pays == MeterShare(1)
    assert law.tables["progressive"][""].rows[2].pays == ForOne(1_000_000)
    assert law.tables["blind"]["A"].rows[4].pays == ToOne(1, 100)
    assert set(law.envy) == {100, 100_000}
    assert law.limit.cite == "653a.12(z)(9)"
    other = law_for(PGP, directory=at)
    assert other.vigorish is not None
    assert (other.vigorish.percent, other.envy_minimum_basis) == (100, "text")
