"""What a ledger raises besides ``InputError``: each with one ``problem`` (a place, what was found, what is allowed)."""

from __future__ import annotations

from houseway.problems import HousewayError, Problem, shown


class LedgerError(HousewayError):
    """The root of what the ledger raises on purpose, beside ``InputError``. ``problem`` says where and what."""

    def __init__(self, where: str, message: str, found: object = None, allowed: str | None = None) -> None:
        self.problem = Problem(where, message, None if found is None else shown(found, 200), allowed)
        super().__init__(str(self.problem))

    def to_dict(self) -> dict[str, list[dict[str, str | None]]]:
        """The same JSON as an InputError's: ``{"problems": [...]}`` with one problem."""
        return {"problems": [self.problem.to_dict()]}


class NotFoundError(LedgerError):
    """A round, table, meter or submission that this ledger does not hold."""


class ConflictError(LedgerError):
    """What was asked does not agree with what is recorded: other content under a known id, a round that is void already,
    a meter that has been retired. Asking again does not help."""


class StorageError(LedgerError):
    """The database could not be read or written: a full disk, a read-only file, a lock held too long, a server gone.

    Nothing of what was asked has been recorded, with one exception: where the connection broke during the commit
    (``in_doubt``) it may have been. Asking again is right in either case; a round is then answered as the first time.
    """

    def __init__(self, message: str, found: object = None, allowed: str | None = None, *, in_doubt: bool = False) -> None:
        self.in_doubt = in_doubt
        super().__init__("database", message, found, allowed)


class DurabilityError(StorageError):
    """The database is not set to keep what it has committed (``fsync``, ``synchronous_commit``, ``synchronous``, ...)."""


class DamagedError(StorageError):
    """What the database holds contradicts itself; ``verify`` names the first place."""


class SignatureError(LedgerError):
    """An export whose signature, or whose chain, is not what its key signed."""
