"""Every describing file of a release, from its facts."""

from evaluator.write import manifest_entry, schema_files
from releases.packaging import rocrate
from releases.packaging.attestation import attestation
from releases.packaging.card import data_card
from releases.packaging.citation import citation_cff
from releases.packaging.croissant import croissant
from releases.packaging.facts import Facts
from releases.packaging.prov import prov_json
from releases.packaging.specs import spec_files


def package_files(facts: Facts) -> dict[str, bytes]:
    """Path → bytes of all files but those in `facts.files`, the manifest and the checksums."""
    files = {
        "README.md": data_card(facts),
        "LICENSE": _licence(facts),
        "CHANGELOG.md": _changelog(facts),
        "CITATION.cff": citation_cff(facts),
        "croissant.json": croissant(facts),
        "provenance.json": prov_json(facts),
        "attestation.json": attestation(facts),
        **spec_files(facts),
        **schema_files(facts.canary),
    }
    entries = [manifest_entry(path, data) for path, data in files.items()]
    return {**files, rocrate.PATH: rocrate.ro_crate(facts, [*facts.files, *entries])}


def _licence(facts: Facts) -> bytes:
    where = f"Its text: {facts.licence_url}\n" if facts.licence_url != "LICENSE" else ""
    return (
        f"SPDX-License-Identifier: {facts.licence}\n\n"
        f"{where}"
        "It covers the labels and everything else that is not a paper's text. The text and the quotes of a paper keep\n"
        "the licence that its row in the table of papers names.\n\n"
        f"Canary: {facts.canary}\n"
    ).encode()


def _changelog(facts: Facts) -> bytes:
    since = f"Since {facts.previous.release}." if facts.previous else "First release."
    return f"# {facts.version}\n\n{facts.notes.strip() or since}\n\nCanary: {facts.canary}\n".encode()
