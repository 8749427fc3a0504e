"""The mathematics: what each wager is worth, to the last combination, in integers.

Needs the extra ``exact`` (numpy and numba). Payouts are never written here: they come from the law's tables through
the games' own rules, so that a rule changed changes the mathematics.
"""
