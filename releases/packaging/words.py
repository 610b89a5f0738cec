"""What the tables and files hold, said once for the data card, Croissant and RO-Crate."""

TABLE_WORDS = {
    "papers": "a paper: metadata, licence, the text that offsets count in (null where it may not be passed on)",
    "objects": "an idea object of a paper: type, content, contribution role, evidence",
    "diffs": "the gold GenomeDiff of a pair of papers: fates, origins, drivers, ecology, dynamics, labels under it",
    "alignments": "one aligned edge of a diff: source object, target object, evidence on both sides",
    "traces": "an ordered lineage of papers with the diff of each step",
    "exam": "an exam instance: question, anonymized context, answer schema, gold (null where sealed)",
}
NESTED = (
    "`data/parquet/<table>/<split>.parquet` is canonical; `data/jsonl/` holds the same rows, one a line. In Parquet "
    "the mappings `fates`, `origins` and `provenance` are lists of `key` and `value`, and free JSON (`context`, "
    "`answer_schema`, `gold`, `metadata`) is text to be parsed. Offsets are Unicode code points: in Python, "
    "`text[start:end] == quote`. `schema/` holds a JSON Schema of every record."
)
FILE_WORDS = {
    "README.md": "The data card, for people and for Hugging Face.",
    "LICENSE": "The licence of the labels.",
    "CHANGELOG.md": "What this version brings.",
    "CITATION.cff": "How to cite the release.",
    "croissant.json": "The tables for programs that read Croissant.",
    "provenance.json": "Where the release comes from, as PROV-JSON.",
    "attestation.json": "An in-toto statement with the SHA-256 of every data file.",
    "audit": "What the audits found, or the agreement before adjudication.",
    "history": "The log of revisions of gold.",
    "schema": "JSON Schema of a kind of record.",
    "spec": "A rule of the release: task types, domains, rendering of traces, scores.",
}
