"""Annotations of other tools, read with what they count in: by hand, and in files that the tools themselves made."""

import json
from collections import Counter

import pytest

from genomes.interchange import brat, doccano, jsonl, label_studio, load, unpacked, web_annotation, webanno, zipped
from genomes.interchange.model import AnnotatedText, Reading, Relation
from tests.genomes.test_exchange_objects import PIE, an_annotation
from tests.shared_data import SHARED_DATA, needs_shared_data

EXPORTS = SHARED_DATA / "exports"


def real(*names: str) -> Reading:
    return load({name: (EXPORTS / name).read_bytes() for name in names})


def marked(document: AnnotatedText) -> list[tuple[str, str]]:
    """(label, covered text) of every place, cut out of the text anew."""
    assert document.text is not None
    places = [(each.type, place) for each in document.objects for place in each.places]
    assert all(document.text[place.start : place.end] == place.quote for _label, place in places)
    return [(label, document.text[place.start : place.end]) for label, place in places]


def said(reading: Reading) -> list[tuple[str, str]]:
    return [(fault.where, fault.field) for fault in reading.faults]


# Counted by hand: the sign is one code point and two UTF-16 units; "annotation" starts after "This is an " (11).
def test_the_offsets_that_leave_are_those_that_each_tool_counts() -> None:
    text = an_annotation(PIE, (12, 22))
    task = json.loads(label_studio.dump(text)["paper.v1.label-studio.json"])[0]
    value = task["annotations"][0]["result"][0]["value"]
    assert task["data"]["text"][value["start"] : value["end"]] == "annotation"
    assert "T1\tmechanism 12 22\tannotation\n" in brat.dump(text)["paper.v1.ann"].decode()
    rows = webanno.dump(text)["paper.v1.tsv"].decode().split("\n")
    assert next(row for row in rows if row.startswith("1-4\t")).startswith("1-4\t13-23\tannotation\tmechanism[1]\t")
    annotation = json.loads(web_annotation.dump(text)["paper.v1.jsonld"])["first"]["items"][0]
    position = annotation["target"][0]["selector"][0]
    assert (position["type"], position["start"], position["end"]) == ("TextPositionSelector", 12, 22)


def test_webanno_s_stacked_and_cut_tokens_are_written_as_the_guide_shows() -> None:
    # Two objects on "ab c": one over all of it, one over "b". The token "ab" is cut where the second begins.
    first = an_annotation("ab c\n[d]", (0, 4), key="p:M1")
    both = an_annotation("ab c\n[d]", (1, 2), key="p:N1", type="niche")
    text = AnnotatedText(
        document="x", text=first.text, text_sha256=first.text_sha256, objects=(*first.objects, *both.objects)
    )
    lines = webanno.dump(text)["x.tsv"].decode().split("\n")
    assert lines[0] == "#FORMAT=WebAnno TSV 3.3"
    assert lines[3:6] == ["", "", "#Text=ab c"]  # two empty lines after the header
    cells = [line.split("\t")[:5] for line in lines if line[:1].isdigit()]
    assert cells == [
        ["1-1", "0-1", "a", "mechanism[1]", "p:M1[1]"],
        ["1-2", "1-2", "b", "mechanism[1]|niche[2]", "p:M1[1]|p:N1[2]"],
        ["1-3", "3-4", "c", "mechanism[1]", "p:M1[1]"],
        ["2-1", "5-6", "[", "_", "_"],
        ["2-2", "6-7", "d", "_", "_"],
        ["2-3", "7-8", "]", "_", "_"],
    ]


def test_brat_marks_what_lies_between_line_breaks() -> None:
    written = brat.dump(an_annotation("one\ntwo three", (0, 7)))["paper.v1.ann"].decode()
    assert written.startswith("T1\tmechanism 0 3;4 7\tone two\n")


def test_no_line_of_brat_breaks_where_brat_itself_breaks_lines() -> None:
    text = "a\tb\u2028c\x85d\ve\rf"
    written = brat.dump(an_annotation(text, (0, len(text)), content=text, constraint=text))["paper.v1.ann"].decode()
    assert written.splitlines() == written.split("\n")[:-1]
    assert written.startswith("T1\tmechanism 0 1;2 3;4 5;6 7;8 9;10 11\ta b c d e f\n")


