"""A Rules Submission as a commented TOML file: each choice beside its paragraph and what else could have been chosen."""

from __future__ import annotations

import json
from textwrap import wrap

from houseway.money import dollars, rate_text
from houseway.regulation import Law, Paytable, law_for
from houseway.submission.choices import (
    GAMES,
    METERED,
    VARIANT_TITLES,
    VARIANTS,
    VIGORISH_MEANINGS,
    VIGORISH_ROUNDINGS,
    one_of,
)
from houseway.submission.floor import payout_floor, shown_dollars
from houseway.submission.model import Submission

WIDE = 110
HARD = "\N{NO-BREAK SPACE}"


def to_toml(submission: Submission) -> str:
    """The text of a TOML file that ``parse`` reads back to an equal submission. Values that were filled in are left out.

    >>> from houseway.submission import default, parse
    >>> text = to_toml(default("pai-gow-poker"))
    >>> parse(text).paytables == default("pai-gow-poker").paytables
    True
    """
    return "\n".join(_Writer(submission).document()) + "\n"


def quoted(text: str) -> str:
    """A TOML string.

    >>> print(quoted('The "Sands"'))
    "The \\"Sands\\""
    """
    said = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    return said.encode("utf-8", "replace").decode("utf-8")


def lines_of(table: Paytable) -> str:
    """A paytable in one line, ``Royal flush 500 to 1, Straight flush 50 to 1, ...``, with hard spaces inside each part."""
    return ", ".join(f"{row.hand} {row.pays}".replace(" ", HARD) for row in table.rows)


class _Writer:
    def __init__(self, of: Submission) -> None:
        self.of, self.game = of, GAMES[of.game]
        newest = law_for(of.game)
        self.law: Law = law_for(of.game, max(of.effective, newest.oldest)) if of.effective else newest
        self.lines: list[str] = []

    def comment(self, text: str) -> None:
        self.lines += [f"# {line}".replace(HARD, " ") for line in wrap(text, WIDE - 2, break_on_hyphens=False)]

    def pair(self, key: str, value: str, comment: str = "") -> None:
        said = f"{key} = {value}"
        self.lines.append(f"{said:<40}# {comment}" if comment else said)

    def document(self) -> list[str]:
        of = self.of
        self.comment(f"Rules Submission: {self.game.title}, {self.law.section} as effective {self.law.version}")
        self.lines.append("")
        self.pair("game", quoted(of.game))
        if of.certificate_holder:
            self.pair("certificate_holder", quoted(of.certificate_holder))
        if of.effective is not None:
            self.pair("effective", of.effective.isoformat(), "the first day in force")
        if of.expires is not None:
            self.pair("expires", of.expires.isoformat(), "the last day in force")
        if of.variant is not None:
            others = " or ".join(f"{name} ({VARIANT_TITLES[name]})" for name in VARIANTS)
            self.comment(f"645a.13(d): {others}")
            self.pair("variant", quoted(of.variant))
        if of.house_way is not None:
            self.pair("house_way", quoted(of.house_way), "how the dealer's hand is set")
        self.limit()
        for name in self.game.wagers:
            if name in of.offered:
                self.wager(name)
        self.switches()
        return self.lines

    def limit(self) -> None:
        if self.of.maximum_payout_cents is None:
            return
        floor = payout_floor(self.of, self.law)
        self.lines += ["", "[limits]"]
        least = f"at least {shown_dollars(floor.section_cents)}, and the most that one player can win at the minimum wagers"
        self.comment(f"{floor.cite}: {least}: {floor.explained()}")
        self.pair("maximum_payout", quoted(dollars(self.of.maximum_payout_cents)))

    def wager(self, name: str) -> None:
        of, path = self.of, f"wagers.{name}"
        self.lines += ["", f"[{path}]"]
        title = f"{self.game.cites[name]}: {self.game.titles[name]}"
        letter = of.paytables.get(name)
        if letter is None:
            self.comment(title)
        else:
            tables = self.law.tables[name]
            lawful = [
                other for other, table in tables.items() if of.variant not in VARIANTS or table.variant in (None, of.variant)
            ]
            self.comment(f"{title}, paytable {one_of(lawful)}")
            if letter in tables:
                self.comment(f"{letter}: {lines_of(tables[letter])}")
            self.pair("paytable", quoted(letter))
        if name in of.minimum_cents:
            self.pair("minimum", quoted(dollars(of.minimum_cents[name])))
        if name in of.amounts_cents and f"{path}.amounts" not in of.filled:
            amounts = ", ".join(quoted(dollars(amount)) for amount in of.amounts_cents[name])
            self.pair("amounts", f"[{amounts}]", "the wagers that may be made")
        if name == "pai_gow" and f"{path}.vigorish_rounding" not in of.filled:
            for word in VIGORISH_ROUNDINGS:
                self.comment(f"{word}: {VIGORISH_MEANINGS[word]}")
            self.pair("vigorish_rounding", quoted(of.vigorish_rounding))
        if name == "five_card_bonus":
            for bonus, row in zip(("magic_card", "lucky_bonus"), self.law.tables["bonus"][""].rows, strict=True):
                value = "true" if getattr(of, bonus) else "false"
                self.pair(bonus, value, f"653a.12(e)(3): {row.hand} {row.pays}")
        if name in METERED[of.game] and name in of.meters and f"{path}.meter" not in of.filled:
            self.meter(name)

    def meter(self, name: str) -> None:
        path, meter, rule = f"wagers.{name}.meter", self.of.meters[name], self.law.meters[name]
        self.lines += ["", f"[{path}]"]
        rate = "a rate of progression" if rule.rate_required else "the section asks for no rate of progression"
        self.comment(f"{rule.cite}: initial and reset of at least {shown_dollars(rule.minimum_cents)}; {rate}")
        if f"{path}.initial" not in self.of.filled:
            self.pair("initial", quoted(dollars(meter.initial_cents)))
        if f"{path}.reset" not in self.of.filled:
            self.pair("reset", quoted(dollars(meter.reset_cents)))
        if meter.rate_ppm is not None:
            self.pair("rate_of_progression", quoted(rate_text(meter.rate_ppm)), "of each wager")

    def switches(self) -> None:
        """Every switch; one that was not filed stands as a comment, so that an equal submission is read back."""
        self.lines += ["", "[switches]"]
        for index, (name, switch) in enumerate(self.game.switches.items()):
            if index:
                self.lines.append("")
            self.comment(f"{switch.cite}: {switch.asks}")
            for value, meaning in zip(switch.values, switch.meanings, strict=True):
                self.comment(f"{value}: {meaning}" + (" (the default)" if value == switch.values[0] else ""))
            self.comment(f"Source: {switch.source}")
            said = f"{name} = {quoted(self.of.switches[name])}"
            self.lines.append(said if name in self.of.switches_filed else f"# {said}")
