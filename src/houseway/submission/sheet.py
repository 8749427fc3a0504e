"""A Rules Submission as a document: the sheet that lies at the table, and the sheet that is filed.

A sheet is data: facts, and blocks of rows. Text and HTML print the same sheet; neither adds anything to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from houseway.money import rate_text
from houseway.regulation import PGP, Law, Paytable, law_for, law_hash
from houseway.submission.checking import Finding, check
from houseway.submission.choices import GAMES, METERED, VARIANT_TITLES, VIGORISH_MEANINGS
from houseway.submission.floor import Share, payout_floor, shown_dollars
from houseway.submission.model import Submission

TABLE, FILING = "table", "filing"
NOT_FILED = "not filed"
ENVY = "Envy Bonus"


class Fact(NamedTuple):
    """One line of a document's head: a label, its value, and the paragraph it rests on (empty for none)."""

    label: str
    value: str
    paragraph: str


class Block(NamedTuple):
    """A titled table of a document: a header, rows of as many cells, and notes beneath."""

    title: str
    paragraph: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """A document. ``kind`` is ``table`` or ``filing``; ``foot`` says by which law and program it was made."""

    kind: str
    title: str
    subtitle: str
    facts: tuple[Fact, ...]
    blocks: tuple[Block, ...]
    findings: tuple[Finding, ...]
    foot: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "sheet": self.kind,
            "title": self.title,
            "subtitle": self.subtitle,
            "facts": [fact._asdict() for fact in self.facts],
            "blocks": [block._asdict() for block in self.blocks],
            "findings": [finding.to_dict() for finding in self.findings],
            "foot": list(self.foot),
        }


def sheet(submission: Submission, kind: str = FILING) -> Sheet:
    """The document of a submission: ``table`` for players and dealers, ``filing`` for the regulator, findings included."""
    return _Maker(submission).table() if kind == TABLE else _Maker(submission).filing()


