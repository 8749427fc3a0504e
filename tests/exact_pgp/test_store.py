"""The cache folder: hash-checked, bounded, written whole, and never needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from houseway.exact.pai_gow import store


@pytest.fixture
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    found = store.folder()
    assert found is not None
    return found


def test_what_was_saved_comes_back(kept_in: Path) -> None:
    assert store.load("a.table") is None
    assert store.save("a.table", {"x": np.arange(5), "y": np.zeros((2, 2), np.uint8)})
    found = store.load("a.table")
    assert found is not None
    assert found["x"].tolist() == [0, 1, 2, 3, 4]
    assert [path.name for path in kept_in.iterdir()] == ["a.table"]  # no temporary file is left


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "other"])
def test_a_damaged_file_is_thrown_away(kept_in: Path, damage: str) -> None:
    store.save("a.table", {"x": np.arange(100)})
    path = kept_in / "a.table"
    data = bytearray(path.read_bytes())
    if damage == "flip":
        data[len(data) // 2] ^= 1
    wrong = {"flip": bytes(data), "cut": bytes(data[:-1]), "empty": b"", "other": b"x" * 400}[damage]
    path.write_bytes(wrong)
    assert store.load("a.table") is None
    assert not path.exists()


def test_the_folder_is_bounded(kept_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_BYTES", 20_000)
    for at in range(6):
        store.save(f"{at}.table", {"x": np.zeros(1000, np.int64)})  # 8 kB each
    left = sorted(path.name for path in kept_in.iterdir())
    assert "5.table" in left
    assert len(left) == 2
    monkeypatch.setattr(store, "MOST_BYTES", 1)
    store.save("6.table", {"x": np.zeros(10)})
    assert [path.name for path in kept_in.iterdir()] == ["6.table"]  # what was just written stays


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", "off")
    assert store.folder() is None
    assert not store.save("a.table", {"x": np.arange(5)})
    assert store.load("a.table") is None
    store.remove("a.table")


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "file"))
    assert not store.save("a.table", {"x": np.arange(5)})
    assert store.load("a.table") is None
