"""What an operator filed: read a Rules Submission, check it against the law, and know the floor of its payout limit.

>>> submission = parse('game = "ultimate-texas-holdem"\\nwagers.ante.minimum = "5.00"')
>>> submission.minimum_cents["ante"], sorted(submission.offered), submission.switches["trips_on_fold"]
(500, ['ante'], 'settle')
"""

from houseway.submission.files import load, parse
from houseway.submission.model import Meter, Submission
from houseway.submission.reading import default

__all__ = ["Meter", "Submission", "default", "load", "parse"]
