"""Generated tables on disk: read back as made, made anew when damaged or unwritable, never read across other rules."""

import os
from pathlib import Path

import numpy as np
import pytest

from houseway.ranking import kernels_cache
from houseway.ranking.kernels_cache import Arrays, folder, kept, sources_hash


class Maker:
    """Makes one small table and counts how often."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> Arrays:
        self.made += 1
        return {"table": np.arange(5, dtype=np.uint16)}


@pytest.fixture
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_made_once_and_read_back(kept_in: Path) -> None:
    make = Maker()
    first, second = kept("t", make), kept("t", make)
    assert make.made == 1
    assert first["table"].tolist() == second["table"].tolist() == [0, 1, 2, 3, 4]
    assert second["table"].dtype == np.uint16
    assert [path.name for path in kept_in.iterdir()] == [f"ranking-{sources_hash()}-t.npz"]


@pytest.mark.parametrize("damage", [b"", b"not a table", b"PK\x03\x04"])
def test_a_damaged_file_is_made_anew(kept_in: Path, damage: bytes) -> None:
    make = Maker()
    kept("t", make)
    (path,) = kept_in.iterdir()
    path.write_bytes(damage or path.read_bytes()[:-40])
    assert kept("t", make)["table"].tolist() == [0, 1, 2, 3, 4]
    kept("t", make)
    assert make.made == 2


def test_a_flipped_byte_is_noticed(kept_in: Path) -> None:
    make = Maker()
    kept("t", make)
    (path,) = kept_in.iterdir()
    whole = path.read_bytes()
    for at in range(60, 90):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        assert kept("t", make)["table"].tolist() == [0, 1, 2, 3, 4]


def test_other_rules_have_other_files_and_replace_the_old(kept_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Maker()
    kept("t", make)
    monkeypatch.setattr(kernels_cache, "sources_hash", lambda: "0123456789abcdef")
    kept("t", make)
    assert make.made == 2
    assert [path.name for path in kept_in.iterdir()] == ["ranking-0123456789abcdef-t.npz"]


def test_of_what_was_broken_off_nothing_stays(kept_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(np, "savez_compressed", interrupted)
        with pytest.raises(KeyboardInterrupt):
            kept("t", Maker())
    assert list(kept_in.iterdir()) == []
    killed, at_work = (kept_in / f"ranking-{sources_hash()}-t{name}.part" for name in ("killed", "at-work"))
    for path in (killed, at_work):
        path.write_bytes(b"half")
    os.utime(killed, (0, 0))
    kept("t", Maker())
    assert sorted(kept_in.iterdir()) == sorted([at_work, kept_in / f"ranking-{sources_hash()}-t.npz"])


def test_nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", "off")
    make = Maker()
    kept("t", make)
    kept("t", make)
    assert (make.made, folder()) == (2, None)


def test_a_folder_that_cannot_be_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "file" / "cache"))
    make = Maker()
    assert kept("t", make)["table"].tolist() == [0, 1, 2, 3, 4]
    assert make.made == 1


def test_the_usual_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOUSEWAY_CACHE", raising=False)
    where = folder()
    assert where is not None
    assert where.name == "houseway"
