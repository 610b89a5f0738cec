"""Reading LaTeX: a source as its reader sees it set, single or in a zip."""

import io
import zipfile
from datetime import date

import pytest

from genomes.ingest import ParsedDocument, UnreadableFile
from genomes.ingest.document import ParsedReference
from genomes.ingest.latex import read_latex

from .documents import assert_sound, labels, quotes
from .papers import LATEX

TEXT = "\n\n".join(
    [
        "Finding things by LaTeX",
        "We find things. It works.",
        "finding, things",
        "1 Introduction",
        "Things “hide” well, as in Fig.\u00a01.1 The rate is 10^-3 of H2O — see [2, 1, p.\u00a03] and Hen"
        " et\u00a0al. [2]. We set $x \\in \\mathbb{R}^n$ and big cat, small dog."
        " It’s école, ça, ß, naïve, 5\u2009% & more.",
        "A new paragraph with bold and italic words a_b%c and kept words.",
        "Figure 1\nA view. It is near.",
        "It goes on before the figure:",
        "$$E = m c^2$$ (1)",
        "where Eq.\u00a0(1) holds and",
        "$$\\begin{aligned} a & = b + c \\\\ & = d, \\end{aligned}$$ (2)",
        "$$e = f$$ (A)",
        "$$g = \\begin{cases} 1 & x \\\\ 0 & y \\end{cases}$$",
        "1.1 Data",
        "1. first thing",
        "2. second thing",
        "inner thing",
        "* starred thing",
        "Fox an animal.",
        "Theorem 1.1 (Fox). Foxes hide.",
        "Proof. By Lemma\u00a01.2, in Section\u00a01, item\u00a02, (2).",
        "Lemma 1.2. Hens seek.",
        "Table 1\nCounts by place.\nPlace | Count | \n | old | new\nsea | 1 | $2^2$",
        "for x in y: # \\emph{no}\n    print(x) % kept",
        "Algorithm 1\nSeek\nRequire: a thing\nfor each place $p$\nlook at $p$ ▷ slowly\nend for\nreturn it",
        "See Table\u00a01 and Figure\u00a01, ??.",
        "Thanks",
        "To all.",
        "A More",
        "More things.",
        "1 A note on water, see [1].",
        "[1] A.\u00a0Fox and B. Hen. Foxes at night. Animals, 2001. doi:10.1234/FOX.",
        "[2] Hen, B. “On hens and other birds,” Birds, 1999. arXiv:1506.02640",
    ]
)


@pytest.fixture(scope="module")
def paper() -> ParsedDocument:
    return read_latex(LATEX.encode())


def body(source: str) -> ParsedDocument:
    document = read_latex(f"\\documentclass{{article}}\\begin{{document}}{source}\\end{{document}}".encode())
    assert_sound(document)
    return document


def blocks(source: str) -> list[str]:
    return body(source).text.split("\n\n")


KEPT = "soft\u00adhyphen \ufb01 e\u0301 \u2028 \u00a0 💩 日本。"


