"""Simulated logs: dealt rounds, habits at the table, and mistakes planted on purpose, all from one seed.

Every row says ``simulated`` and every round's id begins with ``SIM-``. Nothing here knows of a ledger.
"""
