"""Damaged and odd files of every format of text: each is read soundly or refused, and nothing hangs."""

import contextlib
import io
import re
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genomes.ingest import ParsedDocument, UnreadableFile
from genomes.ingest.html import read_html
from genomes.ingest.jats import read_jats
from genomes.ingest.latex import read_latex
from genomes.ingest.markdown import read_markdown
from genomes.ingest.plain import read_plain
from genomes.ingest.tei import read_tei
from tests.patience import ends
from tests.shared_data import SHARED_DATA, needs_shared_data

from .documents import ARTICLE, assert_sound
from .papers import HTML, LATEX, LATEXML, POEM, TEI

READERS: dict[str, Callable[[bytes], ParsedDocument]] = {
    "tei": read_tei,
    "html": read_html,
    "latex": read_latex,
    "jats": read_jats,
    "markdown": read_markdown,
    "text": read_plain,
}


def read_or_refuse(data: bytes, reader: str) -> None:
    """Fails on any other exception, on an unsound document, and on a reader that takes too long."""
    with ends(), contextlib.suppress(UnreadableFile):
        assert_sound(READERS[reader](data))


def damaged(data: st.DataObject, source: bytes) -> bytes:
    """Cut the source, or overwrite, insert, repeat, splice or remove some of it."""
    changed = bytearray(source)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed)))
        length = data.draw(st.integers(0, 40))
        match data.draw(st.sampled_from(["cut", "overwrite", "insert", "repeat", "splice", "remove"])):
            case "cut":
                del changed[at:]
            case "overwrite":
                changed[at : at + length] = data.draw(st.binary(max_size=40))
            case "insert":
                changed[at:at] = data.draw(st.sampled_from(PIECES))
            case "repeat":
                changed[at:at] = changed[at : at + length] * 3
            case "splice":
                there = data.draw(st.integers(0, len(changed)))
                changed[at:at] = changed[there : there + length * 5]
            case "remove":
                del changed[at : at + length]
    return bytes(changed)


PIECES = [
    b"<p>", b"</p>", b"<sec>", b"</sec>", b"<fig/>", b"<sup>1</sup>", b"<td colspan='99999999'/>", b"<tr/>", b"&nbsp;",
    b"&#13;", b"&#x2028;", b"<!--c-->", b"<?pi?>", b"<![CDATA[x]]>", b"<mml:msup/>", b"<tex-math>$$</tex-math>", b"$$",
    b"```", b"\n---\n", b"> ", b"[^1]: ", b"[^1]", b"| a |\n|---|\n", b"![](", b"\r", b"\r\n\r\n", b"\xff",
    b"\xef\xbb\xbf",
    "\u00a0\u2028💩".encode(), b"<fn><p>x</p></fn>", b"<label>1</label>", b"<!-- ", b"\n    ", b"1. ", b"# ",
    b"\\begin{figure}", b"\\end{figure}", b"{", b"}", b"$", b"\\section{x}", b"\\footnote{", b"\\item", b"%", b"\\\\",
]  # fmt: skip

MARKDOWN = (
    "---\ntitle: T\n---\n# T\n\nA *b* $c$ [d](e).\n\n$$x$$\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n1. x[^1]\n\n[^1]: n\n"
)
SOURCES = {
    "jats": [ARTICLE],
    "tei": [TEI, POEM],
    "html": [HTML, LATEXML],
    "latex": [LATEX],
    "markdown": [MARKDOWN],
    "text": [MARKDOWN],
}
FUZZ = settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.parametrize("reader", READERS)
@FUZZ
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(reader: str, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(SOURCES[reader]))
    read_or_refuse(damaged(data, source.encode()), reader)


@pytest.mark.parametrize("reader", READERS)
@FUZZ
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(reader: str, data: bytes) -> None:
    read_or_refuse(data, reader)


