"""Signed exports: an Ed25519 key signs a statement of what an export holds; the chain of hashes carries it to every event.

The private key is a PEM file (PKCS #8, unencrypted) that only its owner may read. It is made when it is first needed. The
public key is what the receiver of exports is given once, by another way than the exports.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.ledger.canonical import canonical
from houseway.ledger.errors import SignatureError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

STATEMENT = "houseway ledger export"
MOST_KEY_BYTES = 10_000


def default_key_path() -> Path:
    """Where the private key is kept when no path is given: ``ledger-signing-key.pem`` in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("houseway") / "ledger-signing-key.pem"


def private_key(path: Path | None = None) -> Ed25519PrivateKey:
    """The private key in a PEM file, made where there is none. Raises SignatureError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    path = path or default_key_path()
    if not path.exists():
        return _made(path)
    try:
        key = load_pem_private_key(_key_bytes(path), None)
    except (ValueError, TypeError) as error:
        raise SignatureError(
            "key", f"is no private key that can be read: {error}", str(path), "an Ed25519 key in PEM"
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise SignatureError("key", "is of another kind", str(path), "an Ed25519 key in PEM")
    return key


def _made(path: Path) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise SignatureError("key", f"cannot be made: {error.strerror}", str(path), "a place that may be written") from None
    return key


def public_key(path: Path) -> Ed25519PublicKey:
    """The public key in a PEM file. Raises SignatureError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(_key_bytes(path))
    except ValueError as error:
        raise SignatureError("key", f"is no public key that can be read: {error}", str(path), "an Ed25519 key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise SignatureError("key", "is of another kind", str(path), "an Ed25519 key in PEM")
    return key


def _key_bytes(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MOST_KEY_BYTES)
    except OSError as error:
        raise SignatureError("key", f"cannot be read: {error.strerror}", str(path), "the path of a key in PEM") from None


def public_pem(key: Ed25519PrivateKey) -> str:
    """The public half of a key, as text to hand out."""
    from cryptography.hazmat.primitives import serialization as form

    return key.public_key().public_bytes(form.Encoding.PEM, form.PublicFormat.SubjectPublicKeyInfo).decode()


def signed(statement: dict[str, Any], key: Ed25519PrivateKey) -> dict[str, Any]:
    """A statement with its signature, as it stands at the head of an export."""
    from cryptography.hazmat.primitives import serialization as form

    raw = key.public_key().public_bytes(form.Encoding.Raw, form.PublicFormat.Raw)
    return {"statement": statement, "public_key": raw.hex(), "signature": key.sign(_signed_text(statement)).hex()}


def check_signature(head: object, key: Ed25519PublicKey) -> dict[str, Any]:
    """The statement of an export, once its signature is known to be of ``key``. Raises SignatureError."""
    from cryptography.exceptions import InvalidSignature

    statement = head.get("statement") if isinstance(head, dict) else None
    signature = head.get("signature") if isinstance(head, dict) else None
    if not isinstance(statement, dict) or not isinstance(signature, str):
        raise SignatureError("export", "does not begin with a signed statement", None, "an export of houseway ledger")
    try:
        key.verify(bytes.fromhex(signature), _signed_text(statement))
    except (InvalidSignature, ValueError):
        raise SignatureError("signature", "is not of this key, or the statement was changed", signature[:20]) from None
    if statement.get("what") != STATEMENT or statement.get("format") != 1:
        raise SignatureError(
            "statement", "is not of an export that this houseway reads", str(statement.get("format")), "format 1"
        )
    return statement


def _signed_text(statement: dict[str, Any]) -> bytes:
    return canonical(statement).encode()