class _Maker:
    def __init__(self, of: Submission) -> None:
        self.of, self.game = of, GAMES[of.game]
        newest = law_for(of.game)
        self.law: Law = law_for(of.game, max(of.effective, newest.oldest)) if of.effective else newest
        self.offered = [name for name in self.game.wagers if name in of.offered]
        self.title = VARIANT_TITLES.get(of.variant or "", self.game.title) if of.game == PGP else self.game.title

    def foot(self) -> tuple[str, ...]:
        from houseway.version import __version__

        law = f"{self.law.section} as effective {self.law.version}; later amendments, if there are any, are not in it."
        return (law, f"houseway {__version__}, data of the law {law_hash()[:16]}.")

    def days(self) -> str:
        first = self.of.effective.isoformat() if self.of.effective else "a day that is not filed"
        return f"In force from {first}" + (f" to {self.of.expires}" if self.of.expires else "")

    # --- the sheet for the table

    def table(self) -> Sheet:
        facts = [Fact("Certificate holder", self.of.certificate_holder or NOT_FILED, "")]
        if self.of.maximum_payout_cents is not None:
            covers = [self.name(wager) for wager in self.law.limit.covers if wager == "play" or wager in self.of.offered]
            limit = f"{shown_dollars(self.of.maximum_payout_cents)} to one player on one hand, from {_and(covers)}"
            facts.append(Fact("Maximum payout", limit, self.law.limit.cite))
        blocks = tuple(self.paytable(wager) for wager in self.offered)
        return Sheet(TABLE, self.title, self.days(), tuple(facts), (*blocks, self.rules()), (), self.foot())

    def name(self, wager: str) -> str:
        return {"ante": "Ante", "play": "Play"}.get(wager) or self.game.titles[wager]

    def minimum(self, wager: str) -> str:
        amounts, least = self.of.amounts_cents.get(wager), self.of.minimum_cents.get(wager)
        if amounts:
            return _and([shown_dollars(amount) for amount in amounts], "or")
        if wager == "blind" and least is None:
            return "equal to the Ante"
        return f"from {shown_dollars(least)}" if least else NOT_FILED

    def paytable(self, wager: str) -> Block:
        """The table as the section prints it, envy bonuses beside it."""
        tables = self.law.tables[wager]
        table = tables.get("") or tables.get(self.of.paytables.get(wager, ""))
        title, cite = self.game.titles[wager], self.game.cites[wager]
        notes = [f"Wager: {self.minimum(wager)}."]
        if table is None:
            letter = self.of.paytables.get(wager)
            notes.append(f"Paytable: {letter}, which the section does not have." if letter else f"Paytable: {NOT_FILED}.")
            return Block(title, cite, ("Hand", "Payout"), (), tuple(notes))
        notes += self.paid_beside(wager)
        envy = any(row.envy_cents is not None for row in table.rows)
        header = ("Hand", f"Paytable {table.letter}" if table.letter else "Payout") + ((ENVY,) if envy else ())
        rows = [(row.hand, str(row.pays)) + ((_whole(row.envy_cents),) if envy else ()) for row in table.rows]
        if wager == "progressive" and self.law.envy:
            header, rows = self.with_envy(table)
        return Block(title, table.cite, header, tuple(rows), tuple(notes))

    def with_envy(self, table: Paytable) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """The progressive table with the envy bonus for each amount on offer (653a.12(d)(5))."""
        amounts = [amount for amount in self.of.amounts_cents.get("progressive", ()) if amount in self.law.envy]
        header = ("Hand", "Paytable", *(f"{ENVY}, {_whole(amount)} wager" for amount in amounts))
        rows: list[tuple[str, ...]] = [
            (row.hand, str(row.pays), *(_whole(self.law.envy[amount].get(row.key)) for amount in amounts)) for row in table.rows
        ]
        return header, rows

    def paid_beside(self, wager: str) -> Iterator[str]:
        """What else a player should know of a wager's payouts."""
        if wager == "pai_gow" and self.law.vigorish is not None:
            rounding = VIGORISH_MEANINGS.get(self.of.vigorish_rounding, self.of.vigorish_rounding)
            yield f"Vigorish: {self.law.vigorish.percent}% of the amount won, {rounding.removeprefix('5% ')}."
        if wager == "ante":
            yield "The Play wager: 3 or 4 times the Ante before the flop, 2 times after it, once after the last card."
        if wager == "five_card_bonus":
            yield "On the player's hand, on the dealer's, or on both."
            for key, row in zip(("magic_card", "lucky_bonus"), self.law.tables["bonus"][""].rows, strict=True):
                if getattr(self.of, key):
                    yield f"{row.hand}: {row.pays}."
        if wager == "queens_dragon":
            yield "Wins where the dealer's seven cards are queen-high, with no pair, straight or flush."
        if wager in self.law.envy_wagers:
            least = self.law.envy_minimum_cents
            to = f", to a wager of at least {_whole(least)}" if least else ""
            yield f"An Envy Bonus is paid for each other player's hand{to}."
        if wager in METERED[self.of.game]:
            yield "A share of the meter is what the meter shows when it is the player's turn to be paid."

    def rules(self) -> Block:
        """What this table does where the section leaves it open, in words."""
        rows = []
        if self.of.house_way is not None:
            rows.append(("The dealer's hand", f"set by the house way {self.of.house_way}"))
        for name, switch in self.game.switches.items():
            meanings = dict(zip(switch.values, switch.meanings, strict=True))
            rows.append((switch.asks, meanings.get(self.of.switches[name], self.of.switches[name])))
        return Block("How this table plays", "", ("Where", "At this table"), tuple(rows))

    # --- the sheet for the filing

    def filing(self) -> Sheet:
        of = self.of
        facts = [
            Fact("Certificate holder", of.certificate_holder or NOT_FILED, "601a.2"),
            Fact("Game", self.game.title, self.law.section),
            Fact("Effective", of.effective.isoformat() if of.effective else NOT_FILED, "601a.2"),
            Fact("Expires", of.expires.isoformat() if of.expires else "when the next submission takes effect", "601a.2"),
        ]
        if of.game == PGP:
            facts.append(Fact("Variant", VARIANT_TITLES.get(of.variant or "", of.variant or NOT_FILED), "645a.13(d)"))
            facts.append(Fact("House way", of.house_way or NOT_FILED, "601a.2"))
        findings = tuple(check(of))
        violations = sum(1 for finding in findings if finding.severity == "violation")
        verdict = f"{violations} violation{'' if violations == 1 else 's'}" if violations else "compliant"
        facts.append(Fact("Held against the section", verdict, self.law.section))
        blocks = [self.choices()]
        if any(name in of.meters for name in self.offered):
            blocks.append(self.meters())
        blocks.append(self.limit())
        blocks.append(self.switches())
        blocks += [self.paytable(wager) for wager in self.offered if wager in of.paytables]
        return Sheet(FILING, f"Rules Submission: {self.title}", self.days(), tuple(facts), tuple(blocks), findings, self.foot())

    def choices(self) -> Block:
        rows = []
        for wager in self.game.wagers:
            title, cite = self.game.titles[wager], self.game.cites[wager]
            if wager not in self.of.offered:
                rows.append((title, "not on offer", "", cite))
                continue
            said = []
            if wager in self.of.paytables:
                said.append(f"Paytable {self.of.paytables[wager]}")
            elif "paytable" in self.game.wagers[wager]:
                said.append(f"Paytable {NOT_FILED}")
            if wager == "pai_gow":
                filed = "wagers.pai_gow.vigorish_rounding" not in self.of.filled
                said.append(f"Vigorish rounded: {self.of.vigorish_rounding if filed else NOT_FILED}")
            if wager == "five_card_bonus":
                bonuses = (("Magic Card", self.of.magic_card), ("Lucky Bonus", self.of.lucky_bonus))
                said += [title if there else f"no {title}" for title, there in bonuses]
            rows.append((title, "; ".join(said) or "on offer", self.minimum(wager), cite))
        return Block("Wagers", self.law.section, ("Wager", "Chosen", "Wagers accepted", "Paragraph"), tuple(rows))

    def meters(self) -> Block:
        rows = []
        for wager in self.offered:
            meter = self.of.meters.get(wager)
            if meter is None:
                continue
            path, rule = f"wagers.{wager}.meter", self.law.meters[wager]
            amounts = []
            for key, amount in (("initial", meter.initial_cents), ("reset", meter.reset_cents)):
                missing = path in self.of.filled or f"{path}.{key}" in self.of.filled
                amounts.append(NOT_FILED if missing else shown_dollars(amount))
            rate = NOT_FILED if meter.rate_ppm is None else rate_text(meter.rate_ppm)
            rows.append((self.game.titles[wager], *amounts, rate, shown_dollars(rule.minimum_cents), rule.cite))
        header = ("Meter", "Initial", "Reset", "Rate of progression", "Required minimum", "Paragraph")
        return Block("Progressive meters", self.law.section, header, tuple(rows))

    def limit(self) -> Block:
        """The limit filed, its floor, and the hand that reaches the floor."""
        floor, filed = payout_floor(self.of, self.law), self.of.maximum_payout_cents
        rows = [
            ("Maximum payout filed", shown_dollars(filed) if filed is not None else "none", ""),
            ("The section's own minimum", shown_dollars(floor.section_cents), ""),
            ("The most one player can win at the minimum wagers", shown_dollars(floor.most_cents), floor.cards()),
        ]
        rows += [
            (f"… {self.name(share.wager)} {shown_dollars(share.wager_cents)}", shown_dollars(share.paid_cents), _line(share))
            for share in floor.shares
        ]
        notes = []
        if floor.unpriced:
            unpriced = _and([self.name(name) for name in floor.unpriced])
            notes.append(f"No minimum wager is filed for {unpriced}: counted as nothing here.")
        return Block("Maximum payout", floor.cite, ("", "Amount", "By"), tuple(rows), tuple(notes))

    def switches(self) -> Block:
        rows = []
        for name, switch in self.game.switches.items():
            value = self.of.switches[name]
            meaning = dict(zip(switch.values, switch.meanings, strict=True)).get(value, "not a value of this switch")
            how = "filed" if name in self.of.switches_filed else "default"
            rows.append((name, f"{value} ({how})", f"{switch.asks}: {meaning}", switch.source, switch.cite))
        header = ("Switch", "Value", "Meaning", "Source", "Paragraph")
        return Block("What the section leaves open", self.law.section, header, tuple(rows))


def _and(words: list[str], conjunction: str = "and") -> str:
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}" if len(words) > 1 else "".join(words)


def _whole(of_cents: int | None) -> str:
    """An envy bonus as the section prints it: ``$1,000``."""
    return "" if of_cents is None else f"${of_cents // 100:,}"


def _line(share: Share) -> str:
    return f"{share.hand}, {share.odds} ({share.cite})"
