"""Every kind of problem of a house way whole: place, sentence, found, allowed, nearest word. Read before it was kept.

``python -m house_way.test_problems_in_full``, with ``tests`` on the path, writes ``told/problems.txt`` again.
"""

from __future__ import annotations

from pathlib import Path

from houseway.games.house_way.reading import MOST_LETTERS, MOST_NAME, MOST_ROWS, MOST_STEPS, parse
from houseway.problems import InputError

KEPT = Path(__file__).parent / "told" / "problems.txt"
HEAD = 'name = "own"\nversion = "1"\n'
ROW = '[[row]]\nholds = "no pair"\nset = "low = s1 s2"\n'


def row(holds: str, *steps: str) -> str:
    return HEAD + f"[[row]]\nholds = {holds}\nset = [{', '.join(repr(step) for step in steps)}]\n"


def step(text: str, holds: str = '"one pair"') -> str:
    return row(holds, text)


TEXTS: dict[str, str] = {
    "no TOML": "name = ",
    "nothing": "",
    "keys": HEAD + 'nam = "x"\nrows = 1\n' + ROW + 'hold = "x"\n',
    "name of capitals": ROW.join(['name = "Own Way"\nversion = "1"\n', ""]),
    "longest name": f'name = "{"a" * MOST_NAME}"\nversion = "1"\n' + ROW,
    "longer name": f'name = "{"a" * (MOST_NAME + 1)}"\nversion = "1"\n' + ROW,
    "texts that are none": 'name = 1\nversion = " "\ndescription = "a\\nb"\n' + ROW,
    "longest text": HEAD + f'description = "{"a" * MOST_LETTERS}"\n' + ROW,
    "longer text": HEAD + f'description = "{"a" * (MOST_LETTERS + 1)}"\n' + ROW,
    "row that is no table": HEAD + "row = 1\n",
    "rows that are no tables": HEAD + "row = [1]\n",
    "no rows": HEAD + "row = []\n",
    "most rows": HEAD + ROW * MOST_ROWS,
    "more rows": HEAD + ROW * (MOST_ROWS + 1),
    "no holds and no set": HEAD + "[[row]]\n",
    "holds of numbers": HEAD + "[[row]]\nholds = [1, 'no pair', 2]\nset = 'low = s1 s2'\n",
    "holds nothing": HEAD + "[[row]]\nholds = []\nset = 'low = s1 s2'\n",
    "holds what cannot be": row('"two pair"', "low = the lower pair"),
    "holds a rank that is none": row('"one pair, 1 to 6"', "low = s1 s2"),
    "holds ranks the wrong way round": row('"one pair, K to 7"', "low = s1 s2"),
    "holds a misspelt rank": row('"one pair, kng or better"', "low = s1 s2"),
    "set that is no list": HEAD + "[[row]]\nholds = 'no pair'\nset = 7\n",
    "no steps": HEAD + "[[row]]\nholds = 'no pair'\nset = []\n",
    "most steps": row('"no pair"', *["low = s1 s2"] * MOST_STEPS),
    "more steps": row('"no pair"', *["low = s1 s2"] * (MOST_STEPS + 1)),
    "steps that are no text": HEAD + "[[row]]\nholds = 'no pair'\nset = [1, '', 'a\tb']\n",
    "a step that is none": step("lows = s1 s2"),
    "a step like none": step("zzzz"),
    "a part that is not there": step("low = s1 s9"),
    "a pair that is not there": step("low = the higher pair", '"three of a kind and one pair"'),
    "one card": step("low = s1"),
    "three cards": step("low = s1 s2 s3"),
    "a group and a single": step("low = pair s1"),
    "no condition": step("low = s1 s2 if s1 = ace"),
    "a condition on what is not there": step("low = s1 s2 if the lower pair is 2"),
    "a condition of no rank": step("low = s1 s2 if s1 is a knave"),
    "split of no four and no two pairs": step("split"),
    "a least that is none": step("best made hand with low at least jack-hih"),
    "a least of no rank": step("best made hand with low at least one-high"),
    "problems of two rows": HEAD + ROW.replace("no pair", "no pairs") + "\n" + ROW.replace("s1 s2", "s1 x"),
}


def told() -> str:
    """Each text with its problems; ``read`` where it is understood."""
    lines = []
    for name, text in TEXTS.items():
        lines.append(name)
        try:
            parse(text, "own.toml")
            lines.append("  read")
        except InputError as error:
            for problem in error.problems:
                near = f"; nearest {problem.nearest}" if problem.nearest else ""
                lines.append(f"  {problem.where}: {problem.message}")
                lines.append(f"    found {problem.found}; allowed {problem.allowed}{near}")
    return "\n".join(lines) + "\n"


def test_every_problem() -> None:
    assert told() == KEPT.read_text(encoding="utf-8")


if __name__ == "__main__":
    KEPT.write_text(told(), encoding="utf-8")
