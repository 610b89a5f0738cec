"""A signature of a release: a DSSE envelope (ed25519) around an in-toto statement about its manifest.json.

The manifest lists every other file by SHA-256, so that a signature of it covers the release. The envelope lies beside
the release, not in it: its bytes depend on a key, those of a release on gold alone.
"""

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import cast

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from evaluator.canonical import canonical_bytes, sha256_hex
from evaluator.faults import Fault
from evaluator.strictjson import BadJson, parse
from evaluator.write import MANIFEST

PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "urn:ideagene:workbench:release:1"


class BadKey(ValueError):
    """The file holds no ed25519 key in PEM, or one that needs a password."""


class _BadEnvelope(ValueError):
    """Why a signature file was refused."""


def private_key(pem: bytes) -> Ed25519PrivateKey:
    """The key in a PEM file such as `openssl genpkey -algorithm ed25519` writes. Raises BadKey."""
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadKey(f"holds no private key that can be read: {error}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey("holds a key of another kind than ed25519")
    return key


def public_key(pem: bytes) -> Ed25519PublicKey:
    """The key in a PEM file such as `openssl pkey -pubout` writes. Raises BadKey."""
    try:
        key = load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise BadKey(f"holds no public key that can be read: {error}") from error
    if not isinstance(key, Ed25519PublicKey):
        raise BadKey("holds a key of another kind than ed25519")
    return key


def sign(manifest: bytes, key: Ed25519PrivateKey) -> bytes:
    """The envelope for the bytes of a manifest.json: the same each time, for ed25519 draws nothing at random."""
    said = cast(Mapping[str, str], parse(manifest))
    payload = canonical_bytes(
        {
            "_type": STATEMENT,
            "subject": [{"name": MANIFEST, "digest": {"sha256": sha256_hex(manifest)}}],
            "predicateType": PREDICATE,
            "predicate": {"project": said["project"], "release": said["release"]},
        }
    )
    signature = {"keyid": key_id(key.public_key()), "sig": _text(key.sign(_signed(PAYLOAD_TYPE, payload)))}
    envelope = {"payload": _text(payload), "payloadType": PAYLOAD_TYPE, "signatures": [signature]}
    return canonical_bytes(envelope) + b"\n"


def key_id(key: Ed25519PublicKey) -> str:
    """SHA-256 of the public key in DER: names a key, proves nothing."""
    return sha256_hex(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))


def signature_faults(envelope: bytes, key: Ed25519PublicKey, manifest: bytes, path: str) -> Iterator[Fault]:
    """Why the envelope (named `path`) does not show that the key's owner signed this manifest; nothing when it does."""
    try:
        payload = _verified(envelope, key)
        statement = _object(parse(payload))
        subjects = statement.get("subject")
        named = [_object(each) for each in subjects] if isinstance(subjects, list) else []
        hashes = [_object(each.get("digest")).get("sha256") for each in named if each.get("name") == MANIFEST]
    except (_BadEnvelope, BadJson) as error:
        yield Fault(message=str(error), path=path)
        return
    if statement.get("_type") != STATEMENT or statement.get("predicateType") != PREDICATE:
        yield Fault(message="is about something else than a release of the workbench", path=path)
    elif hashes != [sha256_hex(manifest)]:
        yield Fault(message=f"is the signature of another release: its SHA-256 is not that of {MANIFEST}", path=path)


def _verified(envelope: bytes, key: Ed25519PublicKey) -> bytes:
    """The payload, once a signature of the key was found on it."""
    data = _object(parse(envelope))
    if data.get("payloadType") != PAYLOAD_TYPE:
        raise _BadEnvelope(f"is no DSSE envelope around {PAYLOAD_TYPE}")
    payload, signatures = _bytes(data.get("payload")), data.get("signatures")
    for each in signatures if isinstance(signatures, list) else []:
        try:
            key.verify(_bytes(_object(each).get("sig")), _signed(PAYLOAD_TYPE, payload))
        except InvalidSignature:
            continue
        return payload
    raise _BadEnvelope("holds no signature by this key")


def _signed(kind: str, payload: bytes) -> bytes:
    """What DSSE v1 signs: type and payload, each with its length, so that neither can be read as the other."""
    return b"DSSEv1 %d %s %d %s" % (len(kind.encode()), kind.encode(), len(payload), payload)


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _BadEnvelope("is no DSSE envelope around an in-toto statement")
    return value


def _bytes(value: object) -> bytes:
    try:
        return base64.b64decode(value if isinstance(value, str) else "", validate=True)
    except (binascii.Error, ValueError) as error:
        raise _BadEnvelope("holds what is no base64") from error


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
