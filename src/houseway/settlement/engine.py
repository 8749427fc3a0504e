"""``settle``: a round and what the operator filed in, a Settlement out. The one door to the rules for a single round."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from houseway import submission as filing
from houseway.games import pai_gow_poker as pgp
from houseway.games import ultimate_texas_holdem as uth
from houseway.money import spoken
from houseway.problems import InputError, Problem, nearest, shown
from houseway.regulation import law_for
from houseway.settlement import balance, gate
from houseway.settlement.lines import Notice
from houseway.settlement.payments import payments, unrecorded
from houseway.settlement.reading import read
from houseway.settlement.result import Settlement
from houseway.submission import Submission

if TYPE_CHECKING:
    from houseway.regulation import Law
    from houseway.settlement.round import Round


def settle(
    round_: dict[str, Any] | Round, submission: dict[str, Any] | Submission | None = None, *, allow_violations: bool = False
) -> Settlement:
    """Settle one round.

    ``round_``: a dict as the round format gives it, or a typed ``Round``. ``submission``: a dict, a typed ``Submission``
    (see ``load_submission``), or None for the section's default choices. A submission with violations is refused unless
    ``allow_violations``. Raises ``InputError`` with every problem; nothing else for bad input.

    >>> result = settle({"game": "ultimate-texas-holdem", "date": "2015-07-01", "board": "Ks Qs Js Ts 9d",
    ...     "dealer": {"cards": "Ac 9s"},
    ...     "players": [{"seat": 1, "cards": "As Ah", "wagers": {"ante": "10", "blind": "10", "play": "10"}}]})
    >>> [(line.wager, line.paid_cents) for line in result.lines]
    [('ante', 1000), ('play', 1000), ('blind', 500000)]
    """
    reading = read(round_)
    problems = list(reading.problems)
    typed = reading.round
    filed: Submission | None = None
    law: Law | None = None
    try:
        filed = _filed(submission, typed.game if typed is not None else uth.GAME)
    except InputError as error:
        problems += error.problems
    if typed is not None:
        try:
            law = law_for(typed.game, typed.on)
        except InputError as error:
            problems += error.problems
        if filed is not None and filed.game != typed.game:
            problems.append(Problem("submission.game", "is not the game of the round", filed.game, typed.game))
            filed = None
    if typed is None or filed is None or law is None or problems:
        if filed is not None:  # all problems at once: what the submission and the table say of what could be read
            problems += gate.problems(typed, filed, reading.unread) if typed is not None else []
            problems += [] if allow_violations or filed.is_default else [v.problem() for v in _violations(filed)]
        raise InputError(problems)
    return settle_typed(typed, filed, law, allow_violations=allow_violations)


def settle_typed(round_: Round, submission: Submission, law: Law, *, allow_violations: bool = False) -> Settlement:
    """Settle a typed round under a typed submission and one version of the law. Raises InputError as ``settle`` does."""
    notices: list[Notice] = []
    problems = gate.problems(round_, submission)
    if not submission.is_default:
        violations = _violations(submission)
        if allow_violations:
            problems += _unsettleable(round_, submission, law)
            notices += [
                Notice("submission", f"Settled although the submission is not lawful: {v.problem()}", v.paragraph)
                for v in violations
            ]
        else:
            problems += [v.problem() for v in violations]
    if problems:
        raise InputError(problems)
    game = uth_settle if round_.game == uth.GAME else pgp_settle
    lines, meters, said = game(round_, submission, law)
    house_net = balance.check(lines, meters.values())
    notices = gate.notices(round_, submission, law) + notices + said
    paid = []
    for seat in round_.seats:
        if seat.paid is None:
            continue
        own = [line for line in lines if line.seat == seat.seat]
        paid += payments(seat, own)
        for wager, due in unrecorded(seat, own).items():
            message = f"The round records what seat {seat.seat} was paid, but nothing for {wager}: {spoken(due)} is due."
            notices.append(Notice(f"players[{seat.index}].paid.{wager}", message))
    return Settlement(round_, submission, law, tuple(lines), tuple(meters.values()), tuple(notices), house_net, tuple(paid))


def uth_settle(round_: Round, submission: Submission, law: Law) -> Any:
    """The game's own settlement, imported when first needed."""
    from houseway.settlement import ultimate_texas_holdem

    return ultimate_texas_holdem.settle(round_, submission, law)


def pgp_settle(round_: Round, submission: Submission, law: Law) -> Any:
    """The game's own settlement, imported when first needed."""
    from houseway.settlement import pai_gow_poker

    return pai_gow_poker.settle(round_, submission, law)


def _filed(submission: dict[str, Any] | Submission | None, game: str) -> Submission:
    """The submission read; where there is none, the default choices of ``game``."""
    if isinstance(submission, Submission):
        return submission
    if submission is None:
        return _default(game)
    try:
        text = repr(submission)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits: nothing to remember it by
        return filing.parse(submission)
    if len(text) > 100_000:
        return filing.parse(submission)
    return _parsed(text, _Held(submission))


class _Held:
    """A dict carried past the cache, which knows it by its text alone."""

    def __init__(self, of: dict[str, Any]) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _parsed(text: str, held: _Held) -> Submission:
    return filing.parse(held.of)


@lru_cache(maxsize=4)
def _default(game: str) -> Submission:
    return filing.default(game)


def _violations(submission: Submission) -> list[filing.Finding]:
    """The violations of a submission; a submission is a value, so they are found once."""
    known = _KNOWN.get(id(submission))
    if known is None or known[0] is not submission:
        if len(_KNOWN) >= 64:
            _KNOWN.clear()
        known = (submission, filing.examine(submission).violations)
        _KNOWN[id(submission)] = known
    return known[1]


_KNOWN: dict[int, tuple[Submission, list[filing.Finding]]] = {}


def _unsettleable(round_: Round, submission: Submission, law: Law) -> list[Problem]:
    """Choices without which the round cannot be settled, even where violations are allowed."""
    found = []
    filed_as = uth.FILED_AS if round_.game == uth.GAME else pgp.FILED_AS
    for wager in dict.fromkeys(filed_as[wager] for seat in round_.seats for wager in seat.wagers):
        tables = law.tables.get(wager, {})
        letter = submission.paytables.get(wager)
        if wager in submission.offered and "" not in tables and letter not in tables:
            message = (
                "is no paytable, and nothing can be settled by it"
                if letter
                else "is missing: nothing can be settled without it"
            )
            shown_letter = None if letter is None else shown(letter)
            found.append(Problem(f"wagers.{wager}.paytable", message, shown_letter, ", ".join(tables)))
    game = uth if submission.game == uth.GAME else pgp
    for name, value in submission.switches.items():
        allowed = game.SWITCHES.get(name, ())
        if value not in allowed:
            near = nearest(value, list(allowed))
            found.append(Problem(f"switches.{name}", "is no value of this switch", shown(value), " or ".join(allowed), near))
    if submission.game == pgp.GAME:
        from houseway.games import house_way

        ways = house_way.known_names()
        if submission.house_way is not None and submission.house_way not in ways:
            found.append(Problem("house_way", "is no house way that is known", shown(submission.house_way), ", ".join(ways)))
        if submission.vigorish_rounding not in pgp.VIGORISH_ROUNDINGS:
            allowed = " or ".join(pgp.VIGORISH_ROUNDINGS)
            found.append(
                Problem("wagers.pai_gow.vigorish_rounding", "is no rounding", shown(submission.vigorish_rounding), allowed)
            )
    return found
