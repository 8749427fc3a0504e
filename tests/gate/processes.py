"""The command line as a process, on an input that may be anything: an answer with its exit code, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import houseway
from gate.mutating import REFUSED, SETTLED, Case, Wrong

MAIN = [sys.executable, "-m", "houseway.cli.main"]


def run(
    *arguments: str, data: bytes | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """``houseway`` with these arguments; ``data`` is its standard input."""
    return subprocess.run(
        [*MAIN, *arguments],
        input=data if data is not None else b"",
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, **(environment or {})},
    )


def judge_process(case: Case) -> str:
    """As ``judge``, of a case of damaged bytes under the default submission: the command agrees with the Python API."""
    if case.data is None:
        raise ValueError("a process is given bytes")
    done = run("settle", "-", "--format", "json", data=case.data)
    errors = done.stderr.decode("utf-8")
    if "Traceback" in errors:
        raise Wrong(f"a traceback:\n{errors}")
    from houseway.settlement.document import json_document

    try:
        result: Any = houseway.settle(json_document(case.data, "standard input"))
    except houseway.InputError as error:
        if done.returncode != 2 or done.stdout or json.loads(errors) != error.to_dict():
            raise Wrong(f"exit code {done.returncode}, where 2 and the problems were expected:\n{errors}") from None
        return REFUSED
    if done.returncode != (1 if result.paid_wrongly else 0) or errors or json.loads(done.stdout) != result.to_dict():
        raise Wrong(f"exit code {done.returncode} and another result than the Python API's:\n{errors}")
    return SETTLED
