"""House ways: how the dealer's seven cards are set, as named and versioned policies.

``standard`` and ``foxwoods`` ship with the package, as data (``data/*.toml``) in the same words in which an operator
writes its own; ``load`` reads such a file, ``register`` makes it known by its name.

>>> from houseway.cards import cards, names
>>> setting = get("foxwoods").set(cards("As Kd 9h 8h 7c 6s 5d"))
>>> names(setting.high), names(setting.low), setting.row
('9h 8h 7c 6s 5d', 'As Kd', 'no pair: best made hand with any low')
"""

from __future__ import annotations

import os.path

from houseway.problems import InputError, Problem, nearest, shown

from .policy import HouseWay, Plan, Setting

__all__ = ["NAMES", "HouseWay", "Plan", "Setting", "get", "known_names", "load", "parse", "register"]

NAMES: tuple[str, ...] = ("standard", "foxwoods")
MOST_BYTES = 200_000

_known: dict[str, HouseWay] = {}


def get(name: str) -> HouseWay:
    """The house way of that name, shipped or registered. Raises InputError with the nearest name."""
    way = _known.get(name)
    if way is None:
        if name not in NAMES:
            allowed = known_names()
            near = nearest(name, allowed) if isinstance(name, str) else None
            message = "is not a house way that is known here"
            raise InputError([Problem("house_way", message, shown(name), ", ".join(allowed), near)])
        from .reading import parse as parse_unchecked

        with open(os.path.join(os.path.dirname(__file__), "data", f"{name}.toml"), encoding="utf-8") as file:
            way = _known[name] = parse_unchecked(file.read(), f"{name}.toml")
    return way


def known_names() -> tuple[str, ...]:
    """The names that ``get`` knows: the shipped ways, then the registered ones."""
    return tuple(dict.fromkeys((*NAMES, *_known)))


def parse(text: str, source: str = "house way") -> HouseWay:
    """A house way from the text of a TOML document, checked: every hand there is gets a legal setting. Raises InputError."""
    from .checking import check
    from .reading import Places
    from .reading import parse as parse_unchecked

    way = parse_unchecked(text, source)
    check(way, Places(text, source))
    return way


def load(path: str | os.PathLike[str]) -> HouseWay:
    """A house way from a TOML file (see docs/house-ways.md), checked as by ``parse``. Raises InputError."""
    source = os.fspath(path)
    try:
        with open(source, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError([Problem(shown(source), f"cannot be read: {why}", None, "a readable TOML file")]) from None
    if len(data) > MOST_BYTES:
        raise InputError([Problem(shown(source), "is too large for a house way", None, f"at most {MOST_BYTES:,} bytes")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 at byte {error.start}"
        raise InputError([Problem(shown(source), message, None, "a TOML file in UTF-8")]) from None
    return parse(text, shown(source, 200))


def register(way: HouseWay) -> HouseWay:
    """Make a way known to ``get`` by its name, and give it back; an earlier one of that name is replaced.

    Raises InputError for the name of a shipped way.
    """
    if way.name in NAMES:
        raise InputError([Problem("name", "is the name of a house way that houseway ships", way.name, "another name")])
    _known[way.name] = way
    return way
