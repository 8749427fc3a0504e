"""Passwords and secrets: made, hashed, compared."""

from __future__ import annotations

import re
import secrets
import threading
from functools import cache
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher()  # argon2id with the library's parameters (RFC 9106, low memory)
_turns = threading.BoundedSemaphore(2)  # each takes 64 MiB and a core
_TOKEN = re.compile(r"(hwk|hws|hwa)_([0-9a-f]{16})_([0-9a-f]{64})")

KEY, SESSION, APPROVAL = "hwk", "hws", "hwa"
LEAST_PASSWORD, MOST_PASSWORD = 12, 200


class Token(NamedTuple):
    """A secret as it is handed out once: ``text``; kept are ``id`` and ``hash``."""

    text: str
    id: str
    hash: str


def new_token(kind: str) -> Token:
    """A new secret of 256 random bits."""
    id_, secret = secrets.token_hex(8), secrets.token_hex(32)
    return Token(f"{kind}_{id_}_{secret}", id_, _hash(secret))


def read_token(text: str) -> Token | None:
    """A secret as somebody brings it along; None for what is none."""
    found = _TOKEN.fullmatch(text)
    return None if found is None else Token(text, found[2], _hash(found[3]))


def same(hash_: str, other: str) -> bool:
    """Whether two hashes are equal, in a time that does not say where they differ."""
    return compare_digest(hash_, other)


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()  # of 256 random bits: nothing slower is needed


def hash_password(password: str) -> str:
    """The argon2 hash of a password."""
    with _turns:
        return _hasher.hash(password)


@cache
def _nobody() -> str:
    return _hasher.hash(secrets.token_hex(16))


def is_password(password: str, hash_: str | None) -> bool:
    """Whether a password is the one of a hash; without a hash it takes as long, and it is not."""
    with _turns:
        try:
            return _hasher.verify(hash_ or _nobody(), password) and hash_ is not None
        except (VerificationError, InvalidHashError):
            return False


def random_password() -> str:
    """A password of 120 random bits, in groups that can be copied by hand."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(6)) for _ in range(4))
