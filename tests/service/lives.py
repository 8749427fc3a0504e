"""Server processes that live for a moment: ``houseway serve``, started again and again on one port.

``python -m service.lives`` imports the program once and forks a process for each line of JSON (the arguments) that it reads;
each is a ``houseway serve`` of its own, and one that starts in a tenth of the time. ``plain`` starts one from the shell's side.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
READY = "Ctrl-C stops it"


class Lives:
    """One port, one database, one server process at a time."""

    def __init__(self, url: str, port: int, folder: Path) -> None:
        self.arguments = ["serve", "--database", url, "--port", str(port), "--log-level", "error"]
        self.said, self.errors = folder / "stdout", folder / "stderr"
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        self._environment = {**os.environ, "PYTHONPATH": path}
        self._source = subprocess.Popen(
            [sys.executable, "-m", "service.lives", str(self.said), str(self.errors)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self._environment, text=True,
        )  # fmt: skip
        self._plain: subprocess.Popen[bytes] | None = None
        self.pid = 0

    def start(self, *, plain: bool = False) -> None:
        """Start a server and wait until it serves."""
        self.said.write_bytes(b"")
        if plain:
            command = [sys.executable, "-m", "houseway.cli.main", *self.arguments]
            with self.said.open("ab") as said, self.errors.open("ab") as errors:
                self._plain = subprocess.Popen(command, stdout=said, stderr=errors, env=self._environment)
            self.pid = self._plain.pid
        else:
            self.pid = int(self._tell(json.dumps(self.arguments)))
        deadline = time.monotonic() + 60
        while READY not in self.said.read_text():
            assert time.monotonic() < deadline, f"the server does not start:\n{self.errors.read_text()[-3000:]}"
            time.sleep(0.005)

    def kill(self) -> None:
        """Signal 9, and gone when this returns."""
        os.kill(self.pid, signal.SIGKILL)
        if self._plain is not None:
            self._plain.wait()
            self._plain = None
        else:
            self._tell("wait")

    def close(self) -> None:
        """No more lives."""
        assert self._source.stdin is not None
        self._source.stdin.close()
        self._source.wait(30)

    def _tell(self, line: str) -> str:
        assert self._source.stdin is not None
        assert self._source.stdout is not None
        self._source.stdin.write(line + "\n")
        self._source.stdin.flush()
        return self._source.stdout.readline().strip()


def main() -> None:
    import houseway.ledger
    import houseway.service  # everything that a server needs, imported once
    from houseway.cli import serve
    from houseway.cli.main import main as command

    assert houseway.ledger
    assert houseway.service
    assert serve
    pid = 0
    for line in sys.stdin:
        if line.strip() == "wait":
            os.waitpid(pid, 0)
            print("gone", flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            for number, path in ((1, sys.argv[1]), (2, sys.argv[2])):
                os.dup2(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), number)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            sys.argv = ["houseway", *json.loads(line)]
            code = 1
            try:
                command()
                code = 0
            except SystemExit as end:
                code = int(end.code or 0)
            finally:
                sys.stdout.flush()
                os._exit(code)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