def test_what_was_moved_in_brat_wins_over_the_note() -> None:
    files = brat.dump(an_annotation("one\ntwo three", (0, 7)))
    moved = files["paper.v1.ann"].replace(b"0 3;4 7\tone two", b"4 7\ttwo").replace(b"T1\tIt is.", b"T1\tIt was.")
    each = brat.load({**files, "paper.v1.ann": moved}).documents[0].objects[0]
    assert ([place.quote for place in each.places], each.content) == (["two"], "It was.")


@pytest.mark.parametrize(("start", "end"), [(12, 22), (13, 23)])
def test_label_studio_s_old_and_new_offsets_are_told_by_what_they_quote(start: int, end: int) -> None:
    reading = label_studio.load({"a.json": tasks(PIE, {"start": start, "end": end, "text": "annotation"})})
    assert (marked(reading.documents[0]), reading.faults) == ([("Word", "annotation")], ())


def tasks(text: str, *values: dict[str, object]) -> bytes:
    results = [{"id": f"r{n}", "type": "labels", "value": {"labels": ["Word"], **v}} for n, v in enumerate(values)]
    return json.dumps([{"data": {"text": text}, "predictions": [{"result": results}]}]).encode()


def test_offsets_that_nothing_can_check_are_listed() -> None:
    reading = label_studio.load(
        {"a.json": tasks(PIE, {"start": 12, "end": 22}, {"start": 12, "end": 22, "text": "no"})}
    )
    assert marked(reading.documents[0]) == []
    assert said(reading) == [
        ("a.json[0].predictions[0].result[0]", "text"),
        ("a.json[0].predictions[0].result[1]", "quote"),
    ]
    entry = {"text": PIE, "label": [[0, 1, "Sign"]]}
    assert said(doccano.load({"d.jsonl": json.dumps(entry).encode()})) == [("d.jsonl[0].label[0]", "end_offset")]


def test_every_line_that_does_not_hold_is_listed_and_the_others_are_read() -> None:
    lines = (
        b"T1\tWord 0 3\tone\nT2\tWord 0 3\ttwo\nT3\tWord 90 99\tfar\nT4\tWord 3 0\t\nnonsense\nR1\tof Arg1:T1 Arg2:T9\n"
        b"A1\tCategory T1 Plain\nA2\tCategory T2 Plain\n"
    )
    reading = brat.load({"a.ann": lines, "a.txt": b"one two", "b.ann": b""})
    assert marked(reading.documents[0]) == [("Word", "one")]
    assert said(reading) == [
        ("a.ann:2", "text"), ("a.ann:3", "start"), ("a.ann:3", "end"), ("a.ann:4", "end"), ("a.ann:8", "target"),
        ("a.ann:6", "Arg2"), ("b.ann", ""),
    ]  # fmt: skip
    assert reading.left_aside == {"Category": 1, "nonsense": 1}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ((b'"start": 12', b'"start": 11'), "evidence[0].quote"),
        ((b'"prefix": "', b'"prefix": "x'), "evidence[0].prefix"),
        ((b'"type": "mechanism"', b'"type": 3'), "type"),
        ((b'"type": "mechanism"', b'"kind": 3'), "kind"),
        ((b'"record": "object"', b'"record": "thing"'), "record"),
        ((b"code points", b"bytes"), "offsets"),
        ((b"This is an annotation.", b"This is an alteration."), "text_sha256"),
        ((b'"end": 22', b'"end": NaN'), ""),
    ],
)
def test_our_own_lines_say_which_field_of_which_line_is_wrong(change: tuple[bytes, bytes], field: str) -> None:
    data = jsonl.dump(an_annotation(PIE, (12, 22)))["paper.v1.jsonl"]
    assert data.count(change[0]) == 1
    reading = jsonl.load({"x.jsonl": data.replace(*change)})
    assert field in [fault.field for fault in reading.faults]
    assert {fault.where for fault in reading.faults} <= {"x.jsonl:1", "x.jsonl:2"}
    assert not any(document.objects for document in reading.documents)


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("1-1\t0-3\ttwo\tW", "token"),
        ("1-1\t0-30\tone\tW", "offsets"),
        ("1-1\t0-3\tone", ""),
        ("word", ""),
        ("1-1\t99999-100002\tone\tW", "offsets"),
    ],
)
def test_a_row_of_webanno_that_does_not_hold_is_listed(row: str, field: str) -> None:
    data = f"#FORMAT=WebAnno TSV 3.3\n#T_SP=a.Layer|value\n\n\n#Text=one\n{row}\n"
    reading = webanno.load({"a.tsv": data.encode()})
    assert said(reading) == [("a.tsv:6", field)]
    assert not any(document.objects for document in reading.documents)


