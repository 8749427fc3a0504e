"""The same rules over columns: millions of seat rows settled from tables that the rules themselves filled.

A wager's rule looks at few features, so it is called once on every combination of them, and rows look its answer up.
What is rare (a share of a meter, envy of Ultimate Texas Hold 'Em) is settled by the one-round settlement itself. Needs numpy
and numba (the extra ``exact``).
"""
