"""From a table of keys and values to a Submission, with every problem of form on the way.

A problem of form is what cannot be understood: an unknown key, a wrong type, an amount that is no money. A value that is
understood but unlawful (paytable "E", a meter of $9,999.99) is kept as it is; ``check`` reports it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypeVar

from houseway.money import NotMoney, cents, rate_ppm
from houseway.problems import MOST_PROBLEMS, Problem, nearest, shown
from houseway.regulation import GAMES as NAMES
from houseway.regulation import PGP, UTH, law_for
from houseway.submission.choices import (
    COMMON_KEYS,
    FILED_ELSEWHERE,
    GAMES,
    LIMIT_KEYS,
    METER_KEYS,
    Game,
)
from houseway.submission.model import Meter, Submission
from houseway.submission.places import Path, dotted

MOST_AMOUNTS = 100
A_DAY = 'a date such as 2015-07-01 ("2015-07-01" in JSON)'
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_BONUSES = ("magic_card", "lucky_bonus")
T = TypeVar("T")
Elsewhere = Callable[[str], str | None]


class Fault(NamedTuple):
    """A problem of form and the path it is at."""

    path: Path
    problem: Problem


class Reading(NamedTuple):
    """What could be read: a submission where the game is known, and every problem of form.

    ``unread`` holds the places whose value could not be read, so that nobody reports them as missing besides;
    ``misplaced`` the paths where a magic card or lucky bonus stands outside the five-card bonus that is not on offer.
    """

    submission: Submission | None
    faults: list[Fault]
    unread: frozenset[str]
    misplaced: Mapping[str, Path]


class _Reader:
    """Collects problems while the keys are read."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.unread: set[str] = set()

    def problem(
        self, path: Path, message: str, found: object = None, allowed: str | None = None, near: str | None = None
    ) -> None:
        where = dotted(path)
        self.unread.add(where)
        self.faults.append(Fault(path, Problem(where, message, None if found is None else shown(found), allowed, near)))

    def table(self, path: Path, value: object) -> Mapping[str, Any]:
        """The value as a table, or an empty one and a problem."""
        if isinstance(value, Mapping):
            return value
        self.problem(path, f"{dotted(path)} is not a table", value, "a table of keys and values")
        return {}

    def keys(
        self, path: Path, table: Mapping[Any, Any], allowed: Sequence[str], elsewhere: Callable[[str], str | None]
    ) -> None:
        """A problem for each key that is not allowed here, with the nearest that is; of very many, the first hundreds."""
        unknown = [key for key in table if not (isinstance(key, str) and key in allowed)]
        if len(unknown) > MOST_PROBLEMS:
            more = f"{len(unknown) - MOST_PROBLEMS:,} more"
            self.problem(
                path, f"{dotted(path) or 'the submission'} has more keys that are none of it", more, ", ".join(allowed)
            )
        for key in unknown[:MOST_PROBLEMS]:
            if not isinstance(key, str):
                self.problem((*path, shown(key)), "is not a key: keys are text", key)
                continue
            there = elsewhere(key)
            near = None if there else _nearest(key, [word for word in allowed if word not in table])
            message = f"{shown(key)!r} is not a key of {dotted(path) or 'a Rules Submission'}" + (f"; {there}" if there else "")
            self.problem((*path, key), message, key, ", ".join(allowed), near)
            if near is not None:
                self.unread.add(dotted((*path, near)))

    def value(self, path: Path, table: Mapping[str, Any], read: Callable[[Any], T], allowed: str) -> T | None:
        """The value of a key read by ``read``, or None where it is absent or a problem."""
        if path[-1] not in table:
            return None
        raw = table[str(path[-1])]
        try:
            return read(raw)
        except NotMoney as error:
            self.problem(path, f"{path[-1]} {error}", raw, error.allowed)
        except (TypeError, ValueError) as error:
            self.problem(path, f"{path[-1]} {error}", raw, allowed)
        return None

    def text(self, path: Path, table: Mapping[str, Any], allowed: str) -> str | None:
        return self.value(path, table, _text, allowed)

    def money(self, path: Path, table: Mapping[str, Any]) -> int | None:
        return self.value(path, table, cents, 'an amount such as "12.50"')


