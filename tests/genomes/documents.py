"""What every parsed document must satisfy, whatever file it came from; and a small article to read."""

from evaluator.vocabulary import PassageKind
from genomes.ingest import ParsedDocument, ParsedPassage

PARENT_KINDS = {
    PassageKind.SECTION: {PassageKind.SECTION},
    PassageKind.PARAGRAPH: {PassageKind.SECTION, PassageKind.FIGURE, PassageKind.TABLE},
    PassageKind.SENTENCE: {PassageKind.PARAGRAPH},
    PassageKind.FIGURE: {PassageKind.SECTION, PassageKind.FIGURE, PassageKind.TABLE},
    PassageKind.TABLE: {PassageKind.SECTION, PassageKind.FIGURE, PassageKind.TABLE},
    PassageKind.EQUATION: {PassageKind.SECTION, PassageKind.FIGURE, PassageKind.TABLE},
}


def assert_sound(document: ParsedDocument) -> None:
    """Check the promises of `genomes.ingest.document` on one document."""
    text, passages = document.text, document.passages
    assert "\r" not in text
    assert "\0" not in text
    text.encode("utf-8")  # fails on a lone surrogate
    assert passages[0].kind == PassageKind.SECTION
    assert passages[0].parent is None
    assert passages[0].level == 0
    for index, passage in enumerate(passages):
        assert 0 <= passage.start < passage.end <= len(text)
        assert text[passage.start : passage.end].strip()
        if index:
            assert_nested(passages, index)
    in_order = [(passage.start, -passage.end) for passage in passages]
    assert in_order == sorted(in_order)
    assert_covered(document)


def assert_nested(passages: tuple[ParsedPassage, ...], index: int) -> None:
    passage = passages[index]
    assert passage.parent is not None
    assert passage.parent < index
    parent = passages[passage.parent]
    assert parent.start <= passage.start
    assert passage.end <= parent.end
    assert parent.kind in PARENT_KINDS[passage.kind]
    if passage.kind == PassageKind.SECTION:
        assert passage.level == parent.level + 1


def assert_covered(document: ParsedDocument) -> None:
    """Each visible character belongs to a block, or to the heading between a section's start and its first child.

    In a paragraph that has sentences, each belongs to a sentence.
    """
    text, passages = document.text, document.passages
    assert not text[: passages[0].start].strip()
    assert not text[passages[0].end :].strip()
    last_end: dict[int, int] = {}
    for passage in passages[1:]:
        assert passage.parent is not None
        parent = passages[passage.parent]
        if passage.parent in last_end:
            gap = text[last_end[passage.parent] : passage.start]
            assert not gap.strip() or parent.kind == PassageKind.TABLE, gap
        elif parent.kind == PassageKind.PARAGRAPH:
            assert not text[parent.start : passage.start].strip()
        last_end[passage.parent] = passage.end
    for index, end in last_end.items():
        if passages[index].kind not in (PassageKind.TABLE, PassageKind.FIGURE):
            assert not text[end : passages[index].end].strip()


def quotes(document: ParsedDocument, kind: str) -> list[str]:
    """Text of each passage of one kind."""
    return [document.text[p.start : p.end] for p in document.passages if p.kind == kind]


def labels(document: ParsedDocument, kind: str) -> list[str]:
    return [passage.label for passage in document.passages if passage.kind == kind]


# Written for these tests: each construct once.
ARTICLE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN"
 "JATS-journalpublishing1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML" xml:lang="en">
<front>
 <journal-meta><journal-title-group><journal-title>Journal of Tests</journal-title></journal-title-group></journal-meta>
 <article-meta>
  <article-id pub-id-type="doi">10.1234/test.1</article-id>
  <article-id pub-id-type="arxiv">1506.02640v5</article-id>
  <title-group><article-title>Finding   <italic>things</italic>
   once</article-title></title-group>
  <contrib-group>
   <contrib contrib-type="author"><name><surname>Berg</surname><given-names>Ann</given-names></name></contrib>
   <contrib contrib-type="author">
    <name name-style="eastern"><surname>李</surname><given-names>雷</given-names></name></contrib>
   <contrib contrib-type="author"><collab>The Test Group</collab></contrib>
   <contrib contrib-type="editor"><name><surname>Nobody</surname><given-names>E</given-names></name></contrib>
  </contrib-group>
  <pub-date pub-type="collection"><year>2015</year></pub-date>
  <pub-date pub-type="epub"><day>9</day><month>May</month><year>2016</year></pub-date>
  <permissions><license xlink:href="http://creativecommons.org/licenses/by-sa/4.0/"><license-p>Free.</license-p>
  </license></permissions>
  <abstract><p>We find things. It works.</p></abstract>
  <kwd-group><title>Keywords</title><kwd>finding</kwd><kwd>things</kwd></kwd-group>
 </article-meta>
</front>
<body>
 <sec><label>1</label><title>Introduction</title>
  <p>Things hide &nbsp;well, as in Fig. 2.<sup><xref ref-type="bibr" rid="r1">1</xref></sup> The rate is 10<sup>−3</sup>
   yr<sup>-1</sup> of H<sub>2</sub>O<fn id="n1"><label>*</label><p>A note on water.</p></fn>. We set
   <inline-formula><tex-math>$x. Y$</tex-math></inline-formula> here:<disp-formula id="e1"><label>(1)</label>
   <mml:math><mml:mrow><mml:mi>E</mml:mi><mml:mo>=</mml:mo><mml:mi>m</mml:mi><mml:msup><mml:mi>c</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:mrow></mml:math>
   </disp-formula>where c is fast.<fig id="f1"><label>Figure 1</label><caption><title>A view.</title>
   <p>Left: near. Right: far.</p></caption><graphic xlink:href="f1.png"/></fig>
   The end.</p>
  <sec><title>Data</title>
   <table-wrap><label>Table 1</label><caption><p>Counts by place.</p></caption>
    <table><thead><tr><th rowspan="2">Place</th><th colspan="2">Count</th></tr><tr><th>old</th><th>new</th></tr></thead>
    <tbody><tr><td>sea</td><td>1</td><td>2<fn><p>Late.</p></fn></td></tr></tbody></table>
    <table-wrap-foot><fn><label>a</label><p>Since 1990.</p></fn></table-wrap-foot></table-wrap>
   <list><list-item><label>i.</label><p>first thing</p></list-item><list-item><p>second thing</p></list-item></list>
   <disp-quote><p>Seek.</p></disp-quote>
   <boxed-text><title>Box 1</title><p>Boxed words.</p></boxed-text>
   <code>for x in y:
    print(x)</code>
  </sec>
 </sec>
</body>
<back>
 <ref-list><title>References</title>
  <ref id="r1"><label>1</label>
   <mixed-citation><name><surname>Fox</surname><given-names>A</given-names></name>. Foxes. 2001.</mixed-citation></ref>
  <ref id="r2"><label>2</label><element-citation>
   <person-group><name><surname>Hen</surname><given-names>B</given-names></name></person-group>
   <article-title>On hens</article-title><source>Birds</source><year>1999</year><volume>3</volume>
   <fpage>4</fpage><lpage>9</lpage></element-citation></ref>
 </ref-list>
 <ack><title>Thanks</title><p>To all.</p></ack>
</back>
<sub-article><front-stub><title-group><article-title>Decision letter</article-title></title-group></front-stub>
 <body><p>We liked it.</p></body></sub-article>
</article>
"""
