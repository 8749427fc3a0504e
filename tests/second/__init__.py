"""The tests' own second settlement: slow, plain, written from the rules alone, importing nothing of houseway.

``settle(round_, submission)`` takes the JSON of a round and of a Rules Submission (None: the section's default choices) and
returns the numbers of the result. It believes its input: it refuses nothing.
"""

from .settle import settle

__all__ = ["settle"]
