"""Files that are made once and kept: in the user's cache folder, few and small, written whole or not at all.

A file begins with the SHA-256 of what follows; one that does not fit is thrown away and made again. The name of a file
holds a digest of everything that its content depends on, so a new version of a house way never meets an old table.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.ranking import kernels_cache

Arrays = dict[str, NDArray[Any]]

MOST_BYTES = 256 << 20  # of the whole folder; the oldest files go first
_LINE = 65  # 64 hexadecimal digits and a newline


def folder() -> Path | None:
    """The folder of these files, or None where nothing is to be kept (``HOUSEWAY_CACHE=off``). It need not exist."""
    where = kernels_cache.folder()
    return None if where is None else where / "pai-gow-poker"


def digest(*parts: object) -> str:
    """A short digest of anything with a stable ``repr``."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def sources(*of: ModuleType | str) -> str:
    """A digest of the source text of modules, or files of this room: what they compute may change with it."""
    found = hashlib.sha256()
    for one in of:
        path = Path(__file__).with_name(one) if isinstance(one, str) else Path(one.__file__ or "")
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays as bytes, preceded by their hash."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **dict(arrays))
    body = buffer.getvalue()
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def unpack(data: bytes) -> Arrays | None:
    """The arrays, or None where the bytes are not what was written."""
    body = data[_LINE:]
    if len(data) < _LINE or hashlib.sha256(body).hexdigest().encode() + b"\n" != data[:_LINE]:
        return None
    with np.load(io.BytesIO(body), allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


def load(name: str) -> Arrays | None:
    """What was saved under this name, or None where there is none or it was damaged (then it is removed)."""
    where = folder()
    if where is None:
        return None
    try:
        data = (where / name).read_bytes()
    except OSError:
        return None
    found = unpack(data)
    if found is None:
        remove(name)
    return found


def save(name: str, arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Keep arrays under a name. False where the folder cannot be written: then they are made again next time."""
    where = folder()
    if where is None:
        return False
    data = pack(arrays)
    temporary = None
    try:
        where.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=where)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, where / name)
    except OSError:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        return False
    _bound(where, keep=name)
    return True


def remove(name: str) -> None:
    """Forget a file, if it is there and may be removed."""
    where = folder()
    if where is not None:
        with suppress(OSError):
            (where / name).unlink(missing_ok=True)


def _bound(where: Path, keep: str) -> None:
    """Remove the oldest files until the folder is small enough; never the one just written."""
    found = []
    for path in where.iterdir():
        try:
            status = path.stat()
        except OSError:
            continue  # another process removed it
        found.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in found)
    for _, size, path in sorted(found):
        if total <= MOST_BYTES:
            return
        if path.name != keep:
            remove(path.name)
            total -= size
