"""A release signed with a key of one's own, and `verify` with the other half of it."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from evaluator.canonical import sha256_hex
from evaluator.cli import main
from evaluator.dsse import BadKey, private_key, public_key, sign
from tests.evaluator.tiny_release import tiny_files

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))
PEM = KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def public(key: Any) -> bytes:
    data: bytes = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return data


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A release, its signature beside it, and public keys."""
    for path, data in tiny_files().items():
        (tmp_path / "release" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "release" / path).write_bytes(data)
    (tmp_path / "signature").write_bytes(sign(tiny_files()["manifest.json"], KEY))
    (tmp_path / "key.pub").write_bytes(public(KEY))
    (tmp_path / "other.pub").write_bytes(public(OTHER))
    return tmp_path


def verify(place: Path, key: str = "key.pub") -> int:
    return main(
        ["verify", str(place / "release"), "--signature", str(place / "signature"), "--public-key", str(place / key)]
    )


def test_the_owner_of_the_key_signed_this_release(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(place) == 0
    assert "signed by the key" in capsys.readouterr().out
    assert sign(tiny_files()["manifest.json"], private_key(PEM)) == (place / "signature").read_bytes()


def test_what_is_signed_is_the_pre_authentication_encoding_of_dsse(place: Path) -> None:
    """Built here from the words of the DSSE protocol, version 1: type and body, each after its length."""
    envelope = json.loads((place / "signature").read_bytes())
    body, kind = base64.b64decode(envelope["payload"]), envelope["payloadType"]
    assert kind == "application/vnd.in-toto+json"
    encoded = b" ".join([b"DSSEv1", str(len(kind)).encode(), kind.encode(), str(len(body)).encode(), body])
    KEY.public_key().verify(base64.b64decode(envelope["signatures"][0]["sig"]), encoded)
    statement = json.loads(body)
    assert statement["subject"] == [
        {"name": "manifest.json", "digest": {"sha256": sha256_hex(tiny_files()["manifest.json"])}}
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: sign(tiny_files(seed=2)["manifest.json"], KEY), "is the signature of another release"),
        (lambda text: sign(tiny_files()["manifest.json"], OTHER), "holds no signature by this key"),
        (lambda text: text.replace(b'"payload":"ey', b'"payload":"ez'), "holds no signature by this key"),
        (lambda text: text.replace(b"in-toto", b"other"), "is no DSSE envelope"),
        (lambda text: b"[]", "is no DSSE envelope"),
        (lambda text: b"not JSON", "not JSON"),
    ],
)
def test_another_signature_is_refused(place: Path, capsys: Any, change: Any, fault: str) -> None:
    (place / "signature").write_bytes(change((place / "signature").read_bytes()))
    assert verify(place) == 1
    assert fault in capsys.readouterr().out


def test_another_key_is_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(place, "other.pub") == 1
    assert "holds no signature by this key" in capsys.readouterr().out
    assert verify(place, "signature") == 1
    assert "holds no public key" in capsys.readouterr().out
    assert main(["verify", str(place / "release"), "--signature", str(place / "signature")]) == 2
    for pem in (b"", public(KEY), generate_private_key(SECP256R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )):  # fmt: skip
        with pytest.raises(BadKey):
            private_key(pem)
    with pytest.raises(BadKey, match="another kind"):
        public_key(public(generate_private_key(SECP256R1())))
