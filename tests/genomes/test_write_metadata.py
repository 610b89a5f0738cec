"""BibTeX and CSL-JSON that we write are read back unchanged, whatever the words are."""

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genomes.metadata import Record, clean, read_metadata
from genomes.metadata.write import parts_of, write_bibtex, write_csl

hard = st.one_of(
    st.sampled_from([*"\\{}$%&#_~^-`'<>?!,\"@= ab1é日;./:\n"]),
    st.sampled_from(
        [" and ", "van ", "<i>", "&amp;", "@x{", "arXiv:", " Jr", "Abstract\n\n", "\n\n", "others", "{\\a}"]
    ),
    st.characters(exclude_categories=("Cs", "Cc")),
)
texts = st.lists(hard, max_size=12).map("".join)
lines = texts.map(clean.line)
said = lines.filter(bool)
records = st.builds(
    Record,
    key=st.from_regex(r"\A[a-z0-9][a-z0-9-]{0,10}\Z"),
    title=said,
    authors=st.lists(said, max_size=3).map(tuple),
    published=st.none() | st.dates(),
    venue=lines,
    doi=st.from_regex(r"\A10\.[0-9]{4,6}/[a-z0-9._;()<>:/-]{1,12}\Z").map(clean.doi) | st.just(""),
    arxiv_id=st.sampled_from(["", "1706.03762", "hep-th/9901001"]),
    other_ids=st.dictionaries(st.sampled_from(["openalex", "pmid", "s2"]), said, max_size=2),
    abstract=texts.map(clean.paragraphs),
    licence=lines.map(clean.licence),
)


@settings(max_examples=50, deadline=None)
@given(st.lists(records, min_size=1, max_size=3, unique_by=lambda record: record.key))
def test_what_is_written_is_read_back_unchanged(written: list[Record]) -> None:
    for text, name in ((write_bibtex(written), "a.bib"), (write_csl(written), "a.json")):
        found = read_metadata(text.encode(), name)
        assert [replace(record, type="") for record in found.records] == written
        assert found.notes == []


WORK = Record(
    key="redmon-2016",
    title="You Only Look Once: $5 & 100% of {all} $x_1$",
    authors=("Joseph Redmon", "Vincent van Gogh", "Martin King Jr", "OpenAI", "The Finder Group"),
    published=date(2016, 6, 27),
    venue="CVPR",
    arxiv_id="1506.02640",
)


def test_bibtex_escapes_signs_keeps_formulas_and_knows_persons_from_groups() -> None:
    assert write_bibtex([WORK]) == (
        "@article{redmon-2016,\n"
        "  author = {Redmon, Joseph and van Gogh, Vincent and King, Jr, Martin and {OpenAI} and {The Finder Group}},\n"
        r"  title = {You Only Look Once: \$5 \& 100\% of \textbraceleft{}all\textbraceright{} $x_1$},"
        "\n  journal = {CVPR},\n"
        "  date = {2016-06-27},\n  year = {2016},\n  month = jun,\n"
        "  eprint = {1506.02640},\n  archiveprefix = {arXiv},\n}\n"
    )


def test_csl_names_parts_and_escapes_only_what_would_be_markup() -> None:
    (item,) = json.loads(write_csl([replace(WORK, title="R&D of <i> in p < q")]))
    assert item["author"][:2] == [{"family": "Redmon", "given": "Joseph"}, {"family": "van Gogh", "given": "Vincent"}]
    assert item["author"][3] == {"literal": "OpenAI"}
    assert item["title"] == "R&amp;D of &lt;i&gt; in p &lt; q"
    assert json.loads(write_csl([replace(WORK, title="R&D where p < q")]))[0]["title"] == "R&D where p < q"


@pytest.mark.parametrize("name", ["湯川 秀樹", "World Health Organization", "Madonna", "Ann and Bob", "A, B"])
def test_a_name_whose_parts_are_not_plain_stays_whole(name: str) -> None:
    assert parts_of(name) == ("", name, "")