# From INCEpTION's own description of the format: sub-tokens, stacks, numbers, escapes, offsets of an astral sign.
GUIDE = r"""#FORMAT=WebAnno TSV 3.3
#T_SP=x.POS|PosValue
#T_SP=x.Entity|identifier|value
#T_RL=x.Dependency|DependencyType|BT_x.POS


#Text=I like 😊 \\o/
1-1	0-1	I	PRP	_	_	SUBJ	1-2
1-2	2-6	like	VBP	*[1]|q\|7[2]	PER[1]|a\_b\[1\][2]	_	_
1-3	7-9	😊	_	*[1]	PER[1]	_	_
1-4	10-13	\o/	_	_	_	_	_
1-4.1	11-12	o	_	*	*	_	_
"""


def test_stacks_numbers_parts_of_tokens_and_escapes_are_read_as_inception_writes_them() -> None:
    reading = webanno.load({"guide.tsv": GUIDE.encode()})
    document = reading.documents[0]
    assert (document.text, reading.faults) == ("I like 😊 \\o/", ())
    assert sorted(marked(document)) == [
        ("Entity", "o"), ("Entity=PER", "like 😊"), ("Entity=a_b[1]", "like"), ("POS=PRP", "I"), ("POS=VBP", "like"),
    ]  # fmt: skip
    assert document.relations == (Relation("POS@1-2.0", "POS@1-1.0", "SUBJ"),)
    assert reading.left_aside == {"Entity.identifier": 1}


def test_an_archive_gives_its_files_and_a_bad_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {**brat.dump(an_annotation(PIE, (12, 22))), "note.md": b"# words"}
    assert unpacked({"a.zip": zipped({f"folder/{name}": data for name, data in files.items()})}) == (files, [])
    found, faults = unpacked({"a.zip": zipped(files)[:60], "b/c.txt": b"x"})
    assert (found, [fault.where for fault in faults]) == ({"c.txt": b"x"}, ["a.zip"])
    assert said(load(files)) == [("note.md", "")]
    monkeypatch.setattr("genomes.interchange.MAX_BYTES", 1000)
    found, faults = unpacked({"z.zip": zipped({f"{number}.txt": b"\0" * 900 for number in range(9)})})
    assert (found, len(faults)) == ({}, 1)


def test_files_of_one_name_in_two_folders_are_both_read() -> None:
    one, other = (brat.dump(an_annotation(text, (0, 5))) for text in ("First of two.", "Other of two."))
    folders = {f"{folder}/{name}": data for folder, files in (("a", one), ("b", other)) for name, data in files.items()}
    documents = load(unpacked({"both.zip": zipped(folders)})[0]).documents
    assert [each.text for each in documents] == ["First of two.", "Other of two."]
    apart = unpacked({"a.zip": zipped(one), "b.zip": zipped(other)})[0]
    assert {each.text for each in load(apart).documents} == {"First of two.", "Other of two."}


def test_a_damaged_member_makes_a_bad_archive() -> None:
    packed = bytearray(zipped({"a.txt": b"words " * 500}))
    packed[40:55] = bytes(15)
    assert [fault.where for fault in unpacked({"a.zip": bytes(packed)})[1]] == ["a.zip"]