def _nearest(word: str, allowed: Sequence[str]) -> str | None:
    """The allowed word meant: one like it, or the only one that holds it (``rate`` for ``rate_of_progression``)."""
    near = nearest(word, tuple(allowed))
    if near is None and len(word) > 2:
        holding = [key for key in allowed if word.lower() in key]
        near = holding[0] if len(holding) == 1 else None
    return near


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("is not text")
    if not value.strip():
        raise ValueError("is empty")
    return value.strip()


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("is neither true nor false")
    return value


def _letter(value: Any) -> str:
    text = _text(value)
    return text.upper() if len(text) == 1 else text  # 645a.13(d) itself writes its letters both ways


def _rate(value: Any) -> int:
    if not isinstance(value, str):
        raise NotMoney("is not a rate of progression", 'a percentage written as text, such as "22%"')
    return rate_ppm(value)


def _day(value: Any) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if isinstance(value, str) and _DAY.fullmatch(value.strip()):
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            raise ValueError("is no day of the calendar") from None
    raise ValueError("is not a date")


def read(table: Mapping[Any, Any]) -> Reading:
    """A submission out of a table of keys, with every problem of form."""
    reader = _Reader()
    game = _game(reader, table)
    if game is None:
        reader.keys((), table, (*COMMON_KEYS, "variant", "house_way"), lambda key: None)
        for name in ("effective", "expires"):
            reader.value((name,), table, _day, A_DAY)
        reader.text(("certificate_holder",), table, "text")
        return Reading(None, reader.faults, frozenset(reader.unread), {})
    of = GAMES[game]
    misplaced = _misplaced(game, table)
    excused = (str(path[0]) for path in misplaced.values() if len(path) == 1)
    reader.keys((), table, (*COMMON_KEYS, *of.words, *excused), _elsewhere(of, ()))
    holder = reader.text(("certificate_holder",), table, "the name of the certificate holder")
    effective, expires = (reader.value((name,), table, _day, A_DAY) for name in ("effective", "expires"))
    words = {name: reader.text((name,), table, "text") for name in of.words}
    limits = reader.table(("limits",), table.get("limits", {}))
    reader.keys(("limits",), limits, LIMIT_KEYS, _elsewhere(of, ("limits",)))
    maximum = reader.money(("limits", "maximum_payout"), limits)
    switches = _switches(reader, of, table.get("switches", {}))
    wagers = _Wagers(reader, game, table.get("wagers", {}), misplaced)
    submission = Submission(
        game=game,
        certificate_holder=holder or "",
        effective=effective,
        expires=expires,
        offered=frozenset(wagers.offered),
        paytables=wagers.paytables,
        minimum_cents=wagers.minimum_cents,
        amounts_cents=wagers.amounts_cents,
        meters=wagers.meters,
        magic_card=wagers.bonuses["magic_card"] or "magic_card" in misplaced,
        lucky_bonus=wagers.bonuses["lucky_bonus"] or "lucky_bonus" in misplaced,
        maximum_payout_cents=maximum,
        variant=words.get("variant"),
        house_way=words.get("house_way"),
        vigorish_rounding=wagers.vigorish_rounding,
        switches={name: switches.get(name, switch.values[0]) for name, switch in of.switches.items()},
        switches_filed=frozenset(switches),
        filled=frozenset(wagers.filled),
    )
    return Reading(submission, reader.faults, frozenset(reader.unread), misplaced)


