"""Compares the data files of the law with the regulation's own words.

    python tools/check_regulation.py [TEXTS] [--if-present] [--write]

TEXTS is a directory with the plain text of both sections (``653a.12.txt``, ``645a.13.txt``), by default
``../shared/regulation`` beside the repository. The script reads the texts itself, asserts how many rows every table has, and
compares every figure of the texts (hands, odds, envy bonuses, amounts, percentages, dates, and which wagers a limit covers)
with what the loader holds. It also compares the fixture ``tests/regulation/fixture.json``, which keeps the labels and figures,
never a sentence, so that the same comparison can be made where the texts are not. ``--write`` writes that fixture.

Exit code 0: the same. 1: different, each difference on a line. 2: the texts are not there (0 with ``--if-present``).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.regulation import GAMES, Law, law_for

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT.parent / "shared" / "regulation"
FIXTURE = ROOT / "tests" / "regulation" / "fixture.json"

Facts = dict[str, Any]

# How many rows each printed table has, counted by eye in the printed sections.
ROWS: dict[str, dict[str, int]] = {
    "653a.12": {
        "(b) Paytable A": 7, "(b) Paytable B": 6,
        "(c) Paytable A": 7, "(c) Paytable B": 7, "(c) Paytable C": 7, "(c) Paytable D": 7,
        "(d)(1)": 7, "(d)(5) $1": 2, "(d)(5) $5": 2, "(e)(1)": 5, "(e)(3)": 2,
    },
    "645a.13": {
        "(b) Paytable A": 11, "(b) Paytable B": 11, "(b) Paytable C": 12, "(b) Paytable D": 11,
        "(c) Paytable A": 11, "(c) Paytable B": 11, "(c) Paytable C": 11, "(c) Paytable D": 11,
        "(d) Paytable A": 6, "(d) Paytable B": 6, "(d) Paytable C": 6, "(d) Paytable D": 6, "(d) Paytable E": 6,
        "(e)(1)": 6, "(g)": 13, "(h)": 7, "(i)": 4,
    },
}  # fmt: skip

# What the texts call a wager, and its name here.
WAGERS = {
    "Ante Wager": "ante", "Play Wager": "play", "Blind Wager": "blind", "Trips Wager": "trips",
    "Progressive Payout Wager": "progressive", "Five Card Hand Bonus Wager": "five_card_bonus",
    "Magic Card or Lucky Bonus": "bonus", "Pai Gow Poker Wager": "pai_gow", "Fortune Bonus Wager": "fortune_bonus",
    "Emperor’s Treasure Wager": "emperors_treasure", "Pai Gow Insurance Wager": "insurance",
    "Queen’s Dragon Wager": "queens_dragon", "Dynasty Bonus Wager": "dynasty_bonus", "Protection Wager": "protection",
    "Red/Black Wager": "red_black",
}  # fmt: skip
VARIANTS = {"Emperor’s Challenge": "emperors-challenge", "Fortune": "fortune"}

FIGURE = re.compile(r"\$[0-9]+(?:,[0-9]{3})*|[0-9]+¢|[0-9]+%|[0-9][0-9,]* (?:to|for) [0-9]+")
HISTORY = re.compile(r"amended (\w+ \d+, \d{4}), effective (\w+ \d+, \d{4}), (\d+ Pa\.B\. \d+)")


class Unreadable(Exception):
    """The text is not laid out as the section is known to be."""


# --- the texts


def facts_of_text(text: str, number: str) -> Facts:
    """Every fact of a section's text. Raises Unreadable where the text has another shape than is known."""
    sentences: dict[str, str] = {}  # paragraph -> its words
    blocks: list[tuple[str, str, list[list[str]]]] = []  # paragraph, amount above the table, header and rows
    letter, paragraph, amount = "", "", ""
    table: list[list[str]] | None = None
    history = ""
    for line in text.splitlines():
        if line.startswith("The provisions of this § "):
            history = line
            break  # what follows is authority and cross references
        if not line.strip():
            table = None
            continue
        if line.startswith("Hand\t"):
            table = []
            blocks.append((paragraph, amount, table))
            amount = ""
        if table is not None:
            table.append(line.split("\t"))
            continue
        if "\t" in line:
            raise Unreadable(f"{number}{paragraph}: a row outside a table: {line}")
        if start := re.match(r"\(([a-z])\)|(\(\d\))", line):
            letter = f"({start[1]})" if start[1] else letter
            paragraph = letter + (start[2] or "")
        if paragraph:
            sentences[paragraph] = f"{sentences.get(paragraph, '')} {line}".strip()
        if alone := re.fullmatch(r"(\$\d+) Progressive Payout Wager", line):
            amount = alone[1]
    amendments = HISTORY.findall(history)
    if not amendments or f"§ {number} " not in history:
        raise Unreadable(f"{number}: no history of amendments")
    return _facts(number, sentences, blocks, [[_iso(a), _iso(e), source] for a, e, source in amendments])


