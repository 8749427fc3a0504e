"""Whole documents and dialogues as text. Each was read line by line against the example it is of before it was kept.

``python -m submission.test_shown``, with ``tests`` on the path, writes them again; read what changed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from houseway.cli.main import cli
from houseway.regulation import law_hash
from houseway.version import __version__

HERE = Path(__file__).parent / "shown"
EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
UTH, FORTUNE = "ultimate-texas-holdem.toml", "pai-gow-poker-fortune.toml"
EMPEROR = "pai-gow-poker-emperors-challenge.toml"
# The questions of ``new``, answered wrongly where an answer can be wrong, then rightly.
ASKED = {
    "new-uth.txt": [
        "uth", "ultimate-texas-holdem", "", "Example Casino", "yesterday", "2015-07-01", "2015-01-01", "2016-12-31",
        "0", "100", "C", "B", "y", "E", "C", "25", "y", "1, 2", "1, 5", "9999.99", "10000", "9999", "10000", "none", "22%",
        "y", "1", "y", "n", "10000", "10000.01", "15%", "fold", "settle", "lose", "flop", "hole", "meter",
        "50000", "51750",
    ],
    "new-pgp.txt": [
        "pai-gow-poker", "Example Casino", "2015-07-01", "", "royal", "fortune", "house", "foxwoods", "10", "down",
        "nearest-quarter", "y", "A", "1", "n", "y", "A", "E", "1", "y", "1", "1999.99", "2000", "2000", "none", "y", "1", "y",
        "1", "n", "y", "1", "", "", "natural", "", "49999.99", "none",
    ],
}  # fmt: skip
SHOWN = {
    "filing-uth.txt": ("show", UTH),
    "filing-pgp.txt": ("show", FORTUNE),
    "filing-pgp.html": ("show", FORTUNE, "--format", "html"),
    "table-uth.txt": ("show", UTH, "--sheet", "table"),
    "table-pgp.txt": ("show", EMPEROR, "--sheet", "table"),
    "check.txt": ("check", "not-compliant.toml"),
    "check.json": ("check", "not-compliant.toml", "--format", "json"),
    "diff.txt": ("diff", "history/2015-07-01.toml", "history/2017-01-01.toml"),
    "diff.json": ("diff", "history/2016-01-01.toml", "history/2017-01-01.toml", "--format", "json"),
    "history.json": ("history", "history", "--on", "2016-06-01", "--format", "json"),
    **dict.fromkeys(ASKED, ("new", "new.toml")),
}


def said(name: str, folder: Path) -> str:
    """What the command says, with the examples as the working folder; ``new`` with the file that it wrote."""
    arguments = list(SHOWN[name])
    before = Path.cwd()
    os.chdir(folder if name in ASKED else EXAMPLES)
    try:
        stdin = "\n".join(ASKED[name]) + "\n" if name in ASKED else None
        result = CliRunner().invoke(cli, ["submission", *arguments], input=stdin)
        written = Path("new.toml").read_text(encoding="utf-8") if name in ASKED and Path("new.toml").exists() else ""
    finally:
        os.chdir(before)
    text = re.sub(r"\[20\d\d-\d\d-\d\d\]", "[{today}]", result.output + written)
    return text.replace(law_hash(), "{law}").replace(law_hash()[:16], "{law}").replace(f"houseway {__version__}", "{version}")


@pytest.mark.parametrize("name", SHOWN)
def test_shown(name: str, tmp_path: Path) -> None:
    assert said(name, tmp_path) == (HERE / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    for kept in SHOWN:
        with tempfile.TemporaryDirectory() as scratch:
            (HERE / kept).write_text(said(kept, Path(scratch)), encoding="utf-8")
