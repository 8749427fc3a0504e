"""Write a Rules Submission by answering questions: each with its paragraph and the lawful choices, each answer checked.

The one who asks (a terminal, a test) is an ``Asker``; nothing here knows how a question is put.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, NamedTuple, Protocol

from houseway.money import NotMoney, cents, dollars, rate_ppm
from houseway.regulation import GAMES as NAMES
from houseway.regulation import PGP, UTH, Law, law_for
from houseway.submission.choices import (
    FAMILY,
    GAMES,
    LETTERED,
    METERED,
    VARIANT_TITLES,
    VARIANTS,
    VIGORISH_MEANINGS,
    VIGORISH_ROUNDINGS,
    one_of,
)
from houseway.submission.files import parse
from houseway.submission.floor import payout_floor, shown_dollars
from houseway.submission.model import Submission
from houseway.submission.writing import HARD, lines_of


class Answer(ValueError):
    """An answer that will not do; its text says why, and the question is put again."""


class Question(NamedTuple):
    """One question. ``choices`` are words with their meanings, empty for free text; ``read`` raises Answer for what will
    not do; ``default`` is taken where nothing is answered (None: something must be answered)."""

    asks: str
    paragraph: str
    choices: Mapping[str, str]
    default: str | None
    read: Callable[[str], str]


class Asker(Protocol):
    """Who puts the questions."""

    def ask(self, question: Question) -> str:
        """The answer, as ``question.read`` returned it."""

    def confirm(self, asks: str, paragraph: str, default: bool) -> bool:
        """Yes or no."""

    def heading(self, text: str) -> None:
        """A new part of the questions."""


def compose(asker: Asker, game: str | None = None, today: date | None = None) -> Submission:
    """A submission out of the answers. The answers are lawful one by one; ``check`` says whether they are together."""
    return _Interview(asker, game, today or date.today()).submission()


class _Interview:
    def __init__(self, asker: Asker, game: str | None, today: date) -> None:
        self.asker = asker
        asker.heading("The submission")
        if game is None:
            game = self.choose("Which game is it?", "601a.2", {name: GAMES[name].title for name in NAMES}, UTH)
        self.name, self.game = game, GAMES[game]
        self.law: Law = law_for(game)
        self.form: dict[str, Any] = {"game": game}
        self.wagers: dict[str, dict[str, Any]] = {}
        self.today = max(today, self.law.oldest)

    def submission(self) -> Submission:
        self.filing()
        for wager in self.game.wagers:
            self.asker.heading(f"{self.game.titles[wager]} ({self.game.cites[wager]})")
            if wager in self.game.required or self.offered(wager):
                self.wager(wager)
        self.form["wagers"] = self.wagers
        self.asker.heading("Switches: what the section leaves open")
        self.form["switches"] = self.switches()
        self.asker.heading(f"Payout limit ({self.law.limit.cite})")
        self.limit()
        return parse(self.form)

    def filing(self) -> None:
        self.form["certificate_holder"] = self.text("Certificate holder", "601a.2", None, _named)
        self.form["effective"] = self.text("First day in force", "601a.2", self.today.isoformat(), self.first_day)
        expires = self.text("Last day in force (none: until the next submission)", "601a.2", "none", self.last_day)
        if expires != "none":
            self.form["expires"] = expires
        self.law = law_for(self.name, date.fromisoformat(self.form["effective"]))
        if self.name == PGP:
            from houseway.games.house_way import known_names

            self.form["variant"] = self.choose("Variant of the game", "645a.13(d)", VARIANT_TITLES, VARIANTS[0])
            ways = dict.fromkeys(known_names(), "")
            self.form["house_way"] = self.choose("House way, by which the dealer's hand is set", "601a.2", ways, "standard")

    def first_day(self, answer: str) -> str:
        day = _day(answer)
        if day < self.law.oldest:
            raise Answer(f"the oldest version of {self.law.section} that is held is of {self.law.oldest}")
        return day.isoformat()

    def last_day(self, answer: str) -> str:
        if answer.strip().lower() == "none":
            return "none"
        day = _day(answer)
        if day.isoformat() < self.form["effective"]:
            raise Answer(f"it takes effect on {self.form['effective']}")
        return day.isoformat()

    def offered(self, wager: str) -> bool:
        own = FAMILY.get(wager, self.form.get("variant")) == self.form.get("variant")
        note = "" if own else f" (the bonus of {VARIANT_TITLES[FAMILY[wager]]})"
        return self.asker.confirm(f"Offer the {self.game.titles[wager]} wager{note}?", self.game.cites[wager], own)

    def wager(self, wager: str) -> None:
        table: dict[str, Any] = {}
        cite = self.game.cites[wager]
        self.wagers[wager] = table
        if wager in LETTERED[self.name]:
            variant = self.form.get("variant")
            tables = self.law.tables[wager]
            lawful = {letter: lines_of(of).replace(HARD, " ") for letter, of in tables.items() if of.variant in (None, variant)}
            table["paytable"] = self.choose("Paytable", cite, lawful, next(iter(lawful)))
        if wager == "progressive" and self.name == UTH:
            table["amounts"] = self.text("Amounts of the wager", "653a.12(d)(5)", "1.00, 5.00", self.amounts).split(", ")
        elif wager != "blind":  # it equals the ante
            table["minimum"] = self.text("Minimum wager", cite, "5.00" if wager in self.game.required else "1.00", _amount)
        if wager == "pai_gow":
            roundings = {word: VIGORISH_MEANINGS[word] for word in VIGORISH_ROUNDINGS}
            table["vigorish_rounding"] = self.choose("Rounding of the vigorish", cite, roundings, "exact")
        if wager == "five_card_bonus":
            for key, row in zip(("magic_card", "lucky_bonus"), self.law.tables["bonus"][""].rows, strict=True):
                table[key] = self.asker.confirm(f"Offer the {row.hand} ({row.pays})?", "653a.12(e)(3)", True)
        if wager in METERED[self.name]:
            table["meter"] = self.meter(wager)

    def amounts(self, answer: str) -> str:
        known = [dollars(amount) for amount in sorted(self.law.envy)]
        words = [dollars(_cents(word)) for word in answer.replace(",", " ").split()]
        for word in words:
            if word not in known:
                raise Answer(f"the envy table prices only {' and '.join(known)}")
        if not words:
            raise Answer(f"one or both of {' and '.join(known)}")
        return ", ".join(dict.fromkeys(words))

    def meter(self, wager: str) -> dict[str, Any]:
        rule = self.law.meters[wager]
        least = dollars(rule.minimum_cents)

        def at_least(answer: str) -> str:
            amount = _cents(answer)
            if amount < rule.minimum_cents:
                raise Answer(f"at least {least} ({rule.cite})")
            return dollars(amount)

        initial = self.text(f"Initial amount of the meter, at least {least}", rule.cite, least, at_least)
        meter = {"initial": initial, "reset": self.text(f"Reset amount, at least {least}", rule.cite, initial, at_least)}
        asks = (
            "Rate of progression" if rule.rate_required else "Rate of progression (none: not filed; the section asks for none)"
        )
        rate = self.text(asks, rule.cite, "10%", _rate if rule.rate_required else _rate_or_none)
        if rate != "none":
            meter["rate_of_progression"] = rate
        return meter

    def switches(self) -> dict[str, str]:
        filed = {}
        for name, switch in self.game.switches.items():
            meanings = dict(zip(switch.values, switch.meanings, strict=True))
            filed[name] = self.choose(switch.asks, switch.cite, meanings, switch.values[0])
        return filed

    def limit(self) -> None:
        floor = payout_floor(parse(self.form), self.law)
        least = dollars(floor.floor_cents)
        most = floor.explained()

        def at_least(answer: str) -> str:
            if answer.strip().lower() == "none":
                return "none"
            amount = _cents(answer)
            if amount < floor.floor_cents:
                if floor.most_cents > floor.section_cents:
                    raise Answer(f"at least {least}: one player can win {most} ({floor.cite})")
                raise Answer(f"at least {least} ({floor.cite})")
            return dollars(amount)

        asks = f"Maximum payout (none, or at least {shown_dollars(floor.floor_cents)})"
        limit = self.text(asks, floor.cite, "none", at_least)
        if limit != "none":
            self.form["limits"] = {"maximum_payout": limit}

    def choose(self, asks: str, paragraph: str, choices: Mapping[str, str], default: str) -> str:
        def read(answer: str) -> str:
            word = answer.strip()
            found = [choice for choice in choices if choice.lower() == word.lower()]
            if not found:
                raise Answer(f"one of {one_of(list(choices))}")
            return found[0]

        return self.asker.ask(Question(asks, paragraph, choices, default, read))

    def text(self, asks: str, paragraph: str, default: str | None, read: Callable[[str], str]) -> str:
        return self.asker.ask(Question(asks, paragraph, {}, default, read))


def _named(answer: str) -> str:
    if not answer.strip():
        raise Answer("a name")
    return answer.strip()


def _day(answer: str) -> date:
    try:
        return date.fromisoformat(answer.strip())
    except ValueError:
        raise Answer("a date such as 2015-07-01") from None


def _cents(answer: str) -> int:
    try:
        return cents(answer.replace("$", "").replace(",", ""))
    except NotMoney as error:
        raise Answer(f"that {error}; {error.allowed}") from None


def _amount(answer: str) -> str:
    amount = _cents(answer)
    if amount == 0:
        raise Answer("more than 0")
    return dollars(amount)


def _rate(answer: str) -> str:
    text = answer.strip()
    try:
        rate_ppm(text if text.endswith("%") else text + "%")
    except NotMoney as error:
        raise Answer(f"that {error}; {error.allowed}") from None
    return text if text.endswith("%") else text + "%"


def _rate_or_none(answer: str) -> str:
    return "none" if answer.strip().lower() == "none" else _rate(answer)