@pytest.mark.parametrize("reader", ["markdown", "text", "latex"])
@FUZZ
@given(text=st.text(max_size=300))
def test_any_text_is_read_or_refused(reader: str, text: str) -> None:
    read_or_refuse(text.encode("utf-8", "surrogatepass"), reader)


@FUZZ
@given(data=st.data())
def test_a_damaged_zip_of_latex_is_read_or_refused(data: st.DataObject) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("main.tex", LATEX.replace(r"\section*", r"\input{part}\section*"))
        archive.writestr("part.tex", "A part, see \\cite{fox}.\n")
        archive.writestr("refs.bib", "@article{fox, title={Foxes}}")
    read_or_refuse(damaged(data, buffer.getvalue()), "latex")


def trees(names: str) -> st.SearchStrategy[str]:
    """Elements of these names in any order and nesting; what follows a name in brackets are its attributes."""

    def built(name: str, parts: list[str]) -> str:
        return f"<{name.replace('[', ' ').replace(']', '')}>{''.join(parts)}</{name.partition('[')[0]}>"

    return st.recursive(
        st.text(alphabet="ab1 .\n\u00a0\u2028$\\{}%💩。", max_size=8),
        lambda inner: st.builds(built, st.sampled_from(names.split()), st.lists(inner, max_size=5)),
        max_leaves=40,
    )


JATS_TREES = trees(
    "p sec title label fig caption table-wrap table tr td th list list-item disp-formula inline-formula "
    "tex-math sup sub xref fn fn-group ref-list ref mixed-citation element-citation name surname given-names "
    "boxed-text disp-quote supplementary-material media alternatives graphic def-list def-item term def break "
    "ack app code abstract sub-article front-stub title-group article-title back body floats-group mml:math "
    "mml:mrow mml:mi mml:mo mml:msup mml:msubsup mml:mfrac mml:mtable mml:mtr mml:mtd mml:mfenced mml:mover "
    "mml:mtext mml:semantics "
)
TEI_TREES = trees(
    "p div div[n='1.1'] div1 head head[n='2.1'] figure figure[type='table'] table row cell cell[cols='3'] list item"
    " label note note[n='3'] note[place='foot'] formula formula[rend='display'] figDesc lg l sp speaker quote cit q"
    " listBibl biblStruct bibl analytic monogr imprint title author persName surname choice sic corr lb hi"
    " hi[rend='superscript'] ref code front back epigraph floatingText body text math mi"
)
HTML_TREES = trees(
    "p div section article h1 h2 h3 h6 figure figcaption table caption tr td th[colspan='3'] ul ol li dl dt dd pre sup"
    " sub a blockquote math math[display='block'] mi msup div[class='ltx_equation'] span[class='ltx_note']"
    " span[class='ltx_note_content'] span[class='ltx_note_mark'] section[class='references'] ol[start='7'] aside"
    " aside[role='doc-footnote'] section[class='footnotes'] div[class='fig'] div[class='ltx_table'] div[hidden]"
    " section[class='abstract'] div[class='ltx_theorem'] table[role='presentation'] br span"
)
XML_TREES = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


@settings(XML_TREES, max_examples=100)
@given(st.lists(JATS_TREES, max_size=6), st.lists(JATS_TREES, max_size=3), st.lists(JATS_TREES, max_size=3))
def test_any_tree_of_jats_is_read_soundly(body: list[str], back: list[str], meta: list[str]) -> None:
    source = (
        '<article xmlns:mml="http://www.w3.org/1998/Math/MathML">'
        f"<front><article-meta>{''.join(meta)}</article-meta></front>"
        f"<body>{''.join(body)}</body><back>{''.join(back)}</back></article>"
    )
    read_or_refuse(source.encode(), "jats")


@XML_TREES
@given(st.lists(TEI_TREES, max_size=6), st.lists(TEI_TREES, max_size=3))
def test_any_tree_of_tei_is_read_soundly(body: list[str], back: list[str]) -> None:
    source = (
        f"<TEI><teiHeader><profileDesc><abstract>{''.join(back)}</abstract></profileDesc></teiHeader>"
        f"<text><body>{''.join(body)}</body><back>{''.join(back)}</back></text></TEI>"
    )
    read_or_refuse(source.encode(), "tei")