def _game(reader: _Reader, table: Mapping[Any, Any]) -> str | None:
    """The game, or the one that was surely meant where its name is misspelt or missing, so that the rest can be read."""
    found = table.get("game")
    if isinstance(found, str) and found.strip() in NAMES:
        return found.strip()
    if found is None:
        reader.problem(("game",), "no game is named", None, " or ".join(NAMES))
    else:
        near = nearest(found, tuple(name.replace("-", "_") for name in NAMES)) if isinstance(found, str) else None
        reader.problem(("game",), "is not a game of these rules", found, " or ".join(NAMES), near and near.replace("_", "-"))
        if near is not None:
            return near.replace("_", "-")
    wagers = table.get("wagers")
    for name, game in (("pai_gow", PGP), ("ante", UTH), ("blind", UTH)):
        if isinstance(wagers, Mapping) and name in wagers:
            return game
    return None


def _elsewhere(of: Game, path: Path) -> Elsewhere:
    """Where a key that is no key here would belong, as a sentence, or None."""

    def place(key: str) -> str | None:
        if path == ("wagers",) and key in FILED_ELSEWHERE and FILED_ELSEWHERE[key] in of.wagers:
            return f"it is filed as wagers.{FILED_ELSEWHERE[key]}"
        for other in GAMES.values():
            words = {"wagers": tuple(other.wagers), "switches": tuple(other.switches), "": other.words}.get(dotted(path), ())
            if other is not of and key in words:
                return f"it belongs to {other.title}"
        if key in COMMON_KEYS or key in of.words:
            return "it belongs at the top of the file" if path else None
        if key in LIMIT_KEYS:
            return "it belongs in limits"
        if key in of.switches:
            return "it belongs in switches"
        if key in of.wagers and path != ("wagers",):
            return f"it belongs in wagers.{key}"
        homes = [f"wagers.{name}" for name, keys in of.wagers.items() if key in keys]
        homes += [f"wagers.{name}.meter" for name, keys in of.wagers.items() if key in METER_KEYS and "meter" in keys]
        return "it belongs in " + " or ".join(homes) if 0 < len(homes) < 3 else None

    return place


def _misplaced(game: str, table: Mapping[Any, Any]) -> dict[str, Path]:
    """Magic card and lucky bonus filed where no five-card bonus is: understood, and unlawful by 653a.12(e)(3)."""
    wagers = table.get("wagers")
    if game != UTH or not isinstance(wagers, Mapping) or "five_card_bonus" in wagers:
        return {}
    homes: list[tuple[Path, Mapping[Any, Any]]] = [((), table), (("wagers",), wagers)]
    homes += [(("wagers", name), of) for name, of in wagers.items() if isinstance(of, Mapping) and isinstance(name, str)]
    found: dict[str, Path] = {}
    for path, home in homes:
        for name in _BONUSES:
            if name in home and (home[name] is True or (path == ("wagers",) and isinstance(home[name], Mapping))):
                found.setdefault(name, (*path, name))
    return found


def _switches(reader: _Reader, of: Game, value: object) -> dict[str, str]:
    table = reader.table(("switches",), value)
    reader.keys(("switches",), table, tuple(of.switches), _elsewhere(of, ("switches",)))
    found = {}
    for name, switch in of.switches.items():
        word = reader.text(("switches", name), table, " or ".join(switch.values))
        if word is not None:
            found[name] = word
    return found


