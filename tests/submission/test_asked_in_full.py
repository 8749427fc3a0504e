"""Every question of a new submission, and what becomes of answers good and bad. Read against the two sections before it was
kept: ``shown/asked.txt``, which ``python -m submission.test_asked_in_full``, with ``tests`` on the path, writes again.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from houseway.submission.asking import Answer, Question, compose

KEPT = Path(__file__).parent / "shown" / "asked.txt"
TRIED = {
    "day": ["", "2014-12-12", "2014-12-13", "2015-06-30", " 2015-07-01 ", "1.7.2015", "NONE"],
    "money": ["", "0", "0.01", " 5 ", "$1,000.50", "-5", "1.005", "five", "None"],
    "amounts": ["", "1,5", "5 1", "1.00, $5, 1", "2", "1, 2", "x", ","],
    "meter": ["9999.99", "10,000", "1999.99", "2000.00", "0.001"],
    "rate": ["", "22", " 0.0001% ", "0%", "101%", "0.00001%", "None"],
    "limit": ["", "none ", "49999.99", "$50,000", "55499.99", "0.001"],
    "name": ["", "  ", " A Casino "],
    "word": ["", "zzz"],
}
KINDS = {
    "Certificate": "name", "First": "day", "Last": "day", "Minimum": "money", "Amounts": "amounts", "Initial": "meter",
    "Reset": "meter", "Rate": "rate", "Maximum": "limit",
}  # fmt: skip


class Told:
    """Answers by the defaults, says yes, and keeps what was asked and what other answers would have come to."""

    def __init__(self, **given: str) -> None:
        self.lines: list[str] = []
        self.given = given

    def heading(self, text: str) -> None:
        self.lines.append(f"== {text}")

    def confirm(self, asks: str, paragraph: str, default: bool) -> bool:
        self.lines.append(f"{asks} ({paragraph}) {'yes' if default else 'no'}")
        return True

    def ask(self, question: Question) -> str:
        self.lines.append(f"{question.asks} ({question.paragraph}) [{question.default}]")
        self.lines += [f"    {word}: {meaning}" for word, meaning in question.choices.items()]
        first = question.asks.split()[0]
        tried = [f" {next(reversed(question.choices)).upper()} ", *TRIED["word"]] if question.choices else TRIED[KINDS[first]]
        for answer in tried:
            try:
                self.lines.append(f"  {answer!r}: {question.read(answer)}")
            except Answer as error:
                self.lines.append(f"  {answer!r} will not do: {error}")
        answer = self.given.get(first, question.default)
        assert answer is not None
        return question.read(answer)


def told() -> str:
    """Both games, one with everything as it is suggested, one with a little of each changed."""
    said = []
    holdem = Told(Certificate="A Casino", Minimum="100", Last="2016-12-31", First="2015-07-01", Maximum="55,500")
    pai_gow = Told(Certificate="A Casino", First="2015-07-01", Rate="none")
    for asker, game in ((holdem, "ultimate-texas-holdem"), (pai_gow, "pai-gow-poker")):
        form = compose(asker, game, date(2015, 7, 1)).to_dict()
        said += [*asker.lines, "== What was filed", *_flat(form, ""), ""]
    return "\n".join(said)


def _flat(form: object, place: str) -> list[str]:
    if isinstance(form, dict):
        return [line for key, value in form.items() for line in _flat(value, f"{place}.{key}" if place else key)]
    return [f"{place} = {form}"]


def test_every_question_and_answer() -> None:
    assert told() == KEPT.read_text(encoding="utf-8")


def test_the_game_is_asked_for_where_it_is_not_given() -> None:
    asker = Told(Certificate="A Casino")
    filed = compose(asker, today=date(2010, 1, 1))
    assert asker.lines[:7] == [
        "== The submission",
        "Which game is it? (601a.2) [ultimate-texas-holdem]",
        "    ultimate-texas-holdem: Ultimate Texas Hold 'Em Poker",
        "    pai-gow-poker: Pai Gow Poker",
        "  ' PAI-GOW-POKER ': pai-gow-poker",
        "  '' will not do: one of ultimate-texas-holdem or pai-gow-poker",
        "  'zzz' will not do: one of ultimate-texas-holdem or pai-gow-poker",
    ]
    assert (filed.game, filed.effective) == ("ultimate-texas-holdem", date(2014, 12, 13))  # the oldest version's first day


def test_today_is_the_first_day_that_is_suggested() -> None:
    asker = Told(Certificate="A Casino")
    assert compose(asker, "pai-gow-poker").effective == date.today()
    assert compose(Told(Certificate="A Casino"), "pai-gow-poker", date(2020, 2, 3)).effective == date(2020, 2, 3)


@pytest.mark.parametrize("maximum", ["none", "55,500"])
def test_a_limit_that_is_none_is_not_filed(maximum: str) -> None:
    filed = compose(Told(Certificate="A Casino", Minimum="100", Maximum=maximum), "ultimate-texas-holdem", date(2015, 7, 1))
    assert filed.maximum_payout_cents == (None if maximum == "none" else 5_550_000)


if __name__ == "__main__":
    KEPT.write_text(told(), encoding="utf-8")