@XML_TREES
@given(st.lists(HTML_TREES, max_size=6))
def test_any_tree_of_html_is_read_soundly(body: list[str]) -> None:
    read_or_refuse(f"<meta charset=utf-8><title>T</title>{''.join(body)}<p>{'Words. ' * 80}".encode(), "html")


TEX_PIECES = r"""a b. \\ & $ $$ \[ \] \( \) { } [ ] ~ ' `` -- \section{A} \subsection \paragraph{B} \begin{figure}
\end{figure} \begin{table} \end{table} \caption{C} \caption{ \label{l} \ref{l} \eqref{l} \cite{k} \footnote{
\footnote{f} \begin{tabular}{l} \end{tabular} \multicolumn{3}{c}{m} \hline \begin{equation} \end{equation} \begin{align}
\end{align} \tag{9} \nonumber \begin{itemize} \begin{enumerate} \item \item[x] \end{itemize} \end{enumerate}
\begin{abstract} \end{abstract} \begin{theorem} \end{theorem} \begin{verbatim} \end{verbatim} \verb|v| \'e \c
\begin{thebibliography}{} \bibitem{k} \newblock \end{thebibliography} \appendix \begin{subfigure}{1cm}
\end{subfigure} \begin{algorithmic} \If{c} \State \end{algorithmic} \begin{subequations} \end{subequations}
\begin{longtable}{l} \endhead \end{longtable} \newcommand{\x}{y\x} \x \def\z#1{#1#1} \z \input{main}
\begin{document} \end{document} \title{T} \author{N} \maketitle \emph{e} \unknown[o]{u} \par \textsuperscript{2}
\keywords{k} \begin{comment} \end{comment} \iffalse \else \fi % 💩 \url{u_1} \SI{1}{\meter}"""
SOURCE_OF_TEX = st.lists(
    st.sampled_from(re.split(r"[ \n]", TEX_PIECES)) | st.sampled_from([" ", "\n", "\n\n"]), max_size=60
).map("".join)


@settings(XML_TREES, max_examples=100)
@given(SOURCE_OF_TEX)
def test_any_row_of_tex_is_read_soundly(source: str) -> None:
    read_or_refuse(source.encode(), "latex")


REAL = SHARED_DATA / "jats" / "elife_14093_mathml.xml"


@needs_shared_data
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_real_paper_is_read_or_refused(data: st.DataObject) -> None:
    read_or_refuse(damaged(data, REAL.read_bytes()), "jats")


@pytest.mark.parametrize(
    "unit", ["[", "*a_ ", "> ", "`", "![](", "- ", "|a", "$", "<b", "&", "\\", "[^1]", "#", "~~a", "<!--\n"]
)
def test_odd_long_markdown_does_not_hang(unit: str) -> None:
    read_or_refuse((unit * (30_000 // len(unit))).encode(), "markdown")


@pytest.mark.parametrize("inside", [" ", "%", "\\", "{", "$", "\n"])
def test_odd_long_formulas_do_not_hang(inside: str) -> None:
    source = f"<article><body><p>x<tex-math>a{inside * 200_000}a</tex-math></p></body></article>"
    read_or_refuse(source.encode(), "jats")


@pytest.mark.parametrize(
    "unit", ["{", "${", "\\frac{", "\\section[", "\\begin{figure}", "\\begin{itemize}", "\\footnote{", "\\[", "\\x"]
)
def test_odd_long_tex_does_not_hang(unit: str) -> None:
    source = "\\documentclass{article}\\def\\x{\\x\\x}\\begin{document}" + unit * (30_000 // len(unit))
    read_or_refuse(source.encode(), "latex")


def test_a_long_blank_line_does_not_hang() -> None:
    read_or_refuse(b"a\n" + b" " * 500_000 + b"\nb", "text")