class _Wagers:
    """The wagers' tables, read one by one."""

    def __init__(self, reader: _Reader, game: str, value: object, misplaced: Mapping[str, Path]) -> None:
        self.reader, self.game = reader, game
        self.offered: list[str] = []
        self.paytables: dict[str, str] = {}
        self.minimum_cents: dict[str, int] = {}
        self.amounts_cents: dict[str, tuple[int, ...]] = {}
        self.meters: dict[str, Meter] = {}
        self.bonuses = dict.fromkeys(_BONUSES, False)
        self.vigorish_rounding = "exact"
        self.filled: list[str] = []
        of = GAMES[game]
        tables = reader.table(("wagers",), value)
        self.excused = {path: name for name, path in misplaced.items()}
        allowed = (*of.wagers, *(str(p[1]) for p in self.excused if len(p) == 2 and p[0] == "wagers"))
        reader.keys(("wagers",), tables, allowed, _elsewhere(of, ("wagers",)))
        for name, keys in of.wagers.items():
            if name in tables:
                self.wager(name, keys, reader.table(("wagers", name), tables[name]))

    def wager(self, name: str, keys: tuple[str, ...], table: Mapping[str, Any]) -> None:
        reader, path = self.reader, ("wagers", name)
        self.offered.append(name)
        allowed = (*keys, *(str(p[2]) for p in self.excused if len(p) == 3 and p[:2] == path))
        reader.keys(path, table, allowed, _elsewhere(GAMES[self.game], path))
        if "paytable" in keys:
            letter = reader.value((*path, "paytable"), table, _letter, "a letter")
            if letter is not None:
                self.paytables[name] = letter
        minimum = reader.money((*path, "minimum"), table)
        if minimum is not None:
            self.minimum_cents[name] = minimum
        if "amounts" in keys:
            self.amounts(name, table)
        if "vigorish_rounding" in keys:
            rounding = reader.text((*path, "vigorish_rounding"), table, "a way of rounding")
            if rounding is None:
                self.filled.append(dotted((*path, "vigorish_rounding")))
            else:
                self.vigorish_rounding = rounding
        if "magic_card" in keys:
            for bonus in _BONUSES:
                self.bonuses[bonus] = bool(reader.value((*path, bonus), table, _flag, "true or false"))
        if "meter" in keys:
            self.meter(name, table)

    def amounts(self, name: str, table: Mapping[str, Any]) -> None:
        reader, path = self.reader, ("wagers", name, "amounts")
        raw = table.get("amounts")
        if raw is None and "amounts" not in table:
            if self.game == UTH:  # the two amounts that the envy table prices
                self.amounts_cents[name] = tuple(sorted(law_for(UTH).envy))
                self.filled.append(dotted(path))
            return
        if not isinstance(raw, (list, tuple)) or not raw:
            reader.problem(path, "amounts is not a list of amounts", raw, 'a list such as ["1.00", "5.00"]')
            return
        if len(raw) > MOST_AMOUNTS:
            reader.problem(path, "amounts is too long a list", raw, f"at most {MOST_AMOUNTS} amounts")
            return
        found: list[int] = []
        for index, amount in enumerate(raw):
            try:
                found.append(cents(amount))
            except NotMoney as error:
                reader.problem((*path, index), f"amount {error}", amount, error.allowed)
                continue
            if found[-1] == 0:
                reader.problem((*path, index), "amount is no wager", amount, "an amount of more than 0")
        self.amounts_cents[name] = tuple(dict.fromkeys(amount for amount in found if amount))

    def meter(self, name: str, table: Mapping[str, Any]) -> None:
        """The meter filed; what the law wants and was not filed is put in and noted as filled."""
        reader, path = self.reader, ("wagers", name, "meter")
        meter = reader.table(path, table["meter"]) if "meter" in table else None
        if meter is None:
            self.filled.append(dotted(path))
        else:
            reader.keys(path, meter, METER_KEYS, _elsewhere(GAMES[self.game], path))
        initial, reset = (reader.money((*path, key), meter or {}) for key in ("initial", "reset"))
        rate = reader.value((*path, "rate_of_progression"), meter or {}, _rate, 'a percentage such as "22%"')
        if meter is not None:
            self.filled += [dotted((*path, key)) for key, value in (("initial", initial), ("reset", reset)) if value is None]
        least = law_for(self.game).meters[name].minimum_cents if initial is None and reset is None else 0
        self.meters[name] = Meter(
            initial if initial is not None else reset if reset is not None else least,
            reset if reset is not None else initial if initial is not None else least,
            rate,
        )