def _iso(words: str) -> str:
    return datetime.strptime(words, "%B %d, %Y").date().isoformat()


def _facts(
    number: str, sentences: dict[str, str], blocks: list[tuple[str, str, list[list[str]]]], history: list[list[str]]
) -> Facts:
    wagers = {paragraph: [name for words, name in WAGERS.items() if words in said] for paragraph, said in sentences.items()}
    variants = _variants(sentences)
    tables: Facts = {}
    envy: Facts = {}
    for paragraph, amount, (header, *rows) in blocks:
        if amount:
            envy[f"{paragraph} {amount}"] = {
                "wager": wagers[paragraph][0],
                "rows": [_envy_row(number, header, row) for row in rows],
            }
            continue
        with_envy = header[-1] == "Envy Bonus"
        heads = header[1 : len(header) - with_envy]
        for column, head in enumerate(heads, start=1):
            name = f"{paragraph} {head}" if head.startswith("Paytable ") else paragraph
            if name in tables:
                raise Unreadable(f"{number}{name}: printed twice")
            tables[name] = {
                "wager": wagers[paragraph][0],
                "variant": variants.get(name),
                "rows": [_row(number, header, row, column, with_envy) for row in rows],
            }
    _count_rows(number, {name: len(table["rows"]) for name, table in (tables | envy).items()})
    figures = {paragraph: sorted(set(FIGURE.findall(said))) for paragraph, said in sentences.items() if FIGURE.search(said)}
    odds = {
        f"{paragraph} {wager}": said
        for paragraph, found in figures.items()
        for said in found
        for wager in wagers[paragraph]
        if re.search(" (to|for) ", said)
    }
    return {
        "version": dict(zip(("adopted", "effective", "source"), history[-1], strict=True)),
        "amendments": len(history),
        "tables": tables,
        "odds": odds,
        "envy": envy,
        "meters": _meters(sentences, tables),
        "limit": _limit(number, sentences, wagers),
        "figures": figures,
    }


def _row(number: str, header: list[str], row: list[str], column: int, with_envy: bool) -> list[str | None]:
    if len(row) != len(header) and not (with_envy and len(row) == len(header) - 1):
        raise Unreadable(f"{number}: a row of {len(row)} cells under a header of {len(header)}: {row}")
    odds = row[column] + (" of meter" if row[column].endswith("%") else "")
    return [row[0], odds, row[-1] if with_envy and len(row) == len(header) else None]


def _envy_row(number: str, header: list[str], row: list[str]) -> list[str]:
    if header != ["Hand", "Envy Bonus"] or len(row) != 2:
        raise Unreadable(f"{number}: not an envy table: {header} {row}")
    return row


def _count_rows(number: str, found: dict[str, int]) -> None:
    for name in ROWS[number].keys() | found.keys():
        if ROWS[number].get(name) != found.get(name):
            raise Unreadable(
                f"{number}{name}: {found.get(name, 'no')} rows, expected {ROWS[number].get(name, 'no such table')}"
            )