def zipped(**files: str) -> bytes:
    """A zip of files; in their names "_" stands for "." and "__" for "/"."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return buffer.getvalue()


def test_the_text_is_what_a_reader_reads_in_reading_order(paper: ParsedDocument) -> None:
    assert_sound(paper)
    assert paper.text == TEXT


def test_metadata_is_read_from_the_preamble(paper: ParsedDocument) -> None:
    assert paper.metadata.title == "Finding things by LaTeX"
    assert paper.metadata.authors == ("Ann Berg", "Jörg Müller", "Lei Li")
    assert paper.metadata.published == date(2016, 5, 9)
    assert paper.metadata.language == "en"


def test_sections_nest_and_notes_and_references_stand_apart(paper: ParsedDocument) -> None:
    assert [(p.level, p.label) for p in paper.passages if p.kind == "section"] == [
        (0, "Finding things by LaTeX"),
        (1, "Abstract"),
        (1, "Keywords"),
        (1, "1 Introduction"),
        (2, "1.1 Data"),
        (1, "Thanks"),
        (1, "A More"),
        (1, "Footnotes"),
        (1, "References"),
    ]


def test_floats_formulas_and_theorems_carry_their_labels(paper: ParsedDocument) -> None:
    assert labels(paper, "figure") == ["Figure 1", "Algorithm 1"]
    assert labels(paper, "table") == ["Table 1"]
    assert labels(paper, "equation") == ["(1)", "(2)", "(A)", ""]
    assert [label for label in labels(paper, "paragraph") if label][5:8] == ["Proof", "Lemma 1.2", "1"]


def test_marks_and_formulas_neither_hide_nor_make_the_end_of_a_sentence(paper: ParsedDocument) -> None:
    assert quotes(paper, "sentence")[2:5] == [
        "Things “hide” well, as in Fig.\u00a01.1",
        "The rate is 10^-3 of H2O — see [2, 1, p.\u00a03] and Hen et\u00a0al. [2].",
        "We set $x \\in \\mathbb{R}^n$ and big cat, small dog.",
    ]


def test_the_references_are_records_to_match_by(paper: ParsedDocument) -> None:
    assert paper.references == (
        ParsedReference(
            raw="A.\u00a0Fox and B. Hen. Foxes at night. Animals, 2001. doi:10.1234/FOX.",
            title="Foxes at night",
            first_author="A. Fox",
            year=2001,
            doi="10.1234/fox",
        ),
        ParsedReference(
            raw="Hen, B. “On hens and other birds,” Birds, 1999. arXiv:1506.02640",
            title="On hens and other birds",
            first_author="B. Hen",
            year=1999,
            arxiv_id="1506.02640",
        ),
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"a\par b\\c\newline d", ["a", "b c d"]),
        (r"\'e \`a \^o \"u \~n \=a \.z \c{c} \v{s}", ["é à ô ü ñ ā ż ç š"]),
        (r"\H{o} \k{a} \r{a} \u{g} \d{h} \i", ["ő ą å ğ ḥ ı"]),
        (r"\ae\oe\o\l\aa\ss{} \AE{} \textdegree{}C \S 3 \copyright\ 2 \ldots\ \euro", ["æœøłåß Æ °C §3 © 2 …"]),
        (r"``a'' `b' 1--2 a---b a-b ?`q? !`x! a~b", ["“a” ‘b’ 1–2 a—b a-b ¿q? ¡x! a\u00a0b"]),
        (r"\% \$5 \_ \{ \} \#", ["% $5 _ { } #"]),
        (r"\textbf{a} {\large b} \textcolor{red}{c} \href{http://x}{d}", ["a b c d"]),
        (r"\url{http://x/a_b%20c}", ["http://x/a_b%20c"]),
        (r"\SI{3.5}{\kilo\meter\per\second} \num{5} \ang{30}", ["3.5\u00a0km/s 5 30°"]),
        (r"$\SI{3}{\kilo\meter} \num{5} \mbox{a b}$", [r"$3\,\text{km} 5 \text{a b}$"]),
        (r"cost 5$ and no more", ["cost 5$ and no more"]),
        (r"$a$$b$ \(c\) $$d$$e", ["$a$$b$ $c$", "$$d$$", "e"]),
        (r"\ensuremath{x_1} $\text{if $y$}$ $z\label{q}$", ["$x_1$ $\\text{if $y$}$ $z$"]),
        (r"a\footnotemark[7] b\footnotetext[7]{seven}", ["a7 b", "7 seven"]),
        (r"\begin{equation*}a\tag{$*$}\end{equation*}", ["$$a$$ ($*$)"]),
        (
            r"\begin{eqnarray} a&=&b\\ c&=&d \nonumber\end{eqnarray}",
            [r"$$\begin{aligned} a & = b \\ c & = d \end{aligned}$$ (1)"],
        ),
        (r"\begin{gather}a\\b\end{gather}", ["$$a$$ (1)", "$$b$$ (2)"]),
        (r"\begin{multline}a\\b\end{multline}", [r"$$\begin{gathered} a \\ b \end{gathered}$$ (1)"]),
        (
            r"\begin{subequations}\label{s}\begin{align}a\label{x}\\b\end{align}\end{subequations}\eqref{x}, \ref{s}",
            ["$$a$$ (1a)", "$$b$$ (1b)", "(1a), 1"],
        ),
        (
            r"\begin{equation}\begin{split}a&=b\\&=c\end{split}\end{equation}",
            [r"$$\begin{aligned}a&=b\\&=c\end{aligned}$$ (1)"],
        ),
        (r"\begin{itemize}\item a\item[b] c\end{itemize}d", ["a", "b c", "d"]),
        (r"\begin{enumerate}[label=(\roman*)]\item a\item b\label{k}\end{enumerate}\ref{k}", ["(i) a", "(ii) b", "ii"]),
        (r"\begin{enumerate}[(a)]\item a\begin{enumerate}\item b\end{enumerate}\end{enumerate}", ["(a) a", "(a) b"]),
        (r"\begin{tabular}{ll}a&b\\[2pt]\hline {c & d}&\multirow{2}{*}{e}\end{tabular}", ["a | b\nc d | e"]),
        (r"\begin{minipage}[t]{3cm}in a box\end{minipage}", ["in a box"]),
        (r"a\begin{quote}b\end{quote}c", ["a", "b", "c"]),
        (r"\iffalse no \else yes \fi\begin{comment}no\end{comment}.", ["yes ."]),
        (r"\begin{lstlisting}[language=C]" + "\nint a; % b\n" + r"\end{lstlisting}", ["int a; % b"]),
        (r"\cite{unknown}", ["[unknown]"]),
        (KEPT, [KEPT]),
    ],
)
def test_constructs_read_as_they_are_set(source: str, expected: list[str]) -> None:
    assert blocks(source) == expected


def test_figures_in_figures_have_their_captions_and_letters() -> None:
    document = body(
        r"\begin{figure}\begin{subfigure}{3cm}\caption{Near.}\label{n}\end{subfigure}"
        r"\begin{subfigure}{3cm}\caption{Far.}\label{f}\end{subfigure}\caption{Views.}\label{v}\end{figure}"
        r"See \ref{n}, \ref{f} and \ref{v}."
    )
    assert document.text == "Figure 1\nViews.\n(a) Near.\n(b) Far.\n\nSee 1a, 1b and 1."


def test_what_opens_sections_inside_of_a_float_neither_ends_nor_begins_any() -> None:
    document = body(r"\section{A}\begin{figure}\begin{abstract}in\section{B}\end{abstract}\end{figure}out")
    assert [document.text[p.start : p.end] for p in document.passages if p.label == "1 A"] == ["1 A\n\nin\n2 B\n\nout"]
    assert quotes(document, "figure") == ["in\n2 B"]


def test_a_float_waits_for_the_end_of_the_paragraph_it_stands_in() -> None:
    assert blocks(r"We see\begin{table}\caption{T}\end{table} more." + "\n\nNext.") == [
        "We see more.",
        "Table 1\nT",
        "Next.",
    ]


@pytest.mark.parametrize(
    ("definition", "use", "text"),
    [
        (r"\newcommand{\dog}{Dog\xspace}", r"\dog and \dog, \dog{}s", "Dog and Dog, Dogs"),
        (r"\newcommand\two[2]{#2#1}", r"\two{a}{b} \two cd", "ba dc"),
        (r"\def\v#1{\mathbf#1}", r"$\v x$", "$\\mathbf x$"),
        (r"\DeclareMathOperator*{\argmin}{arg\,min}", r"$\argmin_x$", "$\\operatorname*{arg\\,min}_x$"),
        (r"\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}", r"$\abs*{x}$", "$\\lvert x \\rvert$"),
        (r"\newenvironment{say}[1]{#1 said: }{ Over.}", r"\begin{say}{Ann}go.\end{say}", "Ann said: go. Over."),
        (r"\let\hen=\ss", r"\hen", "ß"),
        (r"\newcommand{\set}{S}", r"$a^\set_\set$", "$a^S_S$"),
        (r"\renewcommand{\section}[1]{no}", r"\section*{Kept} x", "Kept\n\nx"),
        (r"\def\loop{a\loop}", r"\loop", "a" * 17),
    ],
)
def test_macros_of_the_source_are_put_in_place(definition: str, use: str, text: str) -> None:
    document = read_latex(f"\\documentclass{{article}}{definition}\\begin{{document}}{use}\\end{{document}}".encode())
    assert document.text == text


def test_numbers_follow_chapters_and_what_the_source_says_of_counters() -> None:
    source = (
        r"\documentclass{book}\numberwithin{equation}{section}\begin{document}\chapter{A}\section{B}\label{b}"
        r"\begin{equation}x\end{equation}\begin{figure}\caption{F}\end{figure}\chapter{C}\section{D}\begin{equation}y"
        r"\end{equation}\ref{b}\end{document}"
    )
    document = read_latex(source.encode())
    assert labels(document, "equation") == ["(1.1.1)", "(2.1.1)"]
    assert labels(document, "figure") == ["Figure 1.1"]
    assert document.text.endswith("1.1")


def test_a_zip_is_read_from_its_main_file_with_what_that_inputs() -> None:
    main = (
        r"\documentclass{article}\title{T}\begin{document}\input{parts/one}\include{parts/two}"
        r"\bibliography{refs}\end{document}"
    )
    references = (
        r"\begin{thebibliography}{1}\bibitem{fox} A. Fox. \newblock Foxes. \newblock 2001.\end{thebibliography}"
    )
    document = read_latex(
        zipped(
            paper__main_tex=main,
            paper__parts__one_tex="One \\cite{fox}.\n\n% \\input{never}\n",
            paper__parts__two_tex=r"\documentclass[../main]{subfiles}\begin{document}Two.\end{document}",
            paper__main_bbl=references,
            paper__figure_txt="no",
        )
    )
    assert document.text == "T\n\nOne [1].\n\nTwo.\n\n[1] A. Fox. Foxes. 2001."
    assert [reference.title for reference in document.references] == ["Foxes"]
    assert document.notes == ()


def test_a_data_base_makes_the_list_where_no_printed_one_is_there() -> None:
    main = (
        r"\documentclass{article}\begin{document}\citet{ox} and \cite{hen}.\bibliographystyle{plain}"
        r"\bibliography{refs}\end{document}"
    )
    entries = (
        "@article{ox, author={Ox, C. and Fox, A. and Hen, B.}, title={Cattle}, journal={Animals}, year=2003}\n"
        "@article{hen, author={Hen, B.}, title={{H}ens}, journal={Birds}, year=1999, doi={10.1234/HEN}}\n"
        "@article{nobody, author={No Body}, title={Nothing}, year=1990}\n"
    )
    document = read_latex(zipped(main_tex=main, refs_bib=entries))
    assert document.text == (
        "Ox et al. [2] and [1].\n\n[1] B. Hen (1999). Hens. Birds. doi 10.1234/hen."
        "\n\n[2] C. Ox, A. Fox, B. Hen (2003). Cattle. Animals."
    )
    assert [reference.doi for reference in document.references] == ["10.1234/hen", ""]


def test_what_is_not_there_is_noted() -> None:
    source = r"\documentclass{article}\begin{document}Words.\input{../../etc/passwd}\bibliography{refs}\end{document}"
    notes = [note.template % note.params for note in read_latex(source.encode()).notes]
    assert [note.partition(",")[0] for note in notes] == [
        "The source inputs ../../etc/passwd",
        "The list of references is in a file of its own (refs)",
    ]


def test_a_file_that_inputs_itself_is_read_once() -> None:
    main = r"\documentclass{article}\begin{document}Words.\input{a}\end{document}"
    document = read_latex(zipped(main_tex=main, a_tex=r"A.\input{b}", b_tex=r"B.\input{a}"))
    assert document.text == "Words.A.B."
    assert [note.params for note in document.notes] == [{"name": "a.tex"}]


def test_the_declared_encoding_is_obeyed_where_the_source_is_not_utf8() -> None:
    source = "\\documentclass{article}\\usepackage[latin1]{inputenc}\\begin{document}café\\end{document}"
    assert read_latex(source.encode("latin-1")).text == "café"


def encrypted() -> bytes:
    data = bytearray(zipped(main_tex=LATEX))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (rb"\documentclass{article}\begin{document}\maketitle % none", "shows no text"),
        (rb"\documentclass{article}\title{T}\begin{document}\maketitle\end{document}", "shows no text"),
        (b"\\documentclass{article} caf\xe9", "not UTF-8"),
        (zipped(a_tex="words", b_txt="c"), "None of the 1 .tex files"),
        (zipped(main_tex=LATEX)[:200], "damaged or cut off"),
        (encrypted(), "encrypted in the archive"),
        (
            b"\\documentclass{article}\\def\\a{\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\b{\\c\\c\\c\\c\\c\\c\\c\\c\\c}"
            b"\\def\\c{\\d\\d\\d\\d\\d\\d\\d\\d\\d}\\def\\d{\\e\\e\\e\\e\\e\\e\\e\\e\\e}\\def\\e{eeeeeeeeeeeeeeeeeeeeee}"
            b"\\begin{document}" + b"\\a" * 40,
            "grow to more than 8 MiB",
        ),
        (
            zipped(
                main_tex=r"\documentclass{article}\begin{document}" + r"\input{a}" * 200,
                a_tex=r"\input{b}" * 200,
                b_tex="words " * 400,
            ),
            "more than 8 MiB with all that it inputs",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableFile) as refusal:
        read_latex(data)
    assert said in str(refusal.value)
