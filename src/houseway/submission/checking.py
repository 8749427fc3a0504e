"""Is a Rules Submission lawful? Every violation and notice, each with its paragraph, what was found and what is allowed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from houseway.money import dollars
from houseway.problems import InputError, Problem, nearest, shown
from houseway.regulation import UTH, Law, law_for
from houseway.submission import files
from houseway.submission.choices import (
    FAMILY,
    GAMES,
    LETTERED,
    METERED,
    VARIANT_TITLES,
    VARIANTS,
    VIGORISH_ROUNDINGS,
    one_of,
    paragraph_of,
)
from houseway.submission.floor import Floor, payout_floor
from houseway.submission.model import Submission
from houseway.submission.places import Path, dotted

VIOLATION, NOTICE = "violation", "notice"
MISSING = "missing"


class Finding(NamedTuple):
    """One thing that the law, or whoever reads the submission, should know.

    ``severity`` is ``violation`` or ``notice``; ``paragraph`` the paragraph it rests on (``653a.12(d)(3)``); ``where`` the key
    (``wagers.progressive.meter.reset``); ``found`` and ``allowed`` texts; ``file`` and ``line`` where there is a file: the
    line of the key, or of its table where the key is missing.
    """

    paragraph: str
    where: str
    found: str
    allowed: str
    severity: str
    message: str
    file: str | None = None
    line: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: the fields by name."""
        return self._asdict()

    def problem(self) -> Problem:
        """The finding as a problem of whoever wants to settle under the submission."""
        where = f"{self.file}:{self.line}: {self.where}" if self.file is not None else self.where
        return Problem(where, f"{self.message} ({self.paragraph})", self.found, self.allowed)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file is not None else ""
        said = f"{place}{self.severity}: {self.where}: {self.message}"
        return f"{said}; found {self.found}; allowed {self.allowed} ({self.paragraph})"


class Examination(NamedTuple):
    """All that can be said of a submission: what was read (None where not even its game is known), findings, and problems
    of form. ``law`` is the version it was checked against."""

    submission: Submission | None
    findings: list[Finding]
    problems: list[Problem]
    law: Law | None
    file: str | None

    @property
    def violations(self) -> list[Finding]:
        """The findings that make it unlawful."""
        return [finding for finding in self.findings if finding.severity == VIOLATION]

    @property
    def compliant(self) -> bool:
        """Whether it was read whole and nothing in it is unlawful."""
        return not self.problems and not self.violations


def check(submission: Submission | Mapping[Any, Any] | str | os.PathLike[str], *, on: date | None = None) -> list[Finding]:
    """Every violation and notice of a Rules Submission: a Submission, a dict, or the path of a TOML or JSON file.

    It is held against the law in force when it takes effect, or on the day ``on``. Raises InputError with every problem of
    form (a misspelt key, a wrong type); ``examine`` tells both together.
    """
    found = examine(submission, on=on)
    if found.problems:
        raise InputError(found.problems)
    return found.findings


def examine(submission: Submission | Mapping[Any, Any] | str | os.PathLike[str], *, on: date | None = None) -> Examination:
    """As ``check``, with problems of form beside the findings that can still be seen.

    Raises InputError only for what is no document at all.
    """
    if isinstance(submission, Submission):
        filed = submission.source
        read: Submission | None = submission
    else:
        filed = files.from_table(submission) if isinstance(submission, Mapping) else files.from_source(submission)
        read = filed.read
    return _examined(read, filed, on)


def examine_bytes(data: bytes, name: str, *, on: date | None = None) -> Examination:
    """As ``examine``, of a file's bytes. Raises InputError for what is no document."""
    filed = files.from_bytes(data, name)
    return _examined(filed.read, filed, on)


def _examined(read: Submission | None, filed: files.Filed | None, on: date | None) -> Examination:
    problems = filed.problems if filed else []
    file = filed.file if filed else None
    if read is None:
        return Examination(None, [], problems, None, file)
    checker = _Checker(read, filed, on)
    checker.all()
    findings = sorted(checker.findings, key=lambda finding: (finding.line or 0, finding.severity != VIOLATION))
    return Examination(read, findings, problems, checker.law, file)