def _variants(sentences: dict[str, str]) -> dict[str, str]:
    """Which paytable belongs to which variant of the game, where a paragraph says so."""
    found: dict[str, str] = {}
    for paragraph, said in sentences.items():
        for words, letters in re.findall(
            r"offering (\S+(?: Challenge)?) Pai Gow Poker, [^:]*? paytables ((?:[a-z](?:, | or )?)+)", said
        ):
            found |= {f"{paragraph} Paytable {x.upper()}": VARIANTS[words] for x in re.findall(r"\b[a-z]\b", letters)}
    return found


def _meters(sentences: dict[str, str], tables: Facts) -> Facts:
    """A meter is ruled in a sentence on initial amounts, beside the table (of the same letter) that pays from it."""
    found: Facts = {}
    for paragraph, said in sentences.items():
        if "initial and re" in said:
            (wager,) = {
                table["wager"]
                for name, table in tables.items()
                if name[:3] == paragraph[:3] and any(row[1].endswith("% of meter") for row in table["rows"])
            }
            (minimum,) = FIGURE.findall(said)
            found[wager] = {"paragraph": paragraph, "minimum": minimum, "rate_required": "rate of progression" in said}
    return found


def _limit(number: str, sentences: dict[str, str], wagers: dict[str, list[str]]) -> Facts:
    for paragraph, said in sentences.items():
        if match := re.match(r"\([a-z]\) Notwithstanding the payout odds in subsections \((\w)\)—\((\w)\)", said):
            (minimum,) = FIGURE.findall(said)
            tail = said[max(said.rfind("not apply to"), 0) :]
            exempt = [name for words, name in {**WAGERS, "Envy Bonus": "envy"}.items() if words in tail]
            covered = {name for of, names in wagers.items() if match[1] <= of[1] <= match[2] for name in names}
            return {"paragraph": paragraph, "minimum": minimum, "covers": sorted(covered), "exempt": sorted(exempt)}
    raise Unreadable(f"{number}: no payout limit")


# --- the data


def facts_of_law(law: Law) -> Facts:
    """The same facts as the loader holds them."""
    start = len(law.number)
    printed = [t for ts in law.tables.values() for t in ts.values()]
    figures: dict[str, set[str]] = {}

    def said(cite: str, *texts: str) -> None:
        figures.setdefault(cite[start:], set()).update(texts)

    odds = {}
    for table in printed:
        if table.rows[0].key == "win":
            odds[f"{table.cite[start:]} {table.wager}"] = str(table.rows[0].pays)
            said(table.cite, str(table.rows[0].pays))
    said(law.limit.cite, _dollars(law.limit.minimum_cents))
    for rule in law.meters.values():
        said(rule.cite, _dollars(rule.minimum_cents))
    if law.vigorish:
        said(law.vigorish.cite, f"{law.vigorish.percent}%", f"{law.vigorish.unit_cents}¢")
    if law.envy_cite:
        said(law.envy_cite, *map(_dollars, law.envy))
    hands = {row.key: row.hand for w in law.envy_wagers for t in law.tables[w].values() for row in t.rows}
    return {
        "version": {"adopted": law.adopted.isoformat(), "effective": law.version.isoformat(), "source": law.source},
        "tables": {
            table.cite[start:]: {
                "wager": table.wager,
                "variant": table.variant,
                "rows": [[row.hand, str(row.pays), _dollars(row.envy_cents) if row.envy_cents else None] for row in table.rows],
            }
            for table in printed
            if table.rows[0].key != "win"
        },
        "odds": odds,
        "envy": {
            f"{law.envy_cite[start:]} {_dollars(amount)}": {
                "wager": law.envy_wagers[0],
                "rows": [[hands[key], _dollars(cents)] for key, cents in rows.items()],
            }
            for amount, rows in law.envy.items()
            if law.envy_cite
        },
        "meters": {
            wager: {
                "paragraph": rule.cite[start:],
                "minimum": _dollars(rule.minimum_cents),
                "rate_required": rule.rate_required,
            }
            for wager, rule in law.meters.items()
        },
        "limit": {
            "paragraph": law.limit.cite[start:],
            "minimum": _dollars(law.limit.minimum_cents),
            "covers": sorted(law.limit.covers),
            "exempt": sorted(law.limit.exempt),
        },
        "figures": {paragraph: sorted(texts) for paragraph, texts in figures.items()},
    }


