"""Which version of the law is in force on a day. The second version exists only here, to prove the choice by date."""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.money import ToOne
from houseway.problems import InputError, Problem
from houseway.regulation import GAMES, PGP, UTH, law_for, law_hash
from regulation.held import DATA, FILES, directory, with_second_version


@pytest.fixture(scope="module")
def two_versions(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Data files with a second, invented version of each section: 501 to 1, and a vigorish of 6%."""
    return directory(
        tmp_path_factory.mktemp("two"),
        uth=with_second_version(UTH, "2030-03-01", ("500 to 1", "501 to 1"), ('"44 Pa.B. 7683"', '"60 Pa.B. 1"')),
        pgp=with_second_version(PGP, "2031-01-01", ('"5%"', '"6%"')),
    )


@pytest.mark.parametrize(
    ("game", "effective", "adopted", "source"),
    [
        (UTH, date(2014, 12, 13), date(2014, 12, 12), "44 Pa.B. 7683"),
        (PGP, date(2015, 6, 13), date(2015, 6, 12), "45 Pa.B. 2829"),
    ],
)
def test_the_held_version_and_its_first_day(game: str, effective: date, adopted: date, source: str) -> None:
    law = law_for(game)
    assert (law.version, law.adopted, law.source) == (effective, adopted, source)
    assert (law.newest, law.oldest, law.is_newest) == (effective, effective, True)
    assert law_for(game, None) is law
    assert law_for(game, effective) is law
    assert law_for(game, effective.replace(day=14)) is law
    assert law_for(game, date.max) is law
    with pytest.raises(InputError) as refused:
        law_for(game, effective.replace(day=12))
    number = FILES[game].removesuffix(".toml")
    assert refused.value.problems == (
        Problem(
            "date", f"is before the oldest version of {number} that is held",
            f"{effective.replace(day=12)}", f"{effective} or later",
        ),
    )  # fmt: skip
    with pytest.raises(InputError):
        law_for(game, date.min)


def test_the_dates_are_the_sections_own() -> None:
    assert law_for(UTH).version.isoformat() == "2014-12-13"
    assert law_for(PGP).version.isoformat() == "2015-06-13"


def test_a_second_version_begins_on_its_day(two_versions: str) -> None:
    first, second = ToOne(500, 1), ToOne(501, 1)
    for day, pays, newest in (
        (date(2014, 12, 13), first, False),
        (date(2030, 2, 28), first, False),
        (date(2030, 3, 1), second, True),
        (date(2030, 3, 2), second, True),
        (None, second, True),
    ):
        law = law_for(UTH, day, directory=two_versions)
        assert law.tables["blind"]["A"].rows[0].pays == pays, day
        assert law.is_newest is newest, day
        assert (law.oldest, law.newest) == (date(2014, 12, 13), date(2030, 3, 1))
    assert law_for(UTH, directory=two_versions).source == "60 Pa.B. 1"
    with pytest.raises(InputError, match="allowed 2014-12-13 or later"):
        law_for(UTH, date(2014, 12, 12), directory=two_versions)
    assert [law_for(PGP, date(y, m, d), directory=two_versions).vigorish[0] for y, m, d in [(2030, 12, 31), (2031, 1, 1)]] == [
        5,
        6,
    ]
    both = [law_for(UTH, day, directory=two_versions) for day in (date(2030, 1, 1), None)]
    assert len(set(both)) == len(set(map(hash, both))) == 2  # a law can be a key
    assert hash(both[0]) == hash(law_for(UTH))


@given(day=st.dates(min_value=date(2014, 12, 13)))
def test_the_version_of_a_day_is_the_last_that_had_begun(two_versions: str, day: date) -> None:
    law = law_for(UTH, day, directory=two_versions)
    assert law.version <= day
    assert law.is_newest == (day >= date(2030, 3, 1))


@pytest.mark.parametrize(
    ("word", "nearest"),
    [
        ("pai-gow", "pai-gow-poker"),
        ("Pai Gow Poker", "pai-gow-poker"),
        ("pai_gow_poker", "pai-gow-poker"),
        ("ultimate-texas-holdm", "ultimate-texas-holdem"),
        ("blackjack", None),
        ("", None),
    ],
)
def test_another_game_is_refused_with_the_nearest(word: str, nearest: str | None) -> None:
    with pytest.raises(InputError) as refused:
        law_for(word)
    assert refused.value.problems == (
        Problem("game", "is no game of these rules", word, "ultimate-texas-holdem, pai-gow-poker", nearest),
    )


def test_only_the_file_of_the_game_is_read_and_only_once(tmp_path: Path) -> None:
    at = directory(tmp_path)
    (tmp_path / FILES[PGP]).unlink()
    law = law_for(UTH, directory=at)
    (tmp_path / FILES[UTH]).unlink()
    assert law_for(UTH, date(2015, 7, 1), directory=at) is law
    assert law_for(UTH) is law_for(UTH, date(2020, 1, 1))


def test_the_hash_is_over_both_data_files(tmp_path: Path) -> None:
    whole = b"".join(
        b"%s %d\n%s" % (FILES[game].encode(), len(data), data)
        for game in GAMES
        if (data := (DATA / FILES[game]).read_bytes())
    )  # fmt: skip
    assert law_hash() == sha256(whole).hexdigest()
    same, other, another = tmp_path / "same", tmp_path / "other", tmp_path / "another"
    for place in (same, other, another):
        place.mkdir()
    assert law_hash(directory=directory(same)) == law_hash()
    seen = {
        law_hash(),
        law_hash(directory=directory(other, uth=(DATA / FILES[UTH]).read_bytes() + b"\n")),
        law_hash(directory=directory(another, pgp=(DATA / FILES[PGP]).read_bytes() + b"\n")),
    }
    assert len(seen) == 3


def test_the_hash_is_read_once(tmp_path: Path) -> None:
    at = directory(tmp_path)
    before = law_hash(directory=at)
    for file in FILES.values():
        (tmp_path / file).unlink()
    assert law_hash(directory=at) == before