class _Checker:
    """One pass over a submission, paragraph by paragraph."""

    def __init__(self, submission: Submission, filed: files.Filed | None, on: date | None) -> None:
        self.of, self.filed, self.game = submission, filed, GAMES[submission.game]
        self.findings: list[Finding] = []
        self.unread = filed.reading.unread if filed else frozenset()
        try:
            self.law = law_for(submission.game, on or submission.effective)
        except InputError:  # older than the oldest version held: reported by dates(), and the rest held against the oldest
            self.law = law_for(submission.game, law_for(submission.game).oldest)

    def say(self, severity: str, path: Path, message: str, found: str, allowed: str, paragraph: str | None = None) -> None:
        """A finding, unless the value could not be read: then it is a problem of form already."""
        where = dotted(path)
        if where in self.unread:
            return
        line = self.filed.line(path) if self.filed else None
        file = self.filed.file if self.filed else None
        paragraph = paragraph or paragraph_of(self.of.game, where)
        self.findings.append(Finding(paragraph, where, found, allowed, severity, message, file, line))

    def all(self) -> None:
        """Every paragraph in turn."""
        self.filing()
        for name in self.game.required:
            if name not in self.of.offered:
                title = self.game.titles[name]
                self.say(
                    VIOLATION,
                    ("wagers", name),
                    f"the {title} wager is not filed, and there is no game without it",
                    MISSING,
                    f"[wagers.{name}]",
                )
        for name in LETTERED[self.of.game]:
            if name in self.of.offered:
                self.paytable(name)
        for name in METERED[self.of.game]:
            if name in self.of.offered:
                self.meter(name)
        if self.of.game == UTH:
            self.holdem()
        else:
            self.pai_gow()
        self.switches()
        self.limit()

    def filing(self) -> None:
        """Who files, and for which days."""
        if self.of.is_default:
            return
        if not self.of.certificate_holder:
            self.say(
                NOTICE, ("certificate_holder",), "no certificate holder is named", MISSING, "the name of the certificate holder"
            )
        effective, expires = self.of.effective, self.of.expires
        if effective is None:
            self.say(
                VIOLATION,
                ("effective",),
                "the submission does not say from which day it is in force",
                MISSING,
                "a date such as 2015-07-01",
            )
        elif effective < self.law.oldest:
            self.say(
                VIOLATION,
                ("effective",),
                f"takes effect before the oldest version of {self.law.section} that is held, so it cannot be checked",
                effective.isoformat(),
                f"{self.law.oldest.isoformat()} or later",
                self.law.number,
            )
        if expires is not None and effective is not None and expires < effective:
            message = "expires before it takes effect"
            self.say(VIOLATION, ("expires",), message, expires.isoformat(), f"{effective.isoformat()} or later")

    def paytable(self, name: str) -> None:
        """The table chosen exists; an insurance table belongs to the variant (645a.13(d))."""
        tables, path = self.law.tables[name], ("wagers", name, "paytable")
        variant = self.of.variant if self.of.variant in VARIANTS else None
        lawful = [letter for letter, table in tables.items() if variant is None or table.variant in (None, variant)]
        allowed, title = one_of(lawful), self.game.titles[name]
        letter = self.of.paytables.get(name)
        if letter is None:
            self.say(VIOLATION, path, f"no paytable is chosen for the {title} wager", MISSING, allowed)
        elif letter not in tables:
            self.say(VIOLATION, path, f"the section has no such paytable for the {title} wager", shown(letter), allowed)
        elif letter not in lawful:
            home = VARIANT_TITLES[tables[letter].variant or ""]
            message = f"insurance paytable {letter} is for {home} only; this submission's variant is {variant}"
            self.say(VIOLATION, path, message, letter, allowed)

    def meter(self, name: str) -> None:
        """Initial and reset amount at least the section's, and a rate of progression where it asks for one."""
        rule, path, meter = self.law.meters[name], ("wagers", name, "meter"), self.of.meters.get(name)
        least, title = dollars(rule.minimum_cents), self.game.titles[name]
        if meter is None or dotted(path) in self.of.filled:
            message = f"the {title} meter is not filed: its initial and reset amount" + (
                " and its rate" if rule.rate_required else ""
            )
            self.say(VIOLATION, path, message, MISSING, f"initial and reset of at least {least}", rule.cite)
        else:
            for key, amount in (("initial", meter.initial_cents), ("reset", meter.reset_cents)):
                if dotted((*path, key)) in self.of.filled:
                    self.say(
                        VIOLATION,
                        (*path, key),
                        f"the {title} meter has no {key} amount",
                        MISSING,
                        f"at least {least}",
                        rule.cite,
                    )
                elif amount < rule.minimum_cents:
                    message = f"the {key} amount of the {title} meter is below the section's minimum"
                    self.say(VIOLATION, (*path, key), message, dollars(amount), f"at least {least}", rule.cite)
            rate_path = (*path, "rate_of_progression")
            if meter.rate_ppm is None:
                severity = VIOLATION if rule.rate_required else NOTICE
                message = f"the {title} meter has no rate of progression" + ("" if rule.rate_required else "; it will not grow")
                allowed = 'a percentage such as "22%"' + ("" if rule.rate_required else ", though the section asks for none")
                self.say(severity, rate_path, message, MISSING, allowed, rule.cite)
            elif meter.rate_ppm == 0 and not self.of.is_default:
                self.say(NOTICE, rate_path, f"the {title} meter does not grow", "0%", "a rate above 0%", rule.cite)

    def holdem(self) -> None:
        """The progressive's amounts that the envy table prices, and the bonuses that need the five-card bonus."""
        of, path = self.of, ("wagers", "progressive", "amounts")
        known = one_of([dollars(amount) for amount in sorted(self.law.envy)])
        if "progressive" in of.offered:
            if dotted(path) in of.filled:
                self.say(NOTICE, path, f"no amounts are filed; the two of the envy table are taken: {known}", MISSING, known)
            for index, amount in enumerate(of.amounts_cents.get("progressive", ())):
                if amount not in self.law.envy:
                    message = "the envy table has no column for a progressive wager of this amount"
                    self.say(VIOLATION, self.amount_path(index, amount), message, dollars(amount), known)
        if "five_card_bonus" not in of.offered:
            for name, there in (("magic_card", of.magic_card), ("lucky_bonus", of.lucky_bonus)):
                if there:
                    title = name.replace("_", " ").title()
                    misplaced = self.filed.reading.misplaced.get(name) if self.filed else None
                    message = f"the {title} is paid on the Five Card Hand Bonus wager, which is not on offer"
                    self.say(
                        VIOLATION,
                        misplaced or ("wagers", name),
                        message,
                        "true",
                        "only with [wagers.five_card_bonus]",
                        "653a.12(e)(3)",
                    )
        ante, blind = (of.minimum_cents.get(name) for name in ("ante", "blind"))
        if blind is not None and blind != ante:
            message = "the blind wager equals the ante, so its minimum is the ante's"
            self.say(
                VIOLATION,
                ("wagers", "blind", "minimum"),
                message,
                dollars(blind),
                dollars(ante) if ante else "the ante's minimum",
            )

    def amount_path(self, index: int, amount: int) -> Path:
        """The path of a filed amount: its place in the file's own list, from which repeated amounts were dropped."""
        path: Path = ("wagers", "progressive", "amounts")
        if self.filed is None:
            return (*path, index)
        from houseway.money import NotMoney, cents

        for at, written in enumerate(self.filed.table["wagers"]["progressive"]["amounts"]):
            try:
                if cents(written) == amount:
                    return (*path, at)
            except NotMoney:
                continue
        return path

    def pai_gow(self) -> None:
        """Vigorish rounding, variant, house way, and whose bonus is offered."""
        of = self.of
        if "pai_gow" in of.offered:
            path: Path = ("wagers", "pai_gow", "vigorish_rounding")
            roundings = one_of(VIGORISH_ROUNDINGS)
            if dotted(path) in of.filled:
                self.say(VIOLATION, path, "the rounding of the vigorish is not filed", MISSING, roundings)
            elif of.vigorish_rounding not in VIGORISH_ROUNDINGS:
                self.say(VIOLATION, path, "the vigorish may not be rounded in this way", shown(of.vigorish_rounding), roundings)
        if of.variant is None:
            self.say(VIOLATION, ("variant",), "the variant of the game is not filed", MISSING, one_of(VARIANTS))
        elif of.variant not in VARIANTS:
            self.say(
                VIOLATION,
                ("variant",),
                _meant("is no variant of the game", of.variant, VARIANTS),
                shown(of.variant),
                one_of(VARIANTS),
            )
        else:
            for name, family in FAMILY.items():
                if name in of.offered and family != of.variant and not of.is_default:
                    message = f"the {self.game.titles[name]} is the bonus of {VARIANT_TITLES[family]}, the other variant"
                    self.say(NOTICE, ("wagers", name), message, of.variant, family)
        self.house_way()

    def house_way(self) -> None:
        from houseway.games.house_way import known_names

        known, way = known_names(), self.of.house_way
        if way is None:
            message = "the house way, by which the dealer's hand is set, is not filed"
            self.say(VIOLATION, ("house_way",), message, MISSING, one_of(known))
        elif way not in known:
            self.say(
                VIOLATION,
                ("house_way",),
                _meant("is not a house way that is known here", way, known),
                shown(way),
                one_of(known),
            )

    def switches(self) -> None:
        for name, switch in self.game.switches.items():
            value = self.of.switches[name]
            if value not in switch.values:
                message = _meant("is not a value of this switch", value, switch.values)
                self.say(VIOLATION, ("switches", name), message, shown(value), one_of(switch.values), switch.cite)

    def limit(self) -> None:
        """A payout limit is not below its floor, and the floor can be told."""
        limit, path = self.of.maximum_payout_cents, ("limits", "maximum_payout")
        if limit is None:
            return
        floor = payout_floor(self.of, self.law)
        for name in floor.unpriced:
            if name in self.of.minimum_cents or f"wagers.{name}.minimum" not in self.unread:
                message = "no minimum wager is filed, so the payout limit cannot be shown to be high enough"
                found = dollars(0) if name in self.of.minimum_cents else MISSING
                self.say(VIOLATION, ("wagers", name, "minimum"), message, found, "a minimum wager", floor.cite)
        if limit < floor.floor_cents:
            self.say(VIOLATION, path, _below(floor), dollars(limit), f"at least {dollars(floor.floor_cents)}", floor.cite)


def _below(floor: Floor) -> str:
    if floor.most_cents <= floor.section_cents:
        return f"the payout limit is below ${floor.section_cents // 100:,}"
    return "the payout limit is below the most that one player can win in a round at the minimum wagers: " + floor.explained()


def _meant(message: str, word: str, allowed: tuple[str, ...]) -> str:
    near = nearest(word, [other.replace("-", "_") for other in allowed])
    return message + (f"; did you mean {near.replace('_', '-')!r}?" if near else "")
