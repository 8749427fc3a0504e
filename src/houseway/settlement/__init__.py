"""A round in, lines and meter movements out: who is paid what, and why.

- ``reading``: JSON and dicts to a :class:`~houseway.settlement.round.Round`, every problem at once
- ``gate``: what the Rules Submission and the cards allow
- ``ultimate_texas_holdem``, ``pai_gow_poker``: the wagers of each game, settled in the order of payment
- ``lines``, ``words``: a settled line and the sentence that explains it
- ``result``: the Settlement and its promised JSON
- ``balance``: the checks every settlement must pass before anybody sees it
"""
