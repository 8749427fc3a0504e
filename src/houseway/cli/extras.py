"""What a command needs beyond the base install, said plainly where it is missing."""

from __future__ import annotations

from houseway.problems import InputError, Problem


def needs_exact() -> None:
    """Raises InputError where numpy or numba is not installed."""
    from importlib.util import find_spec

    missing = [name for name in ("numpy", "numba") if find_spec(name) is None]
    if missing:
        said = "the exact mathematics needs more than the base install"
        raise InputError([Problem("houseway", said, f"no {' and no '.join(missing)}", "pip install 'houseway[exact]'")])
