"""``houseway house-way``: how a house way sets seven cards and by which row; the ways there are, and one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from houseway.cli.output import echo_json, fail, format_option, or_fail
from houseway.problems import InputError, Problem, nearest, shown

if TYPE_CHECKING:
    from houseway.games.house_way import HouseWay

WHEELS = ("second-highest", "lowest")

_way_option = click.option("--way", "name", default="standard", show_default=True, help="A house way that ships with houseway.")
_file_option = click.option("--file", "path", metavar="WAY.toml", help="One of your own, from a file (- for standard input).")


@click.group()
def command() -> None:
    """How a house way sets a hand, and by which row."""


@command.command()
@click.argument("cards", nargs=-1, required=True)
@_way_option
@_file_option
@click.option(
    "--wheel", type=click.Choice(WHEELS), default=WHEELS[0], show_default=True, help="Where A-2-3-4-5 ranks among straights."
)
@format_option
def show(cards: tuple[str, ...], name: str, path: str | None, wheel: str, format_: str) -> None:
    """How seven CARDS are set, and the row that sets them.

    For example: houseway house-way show "Jk Kh Qh Jh Th Ks Qs" --way foxwoods
    """
    way, problems = _way_or_problems(name, path)
    held = _seven(" ".join(cards), problems)
    if way is None or problems:
        fail(InputError(problems), format_)
    told = _told(way, held, wheel)
    if format_ == "json":
        echo_json(told)
        return
    width = max(len(told["high"]["cards"]), len(told["low"]["cards"]))
    for part in ("high", "low"):
        click.echo(f"{part:<5} {told[part]['cards']:<{width}}  {told[part]['hand']}")
    click.echo(f"row   {told['row']}")
    click.echo(f"way   {way.name}, version {way.version}")


@command.command(name="list")
@format_option
def list_ways(format_: str) -> None:
    """The house ways that ship with houseway."""
    from houseway.games import house_way

    ways = [house_way.get(name) for name in house_way.NAMES]
    if format_ == "json":
        echo_json({"house_ways": [_named(way) | {"description": way.description} for way in ways]})
        return
    width = max(len(way.name) for way in ways)
    for way in ways:
        click.echo(f"{way.name:<{width}}  version {way.version}  {way.description}")


@command.command()
@_way_option
@_file_option
@format_option
def rows(name: str, path: str | None, format_: str) -> None:
    """Every row of a house way: what seven cards hold, and how they are set."""
    way = _way(name, path, format_)
    if format_ == "json":
        listed = [
            {"title": row.title, "holds": [text for text, _, _ in row.holds], "set": [step.text for step in row.steps]}
            for row in way.rows
        ]
        echo_json(_named(way) | {"description": way.description, "rows": listed})
        return
    width = max(len(row.title) for row in way.rows)
    for row in way.rows:
        title = row.title
        for step in row.steps:
            click.echo(f"{title:<{width}}  {step.text}")
            title = ""


@command.command()
@click.argument("path", metavar="WAY.toml")
@format_option
def check(path: str, format_: str) -> None:
    """Check a house way of your own: its words, and that it sets every hand there is, legally."""
    way = _way("", path, format_)
    if format_ == "json":
        echo_json(_named(way) | {"problems": []})
    else:
        click.echo(f"{way.name}, version {way.version}: sets every hand of seven cards legally.")


def _way(name: str, path: str | None, format_: str) -> HouseWay:
    way: HouseWay = or_fail(format_, lambda: _read(name, path))
    return way


def _read(name: str, path: str | None) -> HouseWay:
    """The way in the file, else the one of that name. Raises InputError."""
    from houseway.games import house_way

    if path is None:
        return house_way.get(name)
    if path != "-":
        return house_way.load(path)
    from houseway.cli.output import read_bytes

    try:
        text = read_bytes("-").decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError([Problem("standard input", "is not UTF-8", None, "a TOML file in UTF-8")]) from None
    return house_way.parse(text, "standard input")


def _way_or_problems(name: str, path: str | None) -> tuple[HouseWay | None, list[Problem]]:
    try:
        return _read(name, path), []
    except InputError as error:
        return None, [one._replace(where="--way") if one.where == "house_way" else one for one in error.problems]


def _seven(text: str, problems: list[Problem]) -> tuple[int, ...]:
    """Seven different cards; what is wrong with them is added to the problems."""
    from houseway.cards import NAMES, card, split_cards

    words = split_cards(text[:2000])
    found: list[int] = []
    for word in words[:60]:
        one = card(word)
        if one is None:
            near = nearest(word, NAMES) if len(word) < 4 else None
            problems.append(Problem("CARDS", "is not a card", shown(word), "cards such as As, Td, 10d, A♠ or Jk", near))
        elif one in found:
            problems.append(Problem("CARDS", "is there twice", NAMES[one], "each card once"))
        else:
            found.append(one)
    if len(words) != 7:
        problems.append(Problem("CARDS", "has the wrong number of cards", str(len(words)), "7 cards"))
    return tuple(found)


def _named(way: HouseWay) -> dict[str, Any]:
    return {"name": way.name, "version": way.version, "digest": way.digest}


def _told(way: HouseWay, held: tuple[int, ...], wheel: str) -> dict[str, Any]:
    """How the hand is set, as JSON has it."""
    from houseway.cards import names
    from houseway.ranking import joker
    from houseway.settlement.words import describe, describe_two

    lowest = wheel == "lowest"
    setting = way.set(held, lowest)
    return {
        "house_way": _named(way),
        "wheel": wheel,
        "cards": names(held),
        "high": {
            "cards": names(joker.in_order(setting.high, lowest)),
            "hand": describe(joker.fast_five(setting.high, lowest)),
        },
        "low": {"cards": names(setting.low), "hand": describe_two(joker.rank_two(setting.low))},
        "row": setting.row,
    }
