"""What an operator filed: read a Rules Submission, check it against the law, and know the floor of its payout limit.

>>> submission = parse('game = "ultimate-texas-holdem"\\nwagers.ante.minimum = "5.00"')
>>> submission.minimum_cents["ante"], sorted(submission.offered), submission.switches["trips_on_fold"]
(500, ['ante'], 'settle')
>>> [finding.where for finding in check(submission) if finding.severity == "violation"]
['effective', 'wagers.blind']
"""

from houseway.submission.checking import Examination, Finding, check, examine, examine_bytes
from houseway.submission.defaults import default
from houseway.submission.files import load, parse
from houseway.submission.floor import Floor, payout_floor
from houseway.submission.history import History, Version, history, in_force
from houseway.submission.model import Meter, Submission

__all__ = [
    "Examination", "Finding", "Floor", "History", "Meter", "Submission", "Version",
    "check", "default", "examine", "examine_bytes", "history", "in_force", "load", "parse", "payout_floor",
]  # fmt: skip
