"""Many settled rounds of a stretch proved at once: their payloads read into the batch room's columns, settled, and compared.

What is proved here is what settling each round by itself would prove: that its payload is, to the letter, what its document
comes to under the submission and the law that it names, on meters that stand as its terms say. That it may name them, and that
each meter stands so when its turn comes, is for the caller, event by event. A round that is not proved here is not wrong: it
is spelt otherwise than here, or rare, or its submission is not one of these columns; it is settled by itself, and what comes
of that is the last word.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.batch import holdem, pai_gow
from houseway.games import ultimate_texas_holdem as uth
from houseway.ledger import columns
from houseway.ledger import payload_kernels as payload
from houseway.ledger import record_kernels as record
from houseway.ledger.columns import Basis
from houseway.ledger.value_kernels import NO_CARD

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from houseway.submission import Submission

_KEPT = [record.SEAT, record.CODE, record.WAGERED, record.PAID, record.NET]
_TAIL = re.compile(rb',"of":(null|[1-9][0-9]{0,17}),"round":\1,"submission":"')
_OPENED_TAIL = re.compile(rb',(()"submission":")')
_HASH = 64


class Claim(NamedTuple):
    """What a payload says of itself, for the caller to judge: its table, day, version of the law and submission as texts, and
    the event that had opened it."""

    game: str
    table: str
    date: str
    law: str
    submission: str
    opened: int | None


class Proved(NamedTuple):
    """A round that is proved: its claim, what that rests on, its name, its document's text, the hash of its answer (none of a
    round that is being opened), and what follows from it.

    ``meters``: each with its balance before and after; ``lines`` and ``movements`` are rows of those tables.
    """

    claim: Claim
    basis: Basis
    round_id: str
    document: bytes
    answer: str | None
    meters: tuple[tuple[str, int, int], ...]
    lines: list[tuple[Any, ...]]
    movements: list[tuple[Any, ...]]


def prove(
    events: Sequence[tuple[int, str]], judge: Callable[[Claim], Basis | None], *, opening: bool = False
) -> dict[int, Proved]:
    """The rounds among events (number and payload; settlements, or ``opening`` ones) that are proved, by number.

    ``judge`` is asked once for every different claim, and gives None where it is not to be settled here.
    """
    texts = [text.encode() for _, text in events]
    begins, tail_of = (b',"submission":"', _OPENED_TAIL) if opening else (b',"of":', _TAIL)
    tails = [tail_of.search(text, max(0, text.rfind(begins))) for text in texts]
    which = [n for n, tail in enumerate(tails) if tail is not None]
    if not which:
        return {}
    work = _Work([events[n][0] for n in which], [texts[n] for n in which], [tails[n] for n in which], judge, opening)
    return work.proved()


class _Work:
    """Payloads while they are being proved."""

    def __init__(self, numbers: list[int], texts: list[bytes], tails: list[Any], judge: Any, opening: bool) -> None:
        self.numbers, self.judge, self.opening = numbers, judge, opening
        self.raw = b"".join(texts)
        self.data = np.frombuffer(self.raw, np.uint8)
        ends = np.cumsum(np.array([len(text) for text in texts], np.int64))
        self.stops = ends
        self.starts = ends - np.array([len(text) for text in texts], np.int64)
        self.tails = np.array([tail.span() for tail in tails], np.int64) + self.starts[:, None]
        self.of = [None if opening or tail[1] == b"null" else int(tail[1]) for tail in tails]
        self.claims: dict[tuple[Any, ...], tuple[Claim, int, int] | None] = {}
        self.groups: dict[tuple[str, str, int], tuple[int, Basis]] = {}
        self.kinds: list[columns.Kind] = []
        self.kind_of: dict[Any, int] = {}

    def read(self) -> None:
        """Every payload into columns."""
        rounds = len(self.numbers)
        rows = rounds * payload.MOST_SEATS
        self.about = np.empty((rounds, 6), np.int64)
        self.spans = np.empty((rounds, payload.SPANS, 2), np.int64)
        self.board, self.dealer = np.zeros((rounds, 5), np.uint8), np.zeros((rounds, 7), np.uint8)
        self.first = np.empty(rounds + 1, np.int64)
        seat, void = np.empty(rows, np.int16), np.empty(rows, np.bool_)
        cards, low = np.empty((rows, 7), np.uint8), np.empty((rows, 2), np.uint8)
        wagers = np.empty((rows, payload.WAGERS), np.int64)
        many = payload.read_payloads(
            self.data, self.starts, self.stops, self.opening, self.about, self.spans, self.board, self.dealer, self.first, seat,
            void, cards, low, wagers,
        )  # fmt: skip
        self.seat, self.void, self.cards, self.low, self.wagers = (
            seat[:many],
            void[:many],
            cards[:many],
            low[:many],
            wagers[:many],
        )

    def proved(self) -> dict[int, Proved]:
        """Everything that is proved."""
        self.read()
        members: list[list[int]] = []
        claim_of: dict[int, Claim] = {}
        kind_of = np.zeros(len(self.numbers), np.int64)
        spans, first = self.spans.tolist(), self.first.tolist()
        for n in range(len(self.numbers)):
            if first[n] == first[n + 1]:
                continue
            found = self.claim(n, spans[n])
            if found is None or not self.plain(spans[n]):
                continue
            claim_of[n], group, kind_of[n] = found
            while len(members) <= group:
                members.append([])
            members[group].append(n)
        out: dict[int, Proved] = {}
        bases = [basis for _, basis in sorted(self.groups.values(), key=lambda one: one[0])]
        for basis, rounds in zip(bases, members, strict=False):
            if rounds:
                self.group(basis, np.array(rounds), kind_of, claim_of, spans, out)
        return out

    def said(self, span: list[int]) -> str:
        """A text of a payload."""
        return self.raw[span[0] : span[1]].decode()

    def plain(self, spans: list[list[int]]) -> bool:
        """Whether the texts of a round are such as its reader takes."""
        for which in (payload.ROUND_ID, payload.TABLE, payload.DEALER_ID):
            if spans[which][0] >= 0 and not self.said(spans[which]).isprintable():
                return False
        return spans[payload.TIME][0] < 0 or _is_time(self.said(spans[payload.TIME]))

    def claim(self, n: int, spans: list[list[int]]) -> tuple[Claim, int, int] | None:
        """A round's claim with its group and its kind of terms, where it is settled here."""
        begin = int(self.tails[n, 1])
        game = int(self.about[n, payload.GAME])
        key = (
            game,
            self.raw[slice(*spans[payload.TABLE])],
            self.raw[slice(*spans[payload.DATE])],
            self.raw[slice(*spans[payload.LAW])],
            self.raw[begin : begin + _HASH],
            self.of[n],
        )
        if key not in self.claims:
            table, day, law, submission = (part.decode() for part in key[1:5])
            self.claims[key] = self.judged(Claim(columns.GAMES[game], table, day, law, submission, self.of[n]))
        return self.claims[key]

    def judged(self, claim: Claim) -> tuple[Claim, int, int] | None:
        basis = self.judge(claim)
        if basis is None or not _in_force(basis.submission, claim.date):
            return None
        terms = tuple((wager, t.meter, t.reset_cents, t.rate_ppm) for wager, t in sorted(basis.terms.items()))
        if terms not in self.kind_of:
            kind = columns.kind_of(claim.game, basis)
            if kind is None:
                return None
            self.kind_of[terms] = len(self.kinds)
            self.kinds.append(kind)
        group = (claim.submission, claim.law, id(basis.submission))
        if group not in self.groups:
            self.groups[group] = (len(self.groups), basis)
        return claim, self.groups[group][0], self.kind_of[terms]

    def group(
        self,
        basis: Basis,
        rounds: NDArray[np.int64],
        kind_of: NDArray[np.int64],
        claim_of: Mapping[int, Claim],
        spans: list[Any],
        out: dict[int, Proved],
    ) -> None:
        """The rounds of one game under one submission and one law: settled, compared, and written out."""
        game = columns.GAMES.index(basis.submission.game)
        tables = None if self.opening else columns.tables_of(columns.Known(basis.submission, basis.law))
        if tables is None and (not self.opening or not columns.lawful(basis.submission)):
            return
        sizes = self.first[rounds + 1] - self.first[rounds]
        first = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        rows = np.arange(first[-1]) + np.repeat(self.first[rounds] - first[:-1], sizes)
        settle = self.opened if self.opening else self.holdem if game == payload.HOLDEM else self.pai_gow
        due = settle(tables, rounds, rows, first, np.repeat(np.arange(len(rounds)), sizes))
        texts = record.Texts(
            self.data, np.ascontiguousarray(self.spans[rounds, payload.LINES, 0]),
            np.ascontiguousarray(self.spans[rounds, payload.HOUSE_NET]), self.tails[rounds], self.stops[rounds],
            np.array([claim_of[n].opened is not None for n in rounds.tolist()]), self.opening,
        )  # fmt: skip
        proof = record.room(len(rounds), len(rows))
        meters = columns.meters_of(self.kinds, kind_of[rounds])
        record.prove(texts, columns.rules_of(game, basis.submission, tables), meters, columns.FEEDS[game], due, proof)
        self.write(basis, rounds, proof, kind_of, claim_of, spans, out)

    def holdem(self, tables: Any, rounds: Any, rows: Any, first: Any, round_: Any) -> record.Due:
        """Rounds of Ultimate Texas Hold 'Em, settled."""
        n, r = len(rows), len(rounds)
        wagers, void = self.wagers[rows], self.void[rows]
        own = np.ascontiguousarray(wagers[:, : len(uth.WAGERS)])
        of = holdem.HoldemRows(
            first=first, board=self.board[rounds], dealer=np.ascontiguousarray(self.dealer[rounds, :2]),
            void_round=np.zeros(r, np.bool_), magic_card=self.about[rounds, payload.MAGIC].astype(np.uint8),
            lucky=self.about[rounds, payload.LUCKY].astype(np.int16), round=round_, seat=self.seat[rows],
            cards=np.ascontiguousarray(self.cards[rows, :2]), wagers=own, void=void,
        )  # fmt: skip
        done = holdem.settle_rows(of, tables)
        none, nobody = np.zeros(n, np.int64), np.zeros(r, np.int16)
        return record.Due(
            first, of.seat, void, of.cards, wagers, done.outcome, done.returned, done.paid, none, none, done.magic, done.lucky,
            done.rare, of.board, of.dealer, of.magic_card, of.lucky, nobody, np.zeros(r, np.bool_), np.zeros(r, np.int64),
        )  # fmt: skip

    def pai_gow(self, tables: Any, rounds: Any, rows: Any, first: Any, round_: Any) -> record.Due:
        """Rounds of Pai Gow Poker, settled; envy has a line for each other's hand, which the columns add up."""
        n, r = len(rows), len(rounds)
        of = pai_gow.PaiGowRows(
            first=first, dealer=self.dealer[rounds], void_round=np.zeros(r, np.bool_),
            bank_seat=self.about[rounds, payload.BANK].astype(np.int16), co_bank=self.about[rounds, payload.CO_BANK] == 1,
            house_wager=np.ascontiguousarray(self.about[rounds, payload.HOUSE_WAGER]), round=round_, seat=self.seat[rows],
            cards=self.cards[rows], low=self.low[rows], wagers=self.wagers[rows], void=self.void[rows],
        )  # fmt: skip
        done = pai_gow.settle_rows(of, tables)
        none, nobody = np.zeros(n, np.int64), np.zeros(r, np.int16)
        envied = np.logical_or.reduceat(done.envy.any(axis=1) & ~of.void, first[:-1])
        return record.Due(
            first, of.seat, of.void, of.cards, of.wagers, done.outcome, done.returned, done.paid, done.vigorish, done.bank,
            none, none, done.rare | envied, self.board[rounds], of.dealer, np.full(r, NO_CARD, np.uint8), nobody,
            of.bank_seat, of.co_bank, of.house_wager,
        )  # fmt: skip

    def opened(self, _tables: Any, rounds: Any, rows: Any, first: Any, _round: Any) -> record.Due:
        """Rounds of which the wagers alone are known: their increments count, and nothing else."""
        r, w = len(rounds), self.wagers[rows]
        none, nobody = np.zeros(len(rows), np.int64), np.zeros(r, np.int16)
        return record.Due(
            first, self.seat[rows], self.void[rows], self.cards[rows], w, np.zeros(w.shape, np.int8), w, w, none, none, none,
            none, np.zeros(r, np.bool_), self.board[rounds], self.dealer[rounds], np.full(r, NO_CARD, np.uint8), nobody,
            self.about[rounds, payload.BANK].astype(np.int16), self.about[rounds, payload.CO_BANK] == 1,
            np.ascontiguousarray(self.about[rounds, payload.HOUSE_WAGER]),
        )  # fmt: skip

    def write(
        self,
        basis: Basis,
        rounds: NDArray[np.int64],
        proof: record.Proof,
        kind_of: NDArray[np.int64],
        claim_of: Mapping[int, Claim],
        spans: list[Any],
        out: dict[int, Proved],
    ) -> None:
        """What is proved of a group, as the tables' rows."""
        line_first, move_first = proof.line_first.tolist(), proof.move_first.tolist()
        lines, moves = proof.line[: line_first[-1], _KEPT].tolist(), proof.move[: move_first[-1]].tolist()
        opening, closing = proof.opening.tolist(), proof.closing.tolist()
        yes = proof.proved.tolist()
        for at, n in enumerate(rounds.tolist()):
            if not yes[at]:
                continue
            claim, said, seq = claim_of[n], spans[n], self.numbers[n]
            number = claim.opened or seq
            kind = self.kinds[kind_of[n]]
            names = record.LINE_NAMES[columns.GAMES.index(claim.game)]
            hit_at = None if said[payload.TIME][0] < 0 else self.said(said[payload.TIME])
            out[seq] = Proved(
                claim,
                basis._replace(terms=kind.all),
                self.said(said[payload.ROUND_ID]),
                self.raw[slice(*said[payload.DOCUMENT])],
                None if self.opening else self.said(said[payload.ANSWER]),
                tuple((kind.terms[m][1], opening[at][m], closing[at][m]) for m in kind.order),
                [
                    (seq, k, number, seat, names[code], wagered, paid, net)
                    for k, (seat, code, wagered, paid, net) in enumerate(lines[line_first[at] : line_first[at + 1]])
                ],
                [
                    (seq, k, kind.terms[meter][1], record.KINDS[what], str(seat), change, balance, number, hit_at)
                    for k, (meter, what, seat, change, balance) in enumerate(moves[move_first[at] : move_first[at + 1]])
                ],
            )


def _in_force(submission: Submission, day: str) -> bool:
    on = date.fromisoformat(day)
    first, last = submission.effective, submission.expires
    return (first is None or on >= first) and (last is None or on <= last)


def _is_time(text: str) -> bool:
    """Whether a round's reader takes it for a time."""
    for kind in (datetime, time):
        try:
            kind.fromisoformat(text)
            return True
        except ValueError:
            continue
    return False


__all__ = ["Basis", "Claim", "Proved", "prove"]
