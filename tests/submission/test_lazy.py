"""Names of the package are loaded from their rooms when they are first used, and kept."""

from __future__ import annotations

from importlib import import_module

import pytest

from houseway import submission

ROOMS = {
    "Examination": "checking", "Finding": "checking", "Floor": "floor", "History": "versions", "Meter": "model",
    "Submission": "model", "Version": "versions", "check": "checking", "default": "defaults", "examine": "checking",
    "examine_bytes": "checking", "history": "versions", "in_force": "versions", "load": "files", "parse": "files",
    "payout_floor": "floor",
}  # fmt: skip


def test_every_public_name_is_that_of_its_room(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sorted(submission.__all__) == sorted(ROOMS)
    for name, room in ROOMS.items():
        of_room = getattr(import_module(f"houseway.submission.{room}"), name)
        if room == "model":
            assert getattr(submission, name) is of_room
            continue
        monkeypatch.delattr(submission, name, raising=False)
        assert submission.__getattr__(name) is of_room
        assert vars(submission)[name] is of_room  # asked once


def test_a_name_that_there_is_not() -> None:
    with pytest.raises(AttributeError) as error:
        submission.__getattr__("chek")
    assert str(error.value) == "module 'houseway.submission' has no attribute 'chek'"