def _dollars(cents: int) -> str:
    whole, part = divmod(cents, 100)
    return f"${whole:,}" + (f".{part:02d}" if part else "")


def differences(text: Facts, law: Law) -> list[str]:
    """Where the loader's law is not what the text says, one line each."""
    held = facts_of_law(law)
    wanted = {key: value for key, value in text.items() if key != "amendments"}
    # The text names only some of what a limit exempts; the rest is exempt because it is not covered.
    exempt = set(wanted["limit"]["exempt"])
    held["limit"] = held["limit"] | {"exempt": sorted(exempt & set(held["limit"]["exempt"]))}
    return [f"{law.number} {where}: text {a!r}, data {b!r}" for where, a, b in _compare("", wanted, held)]


def _compare(where: str, text: Any, data: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(text, dict) and isinstance(data, dict):
        for key in [*text, *(key for key in data if key not in text)]:
            yield from _compare(f"{where} {key}".strip(), text.get(key), data.get(key))
    elif isinstance(text, list) and isinstance(data, list) and len(text) == len(data):
        for i, (a, b) in enumerate(zip(text, data, strict=True)):
            yield from _compare(f"{where}[{i}]", a, b)
    elif text != data:
        yield where, text, data


def figures_compared(facts: Facts) -> int:
    """How many figures and labels of a section are compared."""
    cells = [cell for t in (*facts["tables"].values(), *facts["envy"].values()) for row in t["rows"] for cell in row if cell]
    return len(cells) + sum(map(len, facts["figures"].values())) + len(facts["version"])


def _written(facts: Facts) -> str:
    """JSON with each row on a line of its own."""
    long = json.dumps(facts, ensure_ascii=False, indent=1)
    return re.sub(r"\[[^\[\]{}]+\]", lambda row: " ".join(row[0].split()), long) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison; see the module's text for the exit codes."""
    parser = argparse.ArgumentParser(description="Compare the data files of the law with the regulation's own words.")
    parser.add_argument("texts", nargs="?", type=Path, default=TEXTS, help="directory of the two texts")
    parser.add_argument("--if-present", action="store_true", help="exit 0 where the texts are not there")
    parser.add_argument("--write", action="store_true", help="write the fixture")
    parser.add_argument("--fixture", type=Path, default=FIXTURE, help="the fixture (tests/regulation/fixture.json)")
    given = parser.parse_args(arguments)
    laws = [law_for(game) for game in GAMES]
    missing = [law.number for law in laws if not (given.texts / f"{law.number}.txt").is_file()]
    if missing:
        print(f"The regulation's text is not there: {', '.join(missing)}. Nothing was compared with it.", file=sys.stderr)
        return 0 if given.if_present else 2
    try:
        facts = {law.number: facts_of_text((given.texts / f"{law.number}.txt").read_text("utf-8"), law.number) for law in laws}
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 1
    found = [line for law in laws for line in differences(facts[law.number], law)]
    if given.write:
        given.fixture.write_text(_written(facts), "utf-8")
    elif json.loads(given.fixture.read_text("utf-8")) != facts:
        found.append(f"{given.fixture.name} is not what the texts say: write it again with --write")
    for line in found:
        print(line, file=sys.stderr)
    if not found:
        for law in laws:
            tables = facts[law.number]["tables"] | facts[law.number]["envy"]
            rows = sum(len(table["rows"]) for table in tables.values())
            print(
                f"{law.number} of {law.version}: {len(tables)} tables, {rows} rows, "
                f"{figures_compared(facts[law.number])} labels and figures, all as in the text"
            )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
