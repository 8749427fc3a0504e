"""Problems: what was wrong with an input, where, what was found and what is allowed. Errors are values with a place."""

from __future__ import annotations

from typing import NamedTuple

MOST_PROBLEMS = 200  # a hostile file gets a short answer


class Problem(NamedTuple):
    """One thing wrong with an input.

    ``where`` is a path such as ``players[2].wagers.play`` (or ``table4.toml:12: wagers.blind.paytable``), ``found`` and
    ``allowed`` are texts, ``nearest`` the nearest valid word where a word was misspelt.
    """

    where: str
    message: str
    found: str | None = None
    allowed: str | None = None
    nearest: str | None = None

    def to_dict(self) -> dict[str, str | None]:
        """The JSON form: where, found, allowed, message, nearest."""
        return {
            "where": self.where, "found": self.found, "allowed": self.allowed,
            "message": self.message, "nearest": self.nearest,
        }  # fmt: skip

    def __str__(self) -> str:
        said = f"{self.where}: {self.message}" if self.where else self.message
        if self.found is not None:
            said += f"; found {self.found}"
        if self.allowed is not None:
            said += f"; allowed {self.allowed}"
        if self.nearest is not None:
            said += f"; did you mean {self.nearest!r}?"
        return said


class HousewayError(Exception):
    """The root of everything that houseway raises on purpose.

    - ``InputError``: something in what was given is wrong; every problem is in ``.problems``.
    - ``UnbalancedError``: a settlement did not balance to zero. It is a fault of the program, never of the input.
    """


class InputError(HousewayError):
    """Bad input, with every problem found, not only the first. The only exception that bad input raises."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems[:MOST_PROBLEMS])
        super().__init__("\n".join(map(str, self.problems)))

    def to_dict(self) -> dict[str, list[dict[str, str | None]]]:
        """``{"problems": [{"where", "found", "allowed", "message", "nearest"}]}``"""
        return {"problems": [p.to_dict() for p in self.problems]}


class UnbalancedError(HousewayError):
    """A settlement whose nets of players, house and meters do not add up to zero."""


def shown(value: object, most: int = 60) -> str:
    """A found value, short and on one line.

    >>> shown("Kx"), shown(12)
    ('Kx', '12')
    """
    if isinstance(value, (dict, list, tuple)):
        kind = "table" if isinstance(value, dict) else "list"
        return f"a {kind} of {len(value)}"
    text = (
        value
        if isinstance(value, str)
        else "true"
        if value is True
        else "false"
        if value is False
        else "null"
        if value is None
        else ""
    )
    if not text and not isinstance(value, str):
        try:
            text = str(value)
        except ValueError:  # an int of more digits than Python prints
            text = "a number too long to print"
    text = "".join(ch if ch.isprintable() else "?" for ch in text[: most + 1])
    return text if len(text) <= most else text[:most] + "…"


def nearest(word: str, allowed: list[str] | tuple[str, ...]) -> str | None:
    """The allowed word nearest to ``word``, if one is near.

    >>> nearest("trip", ["ante", "trips"])
    'trips'
    """
    from difflib import get_close_matches

    found = get_close_matches(word[:60].lower().replace("-", "_"), allowed, n=1, cutoff=0.6)
    return found[0] if found else None
