"""A disk that really runs full under a ledger, on SQLite and on PostgreSQL, and then has room again.

Needs a system on which this user may mount a small file system in memory (root may). Every round acknowledged before and
after must be there, what was refused must not be, a PostgreSQL that went down must come up again, and the record must verify.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from houseway.ledger import Ledger, NotFoundError, StorageError
from houseway.ledger.verifying import verify
from ledger.house import any_round, furnish
from postgres import Postgres

BALLAST = "ballast"


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A file system of so many megabytes."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-disk-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


def fill(folder: Path, leave: int) -> None:
    """Take all the room but so many bytes."""
    free = shutil.disk_usage(folder).free
    (folder / BALLAST).write_bytes(b"\0" * max(0, free - leave))


def post_until_refused(ledger: Ledger, name: str) -> tuple[dict[tuple[str, str], bytes | None], tuple[str, str]]:
    """Rounds until one is refused: what was acknowledged, and which was not."""
    done: dict[tuple[str, str], bytes | None] = {}
    for number in range(100_000):
        document = any_round(Random(f"{name} {number}"), f"{name} {number}")
        try:
            done[document["table"], document["round_id"]] = ledger.post(document, by="d").answer
        except StorageError as error:
            if "no room left" not in str(error) and not error.in_doubt:
                raise
            return done, (document["table"], document["round_id"])
    raise RuntimeError("the disk never ran full")


def check(ledger: Ledger, done: dict[tuple[str, str], bytes | None], refused: tuple[str, str], in_doubt: bool) -> None:
    for (table, round_id), answer in done.items():
        if ledger.find_round(table, round_id).answer != answer:
            raise RuntimeError(f"{round_id} is not there as it was acknowledged")
    with suppress(NotFoundError):
        ledger.find_round(*refused)
        if not in_doubt:
            raise RuntimeError(f"{refused[1]} was refused and is there")
    report = verify(ledger.database)
    if report.divergence is not None:
        raise RuntimeError(str(report.divergence))


def on_sqlite() -> None:
    with small_disk(6) as folder, Ledger(folder / "ledger.sqlite") as ledger:
        furnish(ledger)
        fill(folder, 400_000)
        first, refused = post_until_refused(ledger, "before")
        if ledger.meter("uth-bonus").status != "active":
            raise RuntimeError("a full disk keeps readers out")
        (folder / BALLAST).unlink()
        check(ledger, first, refused, False)
        second, refused = post_until_refused(ledger, "after")
    print(f"ledger disk, SQLite: full after {len(first)} rounds, on again with {len(second)} more, refused cleanly twice")


def on_postgresql() -> None:
    with small_disk(400) as folder:
        server = Postgres(folder / "server", wal_recycle="off", min_wal_size="32MB", max_wal_size="64MB", wal_init_zero="off")
        try:
            with Ledger(server.url()) as ledger:
                furnish(ledger)
                fill(folder, 3_000_000)
                done, refused = post_until_refused(ledger, "before")
                (folder / BALLAST).unlink()
                went_down = not server.answers()
                if went_down:
                    server.restart()
                check(ledger, done, refused, True)
                document = any_round(Random("after"), "after")
                ledger.post(document, by="d")
        finally:
            server.remove()
    state = "went down and came up again" if went_down else "stayed up"
    print(f"ledger disk, PostgreSQL: full after {len(done)} rounds; the server {state}, everything acknowledged is there")


def main() -> int:
    try:
        on_sqlite()
        on_postgresql()
    except subprocess.CalledProcessError as error:
        print(f"ledger disk: not proved here: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
