"""A sealed answer cannot be found by trying all answers; with its salt anyone can check it."""

import hashlib
from dataclasses import replace

import pytest

from evaluator.canonical import canonical_bytes
from evaluator.convert import to_json
from evaluator.sealing import commitment, opens, salt_of, seal, sealed_id, sealed_seed, unseal
from evaluator.vocabulary import Dynamics
from tests.releases.tiny_book import of_task, tiny_book

KEY, OTHER = bytes(range(32)), bytes(32)
LINE = "demo/1.0.0"
INSTANCE = of_task(tiny_book(), "dynamics")[0]


def test_a_commitment_is_what_everybody_can_compute_from_answer_and_salt() -> None:
    """SHA-256 of "salt\\n{"dynamics":"mutation"}", with hashlib alone."""
    salt = salt_of(KEY, LINE, "one")
    assert (len(salt), salt == salt_of(KEY, LINE, "one")) == (64, True)
    made = commitment({"dynamics": "mutation"}, salt)
    assert made == hashlib.sha256(salt.encode() + b'\n{"dynamics":"mutation"}').hexdigest()
    assert opens(made, {"dynamics": "mutation"}, salt)
    assert not opens(made, {"dynamics": "speciation"}, salt)
    assert len({salt_of(key, line, id) for key in (KEY, OTHER) for line in (LINE, "demo/1.0.1") for id in "ab"}) == 8


def test_no_answer_of_a_small_space_is_found_without_the_salt() -> None:
    shown, kept = seal(INSTANCE, key=KEY, line=LINE)
    tries = [{"dynamics": each.value} for each in Dynamics]
    hashes = {hashlib.sha256(canonical_bytes(each)).hexdigest() for each in tries}
    hashes |= {commitment(each, salt) for each in tries for salt in ("", shown.id, INSTANCE.id, LINE)}
    hashes |= {commitment(each, salt_of(OTHER, LINE, shown.id)) for each in tries}
    assert shown.sealed not in hashes
    assert [each for each in tries if opens(shown.sealed, each, kept.salt)] == [kept.gold]


def test_what_goes_out_leads_to_no_paper_and_what_is_kept_brings_all_back() -> None:
    shown, kept = seal(INSTANCE, key=KEY, line=LINE)
    assert (shown.gold, set(shown.metadata)) == (None, {"canary", "domain"})
    assert shown.id not in (INSTANCE.id, sealed_id(OTHER, INSTANCE.task, INSTANCE.id))
    row = canonical_bytes(to_json(shown)).decode()
    for word in ("alder", "birch", "cedar", "xenon", INSTANCE.id, kept.salt):
        assert word not in row
    back = unseal(shown, kept)
    assert (back.gold, back.metadata["labels"]) == (INSTANCE.gold, INSTANCE.metadata["labels"])
    assert seal(INSTANCE, key=KEY, line=LINE) == (shown, kept)
    with pytest.raises(ValueError, match="not the one"):
        unseal(shown, replace(kept, gold={"dynamics": "isolation"}))
    with pytest.raises(ValueError, match="is sealed"):
        seal(shown, key=KEY, line=LINE)
    with pytest.raises(ValueError, match="32 bytes"):
        seal(INSTANCE, key=b"short", line=LINE)
    assert sealed_seed(KEY, LINE, 1) not in (1, sealed_seed(OTHER, LINE, 1), sealed_seed(KEY, LINE, 2))
