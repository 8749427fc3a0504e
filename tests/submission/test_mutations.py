"""Mutated files: every problem at the right line or the file refused as unreadable, and never a traceback.

A seeded part; ``prove/mutated_submissions.py`` does 10,000 and more.
"""

from __future__ import annotations

from collections import Counter

import pytest

from submission.mutating import cases, judge


@pytest.mark.parametrize("seed", range(5))
def test_mutated_files(seed: int) -> None:
    answers = Counter(judge(case) for case in cases(seed, 500))
    assert answers["problems"] > 80
    assert answers["findings"] > 50
    assert answers["unreadable"] > 80