@pytest.mark.parametrize(
    "files",
    [
        {"a.txt": b"hello", "a.ann": b"T1\tfoo 0 " + b"9" * 5000 + b"\thello\n"},
        {"a.tsv": b"#FORMAT=WebAnno TSV 3.3\n#T_SP=a.B|value\n\n#Text=hello\n1-1\t0-" + b"9" * 5000 + b"\thello\tx\n"},
    ],
    ids=["brat", "webanno"],
)
def test_a_position_of_thousands_of_digits_is_a_fault_of_its_line(files: dict[str, bytes]) -> None:
    assert len(load(files).faults) == 1


@needs_shared_data
def test_brat_s_example_of_the_disease_corpus() -> None:
    reading = real("PMID-10429004.ann", "PMID-10429004.txt")
    (document,) = reading.documents
    found = marked(document)
    assert reading.faults == ()
    assert reading.left_aside == {"Category": 23}
    assert (len(found), found[0]) == (23, ("Disease", "phenylalanine hydroxylase deficiency"))
    assert Counter(words for _label, words in found) == {
        "PKU": 13, "MHP": 2, "maternal phenylketonuria": 2, "phenylalanine hydroxylase deficiency": 1,
        "Maternal Phenylketonuria": 1, "hyperphenylalaninemic": 1, "Maternal PKU": 1,
        "mild hyperphenylalaninemia": 1, "PAH-deficient": 1,
    }  # fmt: skip


@needs_shared_data
def test_inception_s_examples_of_spans() -> None:
    for person, identifier in (("user1", 1), ("user2", 1), ("curator", 0)):
        reading = real(f"curation_simpleSpanDiffMultiFeatureTest_{person}.tsv")
        (document,) = reading.documents
        assert document.text == (
            "Mourinho admitted a top four finish for Champions League qualification would now be tough ."
        )
        assert marked(document) == [("NamedEntity=false", "admitted")] * identifier
        assert reading.left_aside == ({"NamedEntity.identifier": 1} if identifier else {})
        assert reading.faults == ()


@needs_shared_data
def test_inception_s_examples_of_relations() -> None:
    (user,), (curator,) = (real(f"curation_relationLabelTest_{who}.tsv").documents for who in ("user1", "curator"))
    # 26 tokens with a part of speech each; user1 has a lemma on each as well. The curator left one relation out.
    assert Counter(label.partition("=")[0] for label, _words in marked(user)) == {"POS": 26, "Lemma": 26}
    assert (len(marked(curator)), len(user.relations), len(curator.relations)) == (26, 26, 25)
    assert ("Lemma=er|es|sie", "sich") in marked(user)  # escaped in the file: er\|es\|sie
    assert ("POS=PROAV", "darüber") in marked(user)
    assert Relation("POS@1-2.0", "POS@1-3.0", "OBJA") in user.relations


@needs_shared_data
def test_label_studio_s_examples() -> None:
    reading = real("lsf_named_entity_tasks.json")
    assert marked(reading.documents[0]) == [("Date", "February 22")]
    choices = real("lsf_references_tasks.json")
    assert [len(document.objects) for document in choices.documents] == [0, 0]
    assert (choices.left_aside, choices.faults) == ({"choices validation-label": 1}, ())


@needs_shared_data
def test_doccano_s_example_of_relations() -> None:
    (document,) = real("export_relation_extraction_example.jsonl").documents
    assert marked(document) == [
        ("ORG", "Google"), ("DATE", "September 4, 1998"), ("PERSON", "Larry Page"), ("PERSON", "Sergey Brin"),
    ]  # fmt: skip
    assert document.relations == (
        Relation("0", "1", "foundedAt"), Relation("0", "2", "foundedBy"), Relation("0", "3", "foundedBy"),
    )  # fmt: skip


@needs_shared_data
def test_annotations_placed_in_markup_are_refused_with_what_to_do() -> None:
    reading = real("packages_text-annotator-tei_test_annotations.json")
    (fault,) = reading.faults
    assert (fault.where, fault.field) == (
        "packages_text-annotator-tei_test_annotations.json[0].target[0]", "selector",
    )  # fmt: skip
    assert "XPathSelector alone" in fault.message
    assert not any(document.objects for document in reading.documents)
