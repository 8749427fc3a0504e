"""What stands behind a round, in columns: the submission's wagers and amounts, the law's tables, and the meters' terms as the
texts that a payload has of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.batch import holdem, pai_gow
from houseway.games import house_way
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.ledger import payload_kernels as payload
from houseway.ledger import record_kernels as record
from houseway.ledger.canonical import canonical
from houseway.ledger.settling import METER_OF, AllTerms
from houseway.ledger.text_kernels import literals
from houseway.problems import HousewayError
from houseway.submission import examine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from houseway.regulation import Law
    from houseway.submission import Submission

GAMES = (uth.GAME, pgp.GAME)
_MARK = "\ufffd opening \ufffd"


class Basis(NamedTuple):
    """What the caller makes of a claim: the submission, the law, and the meters' terms (their openings do not count)."""

    submission: Submission
    law: Law
    terms: AllTerms


class Kind(NamedTuple):
    """One kind of terms: the meters of a round, as texts and columns."""

    all: AllTerms
    terms: tuple[tuple[str, str], ...]  # wager and meter, in the order of the wagers' names
    around: list[str]
    names: list[str]
    rates: list[int]
    columns: list[list[int]]
    order: list[int]


def kind_of(game: str, basis: Basis) -> Kind | None:
    """Terms as texts and columns."""
    terms = sorted(basis.terms.items())
    said = canonical({wager: [t.meter, _MARK, *t.recorded()[2:]] for wager, t in terms}) + "}"
    around = said.split(_MARK)
    if len(around) != len(terms) + 1 or len(terms) > 2 or len({t.meter for _, t in terms}) != len(terms):
        return None
    wagers = [wager for wager, _ in terms]
    columns = [[_WAGERS[game].index(name) for name, of in METER_OF[game].items() if of == wager] for wager in wagers]
    return Kind(
        dict(basis.terms),
        tuple((wager, t.meter) for wager, t in terms),
        around,
        [f'[{canonical(t.meter)},"' for _, t in terms],
        [t.rate_ppm or 0 for _, t in terms],
        columns,
        [wagers.index(wager) for wager in basis.submission.meters if wager in wagers],
    )


def meters_of(kinds: Sequence[Kind], of: NDArray[np.int64]) -> record.Meters:
    """Every kind of terms as arrays."""
    many = len(kinds)
    around = [piece for kind in kinds for piece in (*kind.around, *[""] * (3 - len(kind.around)))]
    names = [name for kind in kinds for name in (*kind.names, *[""] * (2 - len(kind.names)))]
    blob, bounds = literals([*around, *names])
    rates, columns = np.zeros((many, 2), np.int64), np.full((many, 2, 2), -1, np.int64)
    order = np.zeros((many, 2), np.int64)
    for k, kind in enumerate(kinds):
        for m, rate in enumerate(kind.rates):
            rates[k, m], order[k, m] = rate, kind.order[m]
            for c, column in enumerate(kind.columns[m]):
                columns[k, m, c] = column
    sizes = np.array([len(kind.terms) for kind in kinds], np.int64)
    return record.Meters(
        of,
        sizes,
        blob,
        np.ascontiguousarray(bounds[: 3 * many]),
        np.ascontiguousarray(bounds[3 * many :]),
        rates,
        columns,
        order,
    )


_WAGERS: dict[str, tuple[str, ...]] = {uth.GAME: uth.WAGERS, pgp.GAME: pgp.WAGERS}
FEEDS = [np.array([n < len(w) and w[n] in METER_OF[game] for n in range(payload.WAGERS)]) for game, w in _WAGERS.items()]


def rules_of(game: int, submission: Submission, tables: Any) -> record.Rules:
    wagers = _WAGERS[GAMES[game]]
    filed_as = uth.FILED_AS if game == payload.HOLDEM else pgp.FILED_AS
    filed = [filed_as[wager] for wager in wagers]
    amounts = [sorted(submission.amounts_cents.get(name, ())) for name in filed] + [[]] * (payload.WAGERS - len(wagers))
    offered = [name in submission.offered for name in filed] + [False] * (payload.WAGERS - len(wagers))
    return record.Rules(
        game,
        np.array(offered),
        np.array([amount for each in amounts for amount in each], np.int64),
        np.concatenate((np.zeros(1, np.int64), np.cumsum([len(each) for each in amounts]))),
        int(getattr(tables, "magic_times", 0)),
        bool(getattr(tables, "magic_on_flop", False)),
        bool(getattr(tables, "progressive_lost_on_fold", False)),
    )


def lawful(submission: Submission) -> bool:
    """Whether rounds may be settled under it: filed, and without a violation."""
    return _lawful(Known(submission, None))


class Known:
    """A submission and a law as a key: what says the same is the same."""

    __slots__ = ("law", "submission", "version")

    def __init__(self, submission: Submission, law: Law | None) -> None:
        self.submission, self.version = submission, None if law is None else law.version
        self.law = law

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.version == self.version and other.submission == self.submission

    def __hash__(self) -> int:
        return hash((self.submission.game, self.submission.effective, self.version))


@lru_cache(maxsize=64)
def _lawful(known: Known) -> bool:
    return not known.submission.is_default and not examine(known.submission).violations


@lru_cache(maxsize=64)
def tables_of(known: Known) -> Any:
    """What rows look up, or None for a submission that is not settled in columns."""
    submission, law = known.submission, known.law
    if law is None:
        return None
    try:
        if not lawful(submission):
            return None
        if submission.game == uth.GAME:
            return holdem.holdem_tables(law, submission)
        from houseway.exact.pai_gow.settings_for_batch import settings

        way = house_way.get(submission.house_way or "standard")
        return pai_gow.pai_gow_tables(law, submission, settings(way, submission.switches["wheel"] == "lowest"))
    except (HousewayError, KeyError, TypeError, ValueError):
        return None
