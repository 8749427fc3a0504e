"""A submission examined as the bytes of a file: as a service is given it."""

from __future__ import annotations

from datetime import date

import pytest

from houseway.problems import InputError
from houseway.regulation import PGP, law_for
from houseway.submission import examine, examine_bytes
from submission.samples import EXAMPLES


def test_the_bytes_of_a_file_are_examined_as_the_file_is() -> None:
    """Under the name given, and held against the law of the day that is asked for."""
    path = EXAMPLES / "not-compliant.toml"
    of_file = examine(path)
    of_bytes = examine_bytes(path.read_bytes(), str(path))
    assert of_bytes.findings == of_file.findings
    assert (of_bytes.submission, of_bytes.problems, of_bytes.file) == (of_file.submission, [], str(path))
    before = examine_bytes(b'game = "pai-gow-poker"\neffective = 2015-07-01\n', "filed.toml", on=date(2015, 6, 12))
    assert (before.law, before.file) == (law_for(PGP, date(2015, 6, 13)), "filed.toml")
    assert {finding.file for finding in before.findings} == {"filed.toml"}
    with pytest.raises(InputError) as error:
        examine_bytes(b"\xff", "filed.toml")
    assert error.value.problems[0].where == "filed.toml:1"
