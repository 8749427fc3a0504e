"""The words in which a house way is written, and what they mean.

A row says what seven cards hold (``holds``) and the steps by which such a hand is set (``set``)::

    holds = "four of a kind, 7 to 10"
    set = ["low = s1 s2 if s1 is a king or ace", "split two and two"]

Every word here depends on the ranks alone, with the joker counted as an ace; only whether there is a made hand depends
on suits and on the joker. So a way comes down to a *plan* for each combination of seven ranks (see ``policy``).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from houseway.cards import ACE, RANK_WORDS, RANKS
from houseway.problems import Problem, nearest, shown

Counts = tuple[int, ...]
Term = str | int  # the name of a group or single ("pair", "s1"), or a rank

# What seven cards can hold: how many of each rank, the larger group first, then the higher; its phrase; its parts.
PARTS: dict[Counts, tuple[str, tuple[str, ...]]] = {
    (5, 2): ("five aces", ("aces", "pair")),
    (5, 1, 1): ("five aces", ("aces", "s1", "s2")),
    (4, 3): ("four of a kind and three of a kind", ("four", "three")),
    (4, 2, 1): ("four of a kind and a pair", ("four", "pair", "s1")),
    (4, 1, 1, 1): ("four of a kind", ("four", "s1", "s2", "s3")),
    (3, 3, 1): ("two three-of-a-kinds", ("higher three", "lower three", "s1")),
    (3, 2, 2): ("three of a kind and two pairs", ("three", "higher pair", "lower pair")),
    (3, 2, 1, 1): ("three of a kind and one pair", ("three", "pair", "s1", "s2")),
    (3, 1, 1, 1, 1): ("three of a kind", ("three", "s1", "s2", "s3", "s4")),
    (2, 2, 2, 1): ("three pairs", ("highest pair", "middle pair", "lowest pair", "s1")),
    (2, 2, 1, 1, 1): ("two pairs", ("higher pair", "lower pair", "s1", "s2", "s3")),
    (2, 1, 1, 1, 1, 1): ("one pair", ("pair", "s1", "s2", "s3", "s4", "s5")),
    (1, 1, 1, 1, 1, 1, 1): ("no pair", ("s1", "s2", "s3", "s4", "s5", "s6", "s7")),
}
PHRASES: dict[str, list[Counts]] = {}
for _counts, (_phrase, _) in PARTS.items():
    PHRASES.setdefault(_phrase, []).append(_counts)

_RANK: dict[str, int] = {name: rank for rank, name in enumerate(RANKS)}
_RANK.update({word: rank for rank, word in enumerate(RANK_WORDS)}, **{"10": _RANK["T"]})
_RANKS_ALLOWED = "a rank: 2 to 10, J, Q, K, A"

# Words that say the same in the shape of the house's own documents.
_SAME = {"higher": "higher three", "lower": "lower three", "second and third highest": "s2 s3", "five aces": "aces"}

STEPS = (
    "low = s1 s2", "low = K-K", "low = the pair", "low = a pair out of the three", "low = ace and s1", "split two and two",
    "split", "best made hand with any low", "best made hand with a pair low", "best made hand with low at least s1 s2",
)  # fmt: skip


Condition = tuple[str, int]  # a part of the hand, and the ranks that it must be of, one bit a rank
Holds = tuple[str, tuple[Counts, ...], int]  # the words; the counts that they mean; the ranks of the first part, as bits


class Step(NamedTuple):
    """One step of a row, as written and as understood.

    ``made`` steps look for the best made hand whose low is at least ``low``: nothing (any low), ``("pair",)`` (any
    pair), one rank (that rank high) or two terms. Other steps set the low hand ``low``, two terms.
    """

    text: str
    made: bool
    low: tuple[Term, ...]
    conditions: tuple[Condition, ...]


class NotUnderstood(Exception):
    """A phrase that is not of this vocabulary; carries the problem without its place."""

    def __init__(self, message: str, found: str, allowed: str | None = None, near: str | None = None) -> None:
        super().__init__(message)
        self.problem = Problem("", message, shown(found), allowed, near)


def _without_article(text: str) -> str:
    for article in ("the ", "that ", "an ", "a "):
        if text.startswith(article):
            return text[len(article) :].strip()
    return text.strip()


def rank(text: str) -> int:
    """The rank that ``text`` names (``K``, ``10``, ``an ace``). Raises NotUnderstood."""
    name = _without_article(text)
    found = _RANK.get(name)
    if found is None:
        raise NotUnderstood("is not a rank", name, _RANKS_ALLOWED, nearest(name, RANK_WORDS) if len(name) > 2 else None)
    return found


def ranks(text: str) -> int:
    """The ranks that ``text`` names, one bit a rank: ``7 to 10``, ``a king or ace``, ``J or better``, ``A``.

    >>> bin(ranks("a king or ace")), bin(ranks("J or better")), bin(ranks("2 to 6"))
    ('0b1100000000000', '0b1111000000000', '0b11111')
    """
    if match := re.fullmatch(r"(.+?) to (.+)", text):
        low, high = rank(match[1]), rank(match[2])
        if low > high:
            raise NotUnderstood("runs from the higher rank to the lower", text, "the lower rank first, as in 7 to 10")
    elif match := re.fullmatch(r"(.+?) or better", text):
        low, high = rank(match[1]), ACE
    else:
        mask = 0
        for name in re.split(r",\s*|\s+or\s+", text):
            mask |= 1 << rank(name)
        return mask
    return (2 << high) - (1 << low)


def holds(text: str) -> Holds:
    """What seven cards must hold: a phrase of ``PHRASES``, and after a comma the ranks of its first part.

    >>> holds("four of a kind, 7 to 10")
    ('four of a kind, 7 to 10', ((4, 1, 1, 1),), 480)
    """
    phrase, comma, of = text.partition(",")
    counts = PHRASES.get(phrase.strip())
    if counts is None:
        raise NotUnderstood(
            "is not what seven cards can hold", phrase.strip(), ", ".join(PHRASES), _near_phrase(phrase, tuple(PHRASES))
        )
    return text.strip(), tuple(counts), ranks(of.strip()) if comma else (2 << ACE) - 1


def _near_phrase(text: str, allowed: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches

    found = get_close_matches(text.strip()[:80], allowed, n=1, cutoff=0.5)
    return found[0] if found else None


def _part(text: str, known: tuple[str, ...]) -> str:
    """The name of a part of the hand, one of ``known``. Raises NotUnderstood."""
    name = _without_article(text)
    if name not in known:
        name = _SAME.get(name, name)
    if name not in known:
        raise NotUnderstood("is no part of such a hand", text.strip(), ", ".join(known), _near_phrase(name, known))
    return name


def _low(text: str, known: tuple[str, ...]) -> tuple[Term, Term]:
    """The two terms of a low hand: ``s1 s2``, ``K-K``, ``ace and s1``, ``the pair``, ``a pair out of the three``."""
    said = text.strip()
    groups = tuple([name for name in known if name[0] != "s"])
    out_of = re.fullmatch(r"(?:a )?pair out of (.+)", said)
    if out_of is None:
        said = _without_article(said)
        said = _SAME.get(said, said)
    if out_of or said.endswith("pair"):
        part = _part(out_of[1] if out_of else said, groups)
        return part, part
    terms: list[Term] = []
    for word in re.split(r"\s+and\s+|\s+|-", said):
        if word not in _RANK and (word not in known or word in groups):
            allowed = "two of " + ", ".join([name for name in known if name[0] == "s"] + ["a rank"])
            if groups:
                allowed += "; or a pair out of: " + ", ".join(groups)
            raise NotUnderstood("is not a low hand of such a hand", text, allowed, _near_phrase(word, known))
        terms.append(_RANK.get(word, word))
    if len(terms) != 2:
        raise NotUnderstood("is not a low hand of two cards", text, "two of s1, s2 … and ranks, or a pair of the hand")
    return terms[0], terms[1]


def _least(text: str, known: tuple[str, ...]) -> tuple[Term, ...]:
    """The least low hand of a made hand: a low hand, or ``ace-high``, ``K-high``."""
    if match := re.fullmatch(r"(?:an? )?(\w+)[- ]high", text.strip()):
        return (rank(match[1]),)
    if text.strip() == "a pair":
        return ("pair",)
    return _low(text, known)


def _conditions(text: str, known: tuple[str, ...]) -> tuple[Condition, ...]:
    found: list[Condition] = []
    for said in re.split(r"\s+and\s+", text.strip()):
        match = re.fullmatch(r"(.+?) (?:is|are) (.+)", said)
        if match is None:
            raise NotUnderstood("is not a condition", said, "as in: s1 is a king or ace; the pair is 2; both pairs are 7 to 10")
        of = ranks(match[2])
        if match[1] == "both pairs":
            found += [(_part("higher pair", known), of), (_part("lower pair", known), of)]
        else:
            found.append((_part(match[1], known), of))
    return tuple(found)


def step(text: str, known: tuple[str, ...]) -> Step:
    """One step of a row for hands whose parts are ``known``. Raises NotUnderstood.

    >>> step("low = s1 s2 if s1 is an ace", ("pair", "s1", "s2")).low
    ('s1', 's2')
    """
    text = " ".join(text.split())
    said, has_if, condition = text.partition(" if ")
    conditions = _conditions(condition, known) if has_if else ()
    said = said.strip()
    if said in {"split", "split two and two"}:
        part = "four" if "four" in known else _part("lower pair", known)
        return Step(text, False, (part, part), conditions)
    if match := re.fullmatch(r"low = (.+)", said):
        return Step(text, False, _low(match[1], known), conditions)
    if said == "best made hand with any low":
        return Step(text, True, (), conditions)
    if said == "best made hand with a pair low":
        return Step(text, True, ("pair",), conditions)
    if match := re.fullmatch(r"best made hand with low at least (.+)", said):
        return Step(text, True, _least(match[1], known), conditions)
    raise NotUnderstood("is not a step", said, "; ".join(STEPS), _near_phrase(said, STEPS))
