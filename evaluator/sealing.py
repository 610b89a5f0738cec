"""Commit to an answer without giving it: a hash in the public file, opened later by the answer and its salt.

Many answers come from a small space ("mutation", one of four labels), so a hash of the answer alone would tell it to
whoever tries them all. The salt prevents that. It is no random number that would have to be kept, but made from a key
that never leaves the server, so that the same gold gives the same bytes again, on every machine that holds the key.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import replace

from evaluator.canonical import JsonValue, canonical_bytes, sha256_hex
from evaluator.schema import ExamInstance, SealedAnswer

KEY_BYTES = 32
KEPT = ("canary", "domain")  # of the metadata; everything else could lead to a paper or to the answer
PRIVATE_ID = "instance"  # in the metadata held back: the id that the instance would have in the open


def salt_of(key: bytes, line: str, instance: str) -> str:
    """HMAC-SHA-256 (RFC 2104) of a release and an instance under the project's key: 64 hexadecimal characters.

    `line` names the release, such as "demo/1.0.0": a salt that is told with the answers of one opens no other.
    """
    return _keyed(key, "salt", line, instance)


def commitment(gold: Mapping[str, object], salt: str) -> str:
    """SHA-256 over the salt, a line feed and the canonical JSON (RFC 8785) of the answer, in hexadecimal."""
    return sha256_hex(salt.encode() + b"\n" + canonical_bytes(gold))


def opens(sealed: str, gold: Mapping[str, object], salt: str) -> bool:
    """Whether this is the answer that was committed to."""
    return hmac.compare_digest(sealed, commitment(gold, salt))


def sealed_id(key: bytes, task: str, instance: str) -> str:
    """The id of a sealed instance. An open id is a hash of the papers' names, which whoever knows them could try."""
    return f"{task}-{_keyed(key, 'id', instance)[:12]}"


def sealed_seed(key: bytes, line: str, seed: int) -> int:
    """The seed of a sealed split. With the release's own, whoever knows the papers could draw the same instance."""
    return int(_keyed(key, "seed", line, str(seed))[:12], 16)


def seal(instance: ExamInstance, *, key: bytes, line: str) -> tuple[ExamInstance, SealedAnswer]:
    """The row that goes out, and what the server keeps of it. Raises ValueError for one that is sealed already."""
    id = sealed_id(key, instance.task, instance.id)
    salt = salt_of(key, line, id)
    public = {name: value for name, value in instance.metadata.items() if name in KEPT}
    shown = replace(instance, id=id, gold=None, sealed=commitment(instance.answer, salt), metadata=public)
    held = {name: value for name, value in instance.metadata.items() if name not in KEPT}
    return shown, SealedAnswer(id=id, gold=instance.answer, salt=salt, metadata={**held, PRIVATE_ID: instance.id})


def unseal(instance: ExamInstance, answer: SealedAnswer) -> ExamInstance:
    """The instance as the server scores it. Raises ValueError when the answer is not the one committed to."""
    if instance.id != answer.id or not opens(instance.sealed, answer.gold, answer.salt):
        raise ValueError(f"the answer of {answer.id} is not the one that {instance.id} commits to")
    return replace(instance, gold=answer.gold, sealed="", metadata={**instance.metadata, **answer.metadata})


def _keyed(key: bytes, *parts: JsonValue) -> str:
    if len(key) != KEY_BYTES:
        raise ValueError(f"a sealing key has {KEY_BYTES} bytes, not {len(key)}")
    return hmac.new(key, canonical_bytes(list(parts)), hashlib.sha256).hexdigest()
