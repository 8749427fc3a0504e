"""The audit room: a log of rounds is settled again, and every difference from what was paid is told.

- ``columns``, ``proposing``: which column of a log is which
- ``sources``, ``cells``: Parquet, CSV, JSON lines and folders of them, read into columns; every cell that is none, named
- ``batches``: whole rounds out of the stream; ``holdem``, ``pai_gow``: each game's rows, settled by ``houseway.batch``
- ``doubt``: rounds with something wrong in them, read one by one by the gate of the one-round settlement
- ``running``: the audit itself, in bounded memory; ``following``: its meters; ``writing``: its files
- ``totals``, ``theory``, ``mistakes``, ``report``: what it all adds up to

Needs numpy, numba and pyarrow (the extra ``audit``).
"""
